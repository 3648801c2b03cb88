import { canonicalJson } from "../json/canonical.ts";
import { pointerKeys } from "../json/pointer.ts";
import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";
import { normalSchema } from "../tool/normal.ts";
import { followedView, keyword, plainView, type Document, type Spot } from "./view.ts";

/** Which branches of two compositions belong together, by their places in the two lists. */
export interface BranchPairs {
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly gone: readonly number[];
  readonly come: readonly number[];
}

/** The branches of one composition, with the document they are in. */
export interface Branches {
  readonly document: Document;
  readonly spots: readonly Spot[];
}

/**
 * Pairs the branches of two compositions: equal ones first, then by the constant that tells them apart, by the name of
 * what they refer to, by title, by the value they permit, and by type where only one of each side has it.
 */
export function pairBranches(before: Branches, after: Branches): BranchPairs {
  const pairs: [number, number][] = [];
  const gone = new Set(before.spots.keys());
  const come = new Set(after.spots.keys());
  for (const keysOf of [equalKeys, tagKeys, referenceKeys, titleKeys, valueKeys, typeKeys]) {
    const old = keysOf(before);
    const now = keysOf(after);
    const waiting = new Map<string, number[]>();
    for (const index of [...gone].toReversed()) {
      const key = old[index];
      if (key !== undefined) waiting.set(key, [...(waiting.get(key) ?? []), index]);
    }
    for (const index of come) {
      const key = now[index];
      const match = key === undefined ? undefined : waiting.get(key)?.pop();
      if (match === undefined) continue;
      pairs.push([match, index]);
      gone.delete(match);
      come.delete(index);
    }
  }
  return { pairs, gone: [...gone], come: [...come] };
}

type Keys = readonly (string | undefined)[];

function equalKeys({ spots }: Branches): Keys {
  return spots.map(({ node }) => canonicalJson(normalSchema(node)));
}

/** The field that is a constant in every branch, with its value in each: what a tagged union is told apart by. */
function tagKeys({ document, spots }: Branches): Keys {
  const constants = spots.map((spot) => constantsOf(document, spot));
  const [first, ...others] = constants;
  const common = [...(first?.keys() ?? [])].filter((name) => others.every((map) => map.has(name)));
  const [tag] = sorted(common);
  return constants.map((map) => (tag === undefined ? undefined : `${tag}=${map.get(tag)}`));
}

function constantsOf(document: Document, spot: Spot): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  const properties = keyword(followedView(document, spot) ?? plainView(spot), "properties");
  if (!isObject(properties)) return constants;
  for (const [name, schema] of Object.entries(properties)) {
    const value = onlyValue(schema);
    if (value !== undefined) constants.set(name, value);
  }
  return constants;
}

/** The one value that a schema permits, as text. */
function onlyValue(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, "const")) return canonicalJson(schema["const"]);
  const list = own(schema, "enum");
  return Array.isArray(list) && list.length === 1 ? canonicalJson(list[0]) : undefined;
}

function referenceKeys({ spots }: Branches): Keys {
  return spots.map(({ node }) => {
    const reference = isObject(node) ? own(node, "$ref") : undefined;
    return typeof reference === "string" ? pointerKeys(reference).at(-1) : undefined;
  });
}

function titleKeys({ document, spots }: Branches): Keys {
  return spots.map((spot) => {
    const title = keyword(followedView(document, spot) ?? plainView(spot), "title");
    return typeof title === "string" ? title : undefined;
  });
}

function valueKeys({ spots }: Branches): Keys {
  return spots.map(({ node }) => onlyValue(node));
}

function typeKeys({ document, spots }: Branches): Keys {
  const types = spots.map((spot) => {
    const type = keyword(followedView(document, spot) ?? plainView(spot), "type");
    return typeof type === "string" ? (type === "integer" ? "number" : type) : undefined;
  });
  const times = new Map<string | undefined, number>();
  for (const type of types) times.set(type, (times.get(type) ?? 0) + 1);
  return types.map((type) => (times.get(type) === 1 ? type : undefined));
}
