import { pointerKeys, pointTo } from "../json/pointer.ts";
import { isObject, own, put } from "../json/value.ts";
import { SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS } from "../tool/schema-keywords.ts";
import type { Edit } from "./state.ts";
import { withoutValues } from "./values.ts";
import type { Document } from "./view.ts";

type JsonMap = Readonly<Record<string, unknown>>;

/**
 * Makes the old document, or what is left of it after pruning, differ by some edits alone. What comes from the new document keeps its meaning: its references
 * lead into a copy of the new document, which is put among the definitions.
 */
export function patcher(
  before: Document,
  after: Document,
): (root: unknown, edits: readonly Edit[]) => unknown {
  const name = freeName(before.root);
  let copy: unknown;
  return (old, edits) => {
    const graft = grafting(after, `#/$defs/${name}`);
    let root = old;
    for (const edit of inOrder(edits)) {
      if ("schema" in edit && edit.at === "") return after.root;
      root = changedAt(root, pointerKeys(edit.at), (node, role) => applied(node, role, edit, graft));
    }
    if (!graft.used()) return root;
    copy ??= graft.schema(after.root);
    const map = isObject(root) && isObject(own(root, "$defs")) ? (own(root, "$defs") as JsonMap) : {};
    return isObject(root) ? withKey(root, "$defs", withKey(map, name, copy)) : root;
  };
}

/**
 * Edits of several differences in an order in which none moves what another one points at: the innermost first; at one
 * place what takes items out of a list late and from the back, and what gives the place another form last.
 */
function inOrder(edits: readonly Edit[]): readonly Edit[] {
  if (edits.length === 1) return edits;
  return edits.toSorted((a, b) => depthOf(b) - depthOf(a) || rank(a) - rank(b) || indexOf(b) - indexOf(a));
}

function depthOf(edit: Edit): number {
  return pointerKeys(edit.at).length;
}

function rank(edit: Edit): number {
  if ("schema" in edit) return 4;
  if ("union" in edit) return 3;
  if ("rename" in edit) return 2;
  return indexOf(edit) < 0 ? 0 : 1;
}

/** The place in a list that an edit empties; -1 for every other edit. */
function indexOf(edit: Edit): number {
  return "key" in edit && typeof edit.key === "number" && edit.value === undefined ? edit.key : -1;
}

function freeName(root: unknown): string {
  const taken = isObject(root) ? own(root, "$defs") : undefined;
  let name = "after";
  while (isObject(taken) && Object.hasOwn(taken, name)) name += "-";
  return name;
}

/** What stands at a pointer: a schema, a map of names to schemas, a list of schemas, or data. */
type Role = "schema" | "schemas" | "data";

function roleUnder(role: Role, key: string, child: unknown): Role {
  if (role === "schemas") return "schema";
  if (role === "data") return "data";
  if (SCHEMA_MAPS.has(key) || SCHEMA_LISTS.has(key)) return "schemas";
  if (key === "items" && Array.isArray(child)) return "schemas";
  return SCHEMAS.has(key) ? "schema" : "data";
}

/** A copy of a document in which only what is at a pointer is another; what isn't there is left alone. */
function changedAt(
  root: unknown,
  keys: readonly string[],
  change: (node: unknown, role: Role) => unknown,
): unknown {
  const into = (node: unknown, depth: number, role: Role): unknown => {
    const key = keys[depth];
    if (key === undefined) return change(node, role);
    if (Array.isArray(node)) {
      const list = [...node];
      const index = Number(key);
      if (index < list.length) list[index] = into(list[index], depth + 1, roleUnder(role, key, list[index]));
      return list;
    }
    if (!isObject(node) || !Object.hasOwn(node, key)) return node;
    return withKey(node, key, into(node[key], depth + 1, roleUnder(role, key, node[key])));
  };
  return into(root, 0, "schema");
}

function withKey(node: JsonMap, key: string, value: unknown): JsonMap {
  const copy = { ...node };
  if (value === undefined) delete copy[key];
  else put(copy, key, value);
  return copy;
}

/** Copies parts of the new document. */
interface Graft {
  schema(value: unknown): unknown;
  keyword(key: string, value: unknown): unknown;
  /** True once a copy refers to something of the new document. */
  used(): boolean;
}

