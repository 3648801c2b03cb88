// What differs between two lists of tools, found by walking both: an opinion of its own, which shares no code with what
// finds and explains drift. A field is known by the names that lead to it; items of lists and forms of unions have none.

type Schema = Readonly<Record<string, unknown>>;

/** The fields of a schema by their paths, each with all that it says by itself. */
type Fields = Map<string, string>;

/** A tool as a server wrote it. */
export interface RawTool {
  readonly name: string;
  readonly [key: string]: unknown;
}

/** How one tool differs. */
interface ToolChange {
  readonly tool: string;
  /** Paths of fields that came, went, or say something else. Of a new or removed field not those inside it. */
  readonly fields: ReadonlySet<string>;
}

/** How two lists differ. */
export interface ListChange {
  readonly added: readonly RawTool[];
  readonly removed: readonly RawTool[];
  readonly changed: readonly ToolChange[];
}

const DEPTH = 12;
const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What differs between two lists, in any way but order. */
export function listChange(before: readonly RawTool[], after: readonly RawTool[]): ListChange {
  const old = new Map(before.map((tool) => [tool.name, tool]));
  const now = new Map(after.map((tool) => [tool.name, tool]));
  const changed = before.flatMap((tool) => {
    const other = now.get(tool.name);
    if (other === undefined || wholeOf(tool) === wholeOf(other)) return [];
    const fields = [
      ...changedFields(tool, other, "inputSchema"),
      ...changedFields(tool, other, "outputSchema"),
    ];
    return [{ tool: tool.name, fields: new Set(fields) }];
  });
  return {
    added: after.filter(({ name }) => !old.has(name)),
    removed: before.filter(({ name }) => !now.has(name)),
    changed,
  };
}

function changedFields(before: RawTool, after: RawTool, side: string): string[] {
  // An answer that was not described at all is described as a whole, not field by field.
  if (before[side] === undefined || after[side] === undefined) return [];
  const [old, now] = [fieldsOf(before[side]), fieldsOf(after[side])];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.filter((path) => {
    if (path === "" || old.get(path) === now.get(path)) return false;
    const isOnBoth = old.has(path) && now.has(path);
    const outer = path.slice(0, path.lastIndexOf("\n"));
    const isInside = path.includes("\n") && !(old.has(outer) && now.has(outer));
    return isOnBoth || !isInside;
  });
}

/** The names of the outermost fields of a tool's input. */
export function outerFields(tool: RawTool): string[] {
  return [...fieldsOf(tool["inputSchema"]).keys()].filter((path) => path !== "" && !path.includes("\n"));
}

/** Every field of a tool's schemas by its path; names are joined by line breaks, which no name has. */
export function fieldsOf(root: unknown): Fields {
  const fields: Fields = new Map();
  visit(root, [], false, new Set());
  return fields;

  function visit(
    given: unknown,
    path: readonly string[],
    required: boolean,
    seen: ReadonlySet<string>,
  ): void {
    const { schema, seen: inside } = followed(given, seen);
    const at = path.join("\n");
    if (!isObject(schema)) return note(at, JSON.stringify([required, schema]));
    const own: Record<string, unknown> = {};
    const must = Array.isArray(schema["required"]) ? new Set<unknown>(schema["required"]) : new Set();
    for (const [keyword, value] of Object.entries(schema)) {
      // Draft-07 has `items` for what is `prefixItems` since 2020-12.
      const key = keyword === "items" && Array.isArray(value) ? "prefixItems" : keyword;
      if (key === "properties" && isObject(value)) {
        for (const [name, inner] of Object.entries(value))
          if (path.length < DEPTH) visit(inner, [...path, name], must.has(name), inside);
      } else if (key === "required" || key === "$defs" || key === "definitions") continue;
      else if (
        ["items", "additionalProperties"].includes(key) &&
        isObject(value) &&
        Object.keys(value).length > 0
      ) {
        visit(value, path, false, inside);
      } else if (["anyOf", "oneOf", "allOf", "prefixItems"].includes(key) && Array.isArray(value)) {
        own[key] = value.length;
        for (const branch of value as unknown[]) visit(branch, path, false, inside);
      } else own[key] = isObject(value) && Object.keys(value).length === 0 ? true : value;
    }
    note(at, JSON.stringify([required, inOrder(own)]));
  }

  /** Items, values and forms stand under the name of the field that has them. */
  function note(at: string, said: string): void {
    fields.set(at, (fields.get(at) ?? "") + said);
  }

  function followed(
    given: unknown,
    seen: ReadonlySet<string>,
  ): { schema: unknown; seen: ReadonlySet<string> } {
    if (!isObject(given)) return { schema: given, seen };
    const ref = given["$ref"];
    if (typeof ref !== "string" || !ref.startsWith("#") || seen.has(ref)) return { schema: given, seen };
    let target: unknown = root;
    for (const step of ref.slice(1).split("/").filter(Boolean)) {
      const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      target = isObject(target)
        ? target[key]
        : Array.isArray(target)
          ? (target as unknown[])[Number(key)]
          : undefined;
    }
    const { $ref: _ref, ...rest } = given;
    return { schema: isObject(target) ? { ...target, ...rest } : given, seen: new Set([...seen, ref]) };
  }
}

/** A text that is equal for what differs in order alone. */
function inOrder(value: unknown, key = ""): string {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => inOrder(item));
    return `[${(["required", "enum", "type"].includes(key) ? items.toSorted() : items).join()}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${inOrder(inner, name)}`,
  );
  return `{${entries.toSorted().join()}}`;
}

/** What a tool says where it says nothing (MCP, ToolAnnotations). */
const HINTS = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** A tool as a text, its schemas by their fields: two ways to write the same are one. */
function wholeOf(tool: RawTool): string {
  const { inputSchema, outputSchema, annotations, ...rest } = tool;
  const sides = [inputSchema, outputSchema].map((schema) =>
    schema === undefined ? "" : [...fieldsOf(schema)].map((field) => JSON.stringify(field)).toSorted(),
  );
  return inOrder([rest, isObject(annotations) ? { ...HINTS, ...annotations } : HINTS, sides]);
}
