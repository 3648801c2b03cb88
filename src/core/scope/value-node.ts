import { isObject } from "../json/value.ts";
import { itemsNode, namesNode } from "./building.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { ARRAY, OBJECT } from "./types.ts";

/** One list or object as a formula, so that being another one can be taken apart. */
export function valueNode(store: Store, value: unknown): Node {
  if (Array.isArray(value)) {
    const size = value.length;
    const sizes = (["min", "max"] as const).map((side) =>
      store.make({ kind: "size", on: ARRAY, side, value: size }),
    );
    const items = value.map((item, at) => itemsNode(store, at, true, valueNode(store, item)));
    return store.all([store.type(ARRAY), ...sizes, ...items]);
  }
  if (!isObject(value)) return store.enum([value]);
  const names = Object.keys(value).toSorted();
  const parts = names.flatMap((only) => [
    store.make({ kind: "has", name: only }),
    namesNode(store, { only }, valueNode(store, value[only])),
  ]);
  const others = namesNode(store, { except: new Set(names), node: store.anything }, store.nothing);
  return store.all([store.type(OBJECT), others, ...parts]);
}
