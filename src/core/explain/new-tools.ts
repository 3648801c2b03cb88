import { isObject, own } from "../json/value.ts";
import { listAtMost, name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import type { Context } from "./context.ts";
import type { Group } from "./facts.ts";

const NAMED = 12;

/** Several new tools in one sentence: "**6 new tools**: `a`, `b` and 4 more. 2 of them say that they only read; …". */
export function newToolsWords({ renames }: Context, facts: Group["facts"]): Phrase {
  const names = facts.map(({ change: { tool = "" } }) => {
    const old = renames.get(tool);
    return old === undefined ? name(tool) : say`${tool} (may replace ${old})`;
  });
  const reading = facts.filter(({ change }) => onlyReads(change.after)).length;
  const others = facts.length - reading;
  return say`${strong(words(plural(facts.length, "new tool")))}: ${listAtMost(names, NAMED)}. ${words(effectWords(reading, others))}`;
}

function effectWords(reading: number, others: number): string {
  if (others === 0) return "All of them say that they only read.";
  const danger = "as one that may change or delete things.";
  if (reading === 0) return `None of them says that it only reads, so count each ${danger}`;
  const some =
    reading === 1 ? "1 of them says that it only reads" : `${reading} of them say that they only read`;
  return `${some}; count ${others === 1 ? "the other" : `each of the other ${others}`} ${danger}`;
}

function onlyReads(tool: unknown): boolean {
  const annotations = isObject(tool) ? own(tool, "annotations") : undefined;
  return isObject(annotations) && own(annotations, "readOnlyHint") === true;
}