function applied(node: unknown, role: Role, edit: Edit, graft: Graft): unknown {
  if ("schema" in edit) return graft.schema(edit.schema);
  if ("union" in edit) return joined(node, edit.union, graft.schema(edit.branch));
  if ("dialect" in edit) return node;
  if ("append" in edit) return Array.isArray(node) ? [...node, graft.schema(edit.append)] : node;
  if (Array.isArray(node))
    return "key" in edit ? node.filter((_, index) => index !== Number(edit.key)) : node;
  // `true` and nothing at all permit what an empty schema permits.
  const object = isObject(node) ? node : {};
  if ("rename" in edit)
    return withKey(withKey(object, edit.rename, undefined), edit.to, own(object, edit.rename));
  if ("map" in edit) return withEntry(object, edit, graft);
  if ("addValues" in edit) return withValues(object, [...valuesOf(object), ...edit.addValues]);
  if ("dropValues" in edit) return withValues(object, withoutValues(valuesOf(object), edit.dropValues));
  if ("list" in edit) return withMember(object, edit.list, edit);
  const key = String(edit.key);
  if (edit.value === undefined) return withKey(object, key, undefined);
  return withKey(object, key, role === "schema" ? graft.keyword(key, edit.value) : graft.schema(edit.value));
}

function withEntry(
  node: JsonMap,
  { map: key, name, value }: { map: string; name?: string; value?: unknown },
  graft: Graft,
): JsonMap {
  const map = own(node, key);
  const entries = isObject(map) ? map : {};
  return withKey(node, key, name === undefined ? entries : withKey(entries, name, graft.schema(value)));
}

function withMember(node: JsonMap, key: string, { add, drop }: { add?: string; drop?: string }): JsonMap {
  const list = own(node, key);
  const rest = (Array.isArray(list) ? list : []).filter((member) => member !== drop && member !== add);
  return withKey(node, key, add === undefined ? rest : [...rest, add]);
}

function valuesOf(node: JsonMap): readonly unknown[] {
  if (Object.hasOwn(node, "const")) return [node["const"]];
  const list = own(node, "enum");
  return Array.isArray(list) ? list : [];
}

function withValues(node: JsonMap, values: readonly unknown[]): JsonMap {
  const free = withKey(withKey(node, "const", undefined), "enum", undefined);
  // A list without values is not one that every dialect knows; nothing at all is.
  return values.length === 0 ? withKey(free, "not", {}) : withKey(free, "enum", values);
}

/** A union of a schema and one more branch; the definitions of a whole document stay where references look for them. */
function joined(node: unknown, union: string, branch: unknown): JsonMap {
  const out: Record<string, unknown> = { [union]: [node, branch] };
  if (!isObject(node)) return out;
  for (const key of ["$schema", "$id", "$defs", "definitions"]) {
    if (Object.hasOwn(node, key)) put(out, key, node[key]);
  }
  return out;
}

/** Names that only make sense once, or only at the top of a document. */
const DROPPED: ReadonlySet<string> = new Set(["$schema", "$id", "$anchor", "$dynamicAnchor"]);

function grafting(from: Document, under: string): Graft {
  let used = false;
  const reference = (text: string): string => {
    const target = from.resolve(text);
    if (target === undefined && !text.startsWith("#")) return text;
    used = true;
    // What leads nowhere in the new document must lead nowhere in the old one.
    return target === undefined
      ? `${under}/${pointTo("", "nowhere").slice(1)}`
      : under + encodeURI(target.at);
  };
  const schema = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const out: Record<string, unknown> = {};
    for (const key of Object.keys(value)) if (!DROPPED.has(key)) put(out, key, keyword(key, value[key]));
    return out;
  };
  const keyword = (key: string, value: unknown): unknown => {
    if (key === "$ref" && typeof value === "string") return reference(value);
    const role = roleUnder("schema", key, value);
    if (role === "schema") return schema(value);
    if (role === "data") return value;
    if (Array.isArray(value)) return value.map(schema);
    if (!isObject(value)) return value;
    const map: Record<string, unknown> = {};
    for (const name of Object.keys(value)) put(map, name, schema(value[name]));
    return map;
  };
  return { schema, keyword, used: () => used };
}
