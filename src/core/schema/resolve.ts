import { NotModelled } from "../json/bounds.ts";
import { isObject, own } from "../json/value.ts";
import { textAt } from "./keyword-values.ts";
import type { SchemaObject } from "./lower.ts";

/** Finds what the references of one document point at. */
export interface Resolver {
  /** What a reference points at; undefined when that is not in the document. */
  readonly find: (ref: string) => unknown;
  /** @throws NotModelled for a reference that is remote, dangling or malformed: nothing is ever fetched. */
  readonly resolve: (ref: string) => unknown;
  /** True when a schema inside the document has an `$id` of its own, which would re-base references. */
  readonly isRebased: () => boolean;
}

interface Names {
  readonly targets: Map<string, unknown>;
  /** How many times each anchor is declared: one that is declared twice has no one target. */
  readonly anchors: Map<string, number>;
  rebased: boolean;
}

/** Makes the resolver of a document. Its names are only collected when the first reference is followed. */
export function createResolver(root: SchemaObject): Resolver {
  const id = own(root, "$id");
  const base = typeof id === "string" && URL.canParse(id) ? id : "schema:///";
  const absolute = (ref: string) => (URL.canParse(ref, base) ? new URL(ref, base).href : ref);
  let names: Names | undefined;
  const find = (ref: string) => {
    if (ref === "#") return root;
    names ??= namesOf(root, absolute);
    if ((names.anchors.get(ref.slice(1)) ?? 0) > 1) throw new NotModelled("an anchor declared twice");
    return names.targets.get(ref) ?? names.targets.get(absolute(ref)) ?? pointed(root, ref);
  };
  const resolve = (ref: string) => {
    const target = find(ref);
    if (target === undefined) throw new NotModelled(`reference that can't be resolved: ${ref}`);
    return target;
  };
  const isRebased = () => (names ??= namesOf(root, absolute)).rebased;
  return { find, resolve, isRebased };
}

function namesOf(root: SchemaObject, absolute: (ref: string) => string): Names {
  const names: Names = { targets: new Map(), anchors: new Map(), rebased: false };
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const at = rest.pop();
    if (typeof at !== "object" || at === null) continue;
    if (isObject(at)) {
      nameAnchors(at, names);
      const inner = own(at, "$id");
      if (typeof inner === "string") {
        names.targets.set(absolute(inner), at);
        if (at !== root) names.rebased = true;
      }
    }
    for (const value of Object.values(at)) rest.push(value);
  }
  return names;
}

function nameAnchors(at: SchemaObject, { targets, anchors }: Names): void {
  for (const key of ["$anchor", "$dynamicAnchor"]) {
    const name = own(at, key);
    if (typeof name !== "string") continue;
    anchors.set(name, (anchors.get(name) ?? 0) + 1);
    targets.set(`#${name}`, at);
  }
}

function pointed(root: SchemaObject, ref: string): unknown {
  if (!ref.startsWith("#/")) return undefined;
  // The specification splits at the slashes after decoding, ajv before.
  if (/%2f/i.test(ref)) throw new NotModelled("a reference with an encoded slash");
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
  const targets = ["$ref", "$dynamicRef"]
    .filter((key) => Object.hasOwn(schema, key))
    .map((key) => resolver.resolve(textAt(schema, key)));
  if (targets.length > 0 && resolver.isRebased())
    throw new NotModelled("references re-based by an inner $id");
  return targets;
}
