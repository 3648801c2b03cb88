import { isObject } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import { ARRAY_BUILDERS } from "./build-array.ts";
import { LOGIC_BUILDERS } from "./build-logic.ts";
import { OBJECT_BUILDERS } from "./build-object.ts";
import { SCALAR_BUILDERS } from "./build-scalar.ts";
import type { Builder, Building } from "./building.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import type { SchemaObject } from "../schema/lower.ts";
import { createResolver, referenced } from "../schema/resolve.ts";

/** How deep schemas may nest, through references as well. */
const MAX_NESTING = 300;

/** Keywords that assert something which is not modelled, or that ajv refuses. */
const NOT_MODELLED = new Set(["$recursiveRef", "$recursiveAnchor", "$vocabulary", "$async", "id"]);

type Reference = Node & { kind: "ref" };

interface Entry {
  node?: Node;
  loop?: Reference;
}

/** The schemas that are built already or being built: those in lenient places apart. */
export type Known = readonly [Map<unknown, Entry>, Map<unknown, Entry>];

/**
 * The formula of a schema document in the words of 2020-12. A reference that does not recur is replaced by what it
 * points at, so names of definitions leave no trace.
 * `known` may be shared by documents that have no references.
 * @throws NotModelled for what is malformed, can't be resolved or is not modelled
 */
export function buildSchema(
  root: unknown,
  store: Store,
  lenient: boolean,
  known: Known = [new Map(), new Map()],
): Node {
  if (typeof root === "boolean") return root ? store.anything : store.nothing;
  if (!isObject(root)) throw new NotModelled("a schema is an object or a boolean");
  const loops: Reference[] = [];
  let nesting = 0;
  const build = (schema: unknown, isLenient: boolean): Node => {
    if (typeof schema === "boolean") return schema ? store.anything : store.nothing;
    if (!isObject(schema)) throw new NotModelled("a schema is an object or a boolean");
    const entries = known[isLenient ? 1 : 0];
    const old = entries.get(schema);
    if (old?.node !== undefined) return old.node;
    if (old !== undefined) {
      // Still being built: the schema contains itself.
      const loop = old.loop ?? (store.make({ kind: "ref", target: undefined }) as Reference);
      if (old.loop === undefined) loops.push(loop);
      old.loop = loop;
      return loop;
    }
    const entry: Entry = {};
    entries.set(schema, entry);
    if (++nesting > MAX_NESTING) throw new NotModelled("too deep");
    entry.node = buildOne({ store, resolver, build }, schema, isLenient);
    nesting--;
    if (entry.loop !== undefined) entry.loop.target = entry.node;
    return entry.node;
  };
  const resolver = createResolver(root);
  const node = build(root, lenient);
  for (const loop of loops) refuseUnfounded(loop);
  return node;
}

const buildReference: Builder = ({ store, resolver, build }, schema, lenient) =>
  store.all(referenced(schema, resolver).map((target) => build(target, lenient)));

const BUILDERS: ReadonlyMap<string, Builder> = new Map(
  Object.entries({
    $ref: buildReference,
    $dynamicRef: buildReference,
    ...SCALAR_BUILDERS,
    ...ARRAY_BUILDERS,
    ...OBJECT_BUILDERS,
    ...LOGIC_BUILDERS,
  }),
);

function buildOne(building: Building, schema: SchemaObject, lenient: boolean): Node {
  const parts: Node[] = [];
  // In an order of their own, so that nothing depends on how the schema was written.
  for (const key of Object.keys(schema).toSorted()) {
    if (NOT_MODELLED.has(key)) throw new NotModelled(key);
    const builder = BUILDERS.get(key);
    if (builder !== undefined) parts.push(builder(building, schema, lenient));
  }
  return building.store.all(parts);
}

/** Refuses a reference that leads back to itself without going down into the value: it means nothing. */
function refuseUnfounded(loop: Reference): void {
  const seen = new Set<Node>();
  const rest: (Node | undefined)[] = [loop.target];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (node === loop) throw new NotModelled("a reference to itself");
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === "ref") rest.push(node.target);
    else if (node.kind === "not") rest.push(node.part);
    else if (node.kind === "all" || node.kind === "any" || node.kind === "one") rest.push(...node.parts);
  }
}
