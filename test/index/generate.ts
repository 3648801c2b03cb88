import { JS, NFA } from "refa";
import { isObject, own, put } from "../../src/core/json/value.ts";

// Calls as a model would make them from what it is shown: by the words of the schema alone, and none of the product's own
// reasoning about schemas.

type Schema = Readonly<Record<string, unknown>>;

/** Values of formats that a plain validator takes. */
const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-11-30",
  "date-time": "2026-11-30T10:00:00Z",
  time: "10:00:00Z",
  email: "a@example.com",
  uri: "https://example.com/a",
  url: "https://example.com/a",
  "uri-reference": "https://example.com/a",
  uuid: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  hostname: "example.com",
};

const MAX_DEPTH = 8;

/** Makes a value of a schema; `pick` gives a whole number below its argument. */
export function generate(
  schema: unknown,
  pick: (below: number) => number,
  root: unknown = schema,
  depth = 0,
): unknown {
  if (!isObject(schema)) return "text";
  const ref = own(schema, "$ref");
  const value = (inner: unknown) => generate(inner, pick, root, depth + 1);
  if (typeof ref === "string") return value(definition(root, ref));
  if (Object.hasOwn(schema, "const")) return schema["const"];
  const listed = own(schema, "enum");
  if (Array.isArray(listed) && listed.length > 0) return listed[pick(listed.length)];
  for (const key of ["anyOf", "oneOf"]) {
    const branches = own(schema, key);
    if (!Array.isArray(branches) || branches.length === 0) continue;
    return value({ ...withoutKey(schema, key), ...(branches[pick(branches.length)] as Schema) });
  }
  const all = own(schema, "allOf");
  if (Array.isArray(all)) return value(Object.assign({}, withoutKey(schema, "allOf"), ...all));
  const types = [own(schema, "type")].flat().filter((type) => typeof type === "string");
  const type =
    types.length > 0 ? types[pick(types.length)] : Object.hasOwn(schema, "properties") ? "object" : "string";
  switch (type) {
    case "object":
      return object(schema, pick, value, depth);
    case "array":
      return array(schema, pick, value);
    case "integer":
    case "number":
      return number(schema, pick, type === "integer");
    case "boolean":
      return pick(2) === 1;
    case "null":
      return null;
    default:
      return text(schema, pick);
  }
}

function withoutKey(schema: Schema, key: string): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

function definition(root: unknown, ref: string): unknown {
  const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1] ?? "";
  const defs = isObject(root) ? own(root, "$defs") : undefined;
  return isObject(defs) ? own(defs, name) : undefined;
}

function object(
  schema: Schema,
  pick: (below: number) => number,
  value: (inner: unknown) => unknown,
  depth: number,
): unknown {
  const properties = (own(schema, "properties") ?? {}) as Schema;
  const required = new Set((own(schema, "required") ?? []) as string[]);
  const out: Record<string, unknown> = {};
  for (const name of Object.keys(properties)) {
    if (required.has(name) || (depth < MAX_DEPTH && pick(2) === 1)) put(out, name, value(properties[name]));
  }
  const rest = own(schema, "additionalProperties");
  if (rest !== false && Object.keys(properties).length === 0 && pick(2) === 1)
    put(out, "any", value(rest ?? {}));
  const least = own(schema, "minProperties");
  if (typeof least === "number")
    for (const name of Object.keys(properties)) {
      if (Object.keys(out).length >= least) break;
      if (!Object.hasOwn(out, name)) put(out, name, value(properties[name]));
    }
  return out;
}

function array(schema: Schema, pick: (below: number) => number, value: (inner: unknown) => unknown): unknown {
  const first = ((own(schema, "prefixItems") ?? []) as unknown[]).map(value);
  const least = (own(schema, "minItems") ?? 0) as number;
  const most = Math.min((own(schema, "maxItems") ?? least + 2) as number, least + 2);
  const count = least + pick(Math.max(1, most - least + 1));
  const items = own(schema, "items");
  const out = [...first];
  if (items !== false) while (out.length < count) out.push(value(items ?? {}));
  if (own(schema, "uniqueItems") !== true) return out;
  return [...new Map(out.map((item) => [JSON.stringify(item), item])).values()];
}

function number(schema: Schema, pick: (below: number) => number, whole: boolean): number {
  const step = (own(schema, "multipleOf") ?? (whole ? 1 : 0.5)) as number;
  const above = own(schema, "exclusiveMinimum") as number | undefined;
  const below = own(schema, "exclusiveMaximum") as number | undefined;
  let least = (own(schema, "minimum") ?? (above === undefined ? undefined : above + step)) as
    | number
    | undefined;
  let most = (own(schema, "maximum") ?? (below === undefined ? undefined : below - step)) as
    | number
    | undefined;
  least ??= most === undefined ? 0 : Math.min(0, most);
  most ??= least + 100;
  const from = Math.ceil(least / step);
  const to = Math.floor(most / step);
  return (from + pick(Math.max(1, Math.min(1000, to - from + 1)))) * step;
}

function text(schema: Schema, pick: (below: number) => number): string {
  const format = own(schema, "format");
  const pattern = own(schema, "pattern");
  if (typeof pattern === "string") {
    const found = matching(pattern, schema);
    if (found !== undefined) return found;
  }
  if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? "";
  const least = (own(schema, "minLength") ?? 0) as number;
  const most = (own(schema, "maxLength") ?? least + 10) as number;
  return "abcdefghij"
    .repeat(1 + Math.ceil(least / 10))
    .slice(0, Math.max(least, Math.min(most, least + pick(10))));
}

/** A short text that a pattern accepts somewhere in it. */
function matching(pattern: string, schema: Schema): string | undefined {
  try {
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: "u" });
    const { expression, maxCharacter } = parser.parse({ assertions: "throw" });
    const nfa = NFA.fromRegex(expression, { maxCharacter });
    for (const word of nfa.wordSets()) {
      const found = String.fromCodePoint(...word.map((set) => printable(set)));
      if (found.length >= ((own(schema, "minLength") ?? 0) as number)) return found;
    }
  } catch {
    // Anchors: what is between them is tried by itself.
    const inner = /^\^(.*)\$$/s.exec(pattern)?.[1];
    return inner === undefined ? undefined : matching(`(?:${inner})`, schema);
  }
  return undefined;
}

function printable(set: {
  readonly ranges: readonly { readonly min: number; readonly max: number }[];
}): number {
  for (const { min, max } of set.ranges) if (max >= 0x61 && min <= 0x7a) return Math.max(min, 0x61);
  for (const { min, max } of set.ranges) if (max >= 0x30 && min <= 0x7e) return Math.max(min, 0x30);
  return set.ranges[0]?.min ?? 0x61;
}
