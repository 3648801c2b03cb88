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
  const danger = "may change or delete things";
  const effects =
    others === 0
      ? "All of them say that they only read."
      : reading === 0
        ? `None of them says that it only reads, so count each as one that ${danger}.`
        : `${reading === 1 ? "1 of them says that it only reads" : `${reading} of them say that they only read`}; count ${others === 1 ? "the other" : `each of the other ${others}`} as one that ${danger}.`;
  return say`${strong(words(plural(facts.length, "new tool")))}: ${listAtMost(names, NAMED)}. ${words(effects)}`;
}

function onlyReads(tool: unknown): boolean {
  const annotations = isObject(tool) ? own(tool, "annotations") : undefined;
  return isObject(annotations) && own(annotations, "readOnlyHint") === true;
}
