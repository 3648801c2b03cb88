import { MAX_DEPTH } from "../json/hold.ts";
import { pointTo } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";

/** A text in a JSON value, a key or a string, with where it stands. */
export interface Text {
  readonly text: string;
  readonly pointer: string;
}

/** Every text of a JSON value: its strings and the keys of its objects, as deep as a card can hold them. */
export function textsOf(value: unknown): Text[] {
  const texts: Text[] = [];
  const rest: { value: unknown; pointer: string; depth: number }[] = [{ value, pointer: "", depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: at, pointer, depth } = next;
    if (depth > MAX_DEPTH) continue;
    if (typeof at === "string") texts.push({ text: at, pointer });
    else if (Array.isArray(at)) {
      for (const [index, item] of at.entries())
        rest.push({ value: item, pointer: pointTo(pointer, index), depth: depth + 1 });
    } else if (isObject(at)) {
      for (const [key, inner] of Object.entries(at)) {
        const place = pointTo(pointer, key);
        texts.push({ text: key, pointer: place });
        rest.push({ value: inner, pointer: place, depth: depth + 1 });
      }
    }
  }
  return texts;
}
