import { say, value, type Phrase } from "./phrase.ts";
import { shortJson } from "./short-json.ts";
import { diffPhrase, wordDiff } from "./word-diff.ts";

const SHORT = 100;
const MOST = 20_000;
const ROOM = { kept: 60, changed: 1000 };

/** A value before and after: "`b`, was `a`". Long ones as a word diff, as two long texts may begin alike. */
export function valueChange(before: unknown, after: unknown): Phrase {
  if (before === undefined) return value(after);
  if (after === undefined) return say`was ${value(before)}`;
  const [old, now] = [textOf(before), textOf(after)];
  if (Math.max(old.length, now.length) <= SHORT) return say`${value(after)}, was ${value(before)}`;
  const legend: Phrase = [{ legend: "word-diff" }];
  return say`${diffPhrase(wordDiff(old, now), ROOM)} (${legend})`;
}

function textOf(json: unknown): string {
  return typeof json === "string" ? json : shortJson(json, MOST);
}
