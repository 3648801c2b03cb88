import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";
import { join, say, value, words, type Phrase } from "./phrase.ts";
import { shortJson } from "./short-json.ts";
import { diffPhrase, wordDiff } from "./word-diff.ts";

const SHORT = 100;
const MOST = 20_000;
const ROOM = { kept: 60, changed: 1000 };

/** A value before and after: "`b`, was `a`". Long ones as a word diff, as two long texts may begin alike. */
export function valueChange(before: unknown, after: unknown): Phrase {
  if (before === undefined) return plainWords(after);
  if (after === undefined) return say`${was(before)} ${plainWords(before)}`;
  const [old, now] = [textOf(before), textOf(after)];
  if (Math.max(old.length, now.length) <= SHORT)
    return say`${plainWords(after)}${words(isObject(before) ? ";" : ",")} ${was(before)} ${plainWords(before)}`;
  const legend: Phrase = [{ legend: "word-diff" }];
  return say`${diffPhrase(wordDiff(old, now), ROOM)} (${legend})`;
}

/** A value without brackets and quotes: "`credential` is `b`"; a long one on one line as it is. */
function plainWords(json: unknown): Phrase {
  const short = shortJson(json, SHORT).length <= SHORT;
  const parts =
    short && Array.isArray(json)
      ? json.map(inner)
      : short && isObject(json)
        ? sorted(Object.keys(json)).map((key) => say`${key} is ${inner(own(json, key))}`)
        : undefined;
  if (parts === undefined) return value(json);
  return parts.length === 0 ? words("none") : join(parts, ", ");
}

function inner(json: unknown): Phrase {
  const parts = plainWords(json);
  return parts.length > 1 ? say`(${parts})` : parts;
}

/** What is named with its parts has verbs of its own. */
function was(before: unknown): Phrase {
  return words(isObject(before) ? "before," : "was");
}

function textOf(json: unknown): string {
  return typeof json === "string" ? json : shortJson(json, MOST);
}
