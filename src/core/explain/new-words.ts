import type { Change } from "../drift/drift.ts";
import { byCodePoint } from "../json/order.ts";
import { pointTo } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { cut, type Rendering } from "./context.ts";
import type { Fact } from "./facts.ts";
import { quote, say, type Phrase } from "./phrase.ts";
import { textPlace } from "./text-place.ts";

const WORDS: ReadonlySet<string> = new Set(["title", "description"]);
const NEW: ReadonlySet<Change["kind"]> = new Set([
  "tool-added",
  "field-added",
  "output-schema-added",
  "branch-added",
]);

interface Text {
  readonly pointer: string;
  readonly depth: number;
  readonly text: string;
}

/** What a server says in words about what is new in some changes, as far as there is room for it. */
export function wordsOf({ room, cuts }: Rendering, facts: readonly Pick<Fact, "change">[]): Phrase[] {
  const texts = facts.flatMap(({ change }) => newWords(change));
  if (room.whole) return texts;
  cut(cuts, "text", texts.length);
  return [];
}

/** Titles and descriptions, the outer ones first, each in whole. */
function newWords(change: Change): Phrase[] {
  if (!NEW.has(change.kind)) return [];
  return textsIn(change).map(({ pointer, text }) => {
    return say`${textPlace(pointer)}: ${quote(text, Number.POSITIVE_INFINITY)}`;
  });
}

function textsIn({ pointer: start, after }: Change): Text[] {
  const texts: Text[] = [];
  // An own stack: what is new may nest deep.
  const rest = [{ value: after, pointer: start, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, pointer, depth } = next;
    if (!isObject(value) && !Array.isArray(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      const at = pointTo(pointer, key);
      if (typeof inner === "string" && WORDS.has(key) && inner !== "")
        texts.push({ pointer: at, depth, text: inner });
      else rest.push({ value: inner, pointer: at, depth: depth + 1 });
    }
  }
  return texts.toSorted((a, b) => a.depth - b.depth || byCodePoint(a.pointer, b.pointer));
}
