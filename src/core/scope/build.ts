import { isObject } from "../json/value.ts";
import { NotModelled } from "./bounds.ts";
import { ARRAY_KEYWORDS, buildArray } from "./build-array.ts";
import { buildLogic, LOGIC_KEYWORDS } from "./build-logic.ts";
import { buildObject, OBJECT_KEYWORDS } from "./build-object.ts";
import { buildScalar, SCALAR_KEYWORDS } from "./build-scalar.ts";
import type { Building } from "./building.ts";
import type { Node, Store } from "./ir.ts";
import type { SchemaObject } from "./lower.ts";
import { createResolver, referenced } from "./resolve.ts";

/** How deep schemas may nest, through references as well. */
const MAX_NESTING = 300;

/** Keywords that assert something which is not modelled, or that ajv refuses. */
const NOT_MODELLED = new Set(["$recursiveRef", "$recursiveAnchor", "$vocabulary", "$async", "id"]);

type Reference = Node & { kind: "ref" };

interface Entry {
  node?: Node;
  loop?: Reference;
}

/**
 * The formula of a schema document in the words of 2020-12. A reference that does not recur is replaced by what it
 * points at, so names of definitions leave no trace.
 * @throws NotModelled for what is malformed, can't be resolved or is not modelled.
 */
export function buildSchema(root: unknown, store: Store, lenient: boolean): Node {
  if (typeof root === "boolean") return root ? store.anything : store.nothing;
  if (!isObject(root)) throw new NotModelled("a schema is an object or a boolean");
  const entries = [new Map<unknown, Entry>(), new Map<unknown, Entry>()] as const;
  const loops: Reference[] = [];
  let nesting = 0;
  const build = (schema: unknown, isLenient: boolean): Node => {
    if (typeof schema === "boolean") return schema ? store.anything : store.nothing;
    if (!isObject(schema)) throw new NotModelled("a schema is an object or a boolean");
    const known = entries[isLenient ? 1 : 0];
    const old = known.get(schema);
    if (old?.node !== undefined) return old.node;
    if (old !== undefined) {
      // Still being built: the schema contains itself.
      const loop = old.loop ?? (store.make({ kind: "ref", target: undefined }) as Reference);
      if (old.loop === undefined) loops.push(loop);
      old.loop = loop;
      return loop;
    }
    const entry: Entry = {};
    known.set(schema, entry);
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

/** The builders, each with the keywords that it reads: most schemas have a few keywords of one or two. */
const BUILDERS: readonly (readonly [ReadonlySet<string>, Builder])[] = [
  [new Set(["$ref", "$dynamicRef"]), buildReferences],
  [SCALAR_KEYWORDS, buildScalar],
  [ARRAY_KEYWORDS, buildArray],
  [OBJECT_KEYWORDS, buildObject],
  [LOGIC_KEYWORDS, buildLogic],
];

type Builder = (building: Building, schema: SchemaObject, lenient: boolean) => Node[];

function buildOne(building: Building, schema: SchemaObject, lenient: boolean): Node {
  const keys = Object.keys(schema);
  const strange = keys.find((key) => NOT_MODELLED.has(key));
  if (strange !== undefined) throw new NotModelled(strange);
  const parts: Node[] = [];
  for (const [keywords, builder] of BUILDERS) {
    if (!keys.some((key) => keywords.has(key))) continue;
    for (const part of builder(building, schema, lenient)) parts.push(part);
  }
  return building.store.all(parts);
}

function buildReferences(building: Building, schema: SchemaObject, lenient: boolean): Node[] {
  const targets = referenced(schema, building.resolver);
  return targets.map((target) => building.build(target, lenient));
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
