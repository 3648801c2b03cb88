import { isObject, own } from "../json/value.ts";
import { NotModelled } from "./bounds.ts";
import { textAt } from "./keyword-values.ts";
import type { SchemaObject } from "./lower.ts";

/** Finds what the references of one document point at. */
export interface Resolver {
  /** @throws NotModelled for a reference that is remote, dangling or malformed: nothing is ever fetched. */
  readonly resolve: (ref: string) => unknown;
  /** True when a schema inside the document has an `$id` of its own, which would re-base references. */
  readonly rebased: boolean;
  /** How many times each `$dynamicAnchor` is declared: what only one place declares is static. */
  readonly dynamic: ReadonlyMap<string, number>;
}

/** Indexes the names ($anchor, $dynamicAnchor, $id) of a document. */
export function createResolver(root: SchemaObject): Resolver {
  const id = own(root, "$id");
  const base = typeof id === "string" && URL.canParse(id) ? id : "schema:///";
  const absolute = (ref: string) => (URL.canParse(ref, base) ? new URL(ref, base).href : ref);
  const named = new Map<string, unknown>();
  const dynamic = new Map<string, number>();
  let rebased = false;
  const rest: unknown[] = [root];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (Array.isArray(at)) {
      for (const item of at) if (typeof item === "object") rest.push(item);
    }
    if (!isObject(at)) continue;
    nameAnchors(at, named, dynamic);
    const inner = own(at, "$id");
    if (typeof inner === "string") {
      named.set(absolute(inner), at);
      if (at !== root) rebased = true;
    }
    for (const value of Object.values(at)) if (typeof value === "object") rest.push(value);
  }
  const resolve = (ref: string) => {
    if (ref === "#") return root;
    if ((dynamic.get(ref.slice(1)) ?? 0) > 1) throw new NotModelled("an anchor declared twice");
    const target = named.get(ref) ?? named.get(absolute(ref)) ?? pointed(root, ref);
    if (target === undefined) throw new NotModelled(`reference that can't be resolved: ${ref}`);
    return target;
  };
  return { resolve, rebased, dynamic };
}

function nameAnchors(at: SchemaObject, named: Map<string, unknown>, dynamic: Map<string, number>): void {
  for (const key of ["$anchor", "$dynamicAnchor"]) {
    const name = own(at, key);
    if (typeof name !== "string") continue;
    // A name declared twice, or as both kinds, has no one target.
    dynamic.set(name, (dynamic.get(name) ?? 0) + 1);
    named.set(`#${name}`, at);
  }
}

function pointed(root: SchemaObject, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const step of decoded(ref.slice(2)).split("/")) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(at)) at = /^\d+$/.test(key) ? at[Number(key)] : undefined;
    else at = isObject(at) ? own(at, key) : undefined;
  }
  return at;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new NotModelled("a reference that is no URI");
  }
}

/** What the references of a schema point at. @throws NotModelled where that depends on more than this document */
export function referenced(schema: SchemaObject, resolver: Resolver): unknown[] {
  const targets: unknown[] = [];
  const ref = textAt(schema, "$ref");
  if (ref !== undefined) targets.push(resolver.resolve(ref));
  const dynamic = textAt(schema, "$dynamicRef");
  if (dynamic !== undefined) targets.push(resolver.resolve(dynamic));
  if (targets.length > 0 && resolver.rebased) throw new NotModelled("references re-based by an inner $id");
  return targets;
}
