import { isObject, own, put } from "../json/value.ts";
import { normalSchema } from "../tool/normal.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS, SET_KEYWORDS } from "../tool/schema-keywords.ts";
import type { Tool } from "../tool/tool.ts";
import { identities, type Identity } from "../yaml/same.ts";
import { inOrder, setInOrder } from "./in-order.ts";

/**
 * Puts tools into the order that a card has them in: tools by name, keys, and the members of `required`, `enum` and
 * `type` where they are keywords of a schema (DESIGN §3). What is new stands behind what it follows on the live list. The
 * values stay the same up to this order; a key whose value is undefined is left out.
 */
export function arrange(wanted: readonly Tool[], current: readonly Tool[]): Tool[] {
  const before = new Map(current.map((tool) => [tool.name, tool]));
  const after = new Map(wanted.map((tool) => [tool.name, tool]));
  const same = identities();
  const arranged: Tool[] = [];
  for (const name of inOrder([...after.keys()], [...before.keys()])) {
    const tool = after.get(name);
    if (tool !== undefined) arranged.push(arrangeTool(tool, before.get(name), same));
  }
  return arranged;
}

/** A value with its normal form, which has the same shape. */
interface Formed {
  readonly value: unknown;
  readonly normal: unknown;
}

function arrangeTool(tool: Tool, before: Tool | undefined, same: Identity): Tool {
  const inner = (key: string): unknown => {
    const value = tool[key];
    if (key !== "inputSchema" && key !== "outputSchema") return value;
    return arrangeSchema(formed(value), formed(before && own(before, key)), same);
  };
  return arrangeKeys(tool, before, inner) as Tool;
}

function formed(value: unknown): Formed {
  return { value, normal: normalSchema(value) };
}

function inside({ value, normal }: Formed, key: string | number): Formed {
  const of = (whole: unknown): unknown => {
    if (Array.isArray(whole)) return whole[Number(key)];
    return isObject(whole) ? own(whole, String(key)) : undefined;
  };
  return { value: of(value), normal: of(normal) };
}

function arrangeKeys(
  object: Readonly<Record<string, unknown>>,
  old: unknown,
  inner: (key: string) => unknown,
) {
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  const arranged: Record<string, unknown> = {};
  for (const key of inOrder(keys, isObject(old) ? Object.keys(old) : [])) put(arranged, key, inner(key));
  return arranged;
}

function arrangeSchema(schema: Formed, old: Formed, same: Identity): unknown {
  if (!isObject(schema.value)) return schema.value;
  return arrangeKeys(schema.value, old.value, (key) =>
    arrangeKeyword(key, inside(schema, key), inside(old, key), same),
  );
}

function arrangeKeyword(key: string, keyword: Formed, old: Formed, same: Identity): unknown {
  const { value } = keyword;
  if (SET_KEYWORDS.has(key) && Array.isArray(value)) {
    return setInOrder(value, Array.isArray(old.value) ? old.value : []);
  }
  if (SCHEMA_MAPS.has(key) && isObject(value)) {
    return arrangeKeys(value, old.value, (name) =>
      arrangeSchema(inside(keyword, name), inside(old, name), same),
    );
  }
  if ((SCHEMA_LISTS.has(key) || key === "items") && Array.isArray(value))
    return arrangeList(keyword, old, same);
  return SCHEMAS.has(key) ? arrangeSchema(keyword, old, same) : value;
}

/** A list of schemas keeps its order, which says something. Each is arranged like the old one that says the same. */
function arrangeList(list: Formed, old: Formed, same: Identity): unknown[] {
  const places = new Map<number, number>();
  for (const [i, normal] of listOf(old.normal).entries()) places.set(same(normal), i);
  return listOf(list.normal).map((normal, i) =>
    arrangeSchema(inside(list, i), inside(old, places.get(same(normal)) ?? i), same),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
