import type { Change } from "../drift/drift.ts";
import type { ChangeKind } from "../drift/kinds.ts";
import { factsIn, type Context } from "./context.ts";
import { plural } from "./phrase.ts";

/** What is counted in titles, in the order in which it is named there. */
const NOUNS = [
  ["card", "term of the card", "terms of the card"],
  ["field", "field", "fields"],
  ["call", "tool's calls", "tools' calls"],
  ["new-tool", "new tool", "new tools"],
  ["read-only", "tool no longer read-only", "tools no longer read-only"],
  ["destructive", "tool that may now delete", "tools that may now delete"],
  ["open-world", "tool that may now reach outside", "tools that may now reach outside"],
  ["answer", "tool's answers", "tools' answers"],
  ["other", "tool's terms", "tools' terms"],
] as const;

type Noun = (typeof NOUNS)[number][0];

const BY_KIND: Partial<Readonly<Record<ChangeKind, Noun>>> = {
  "tool-added": "new-tool",
  "read-only-hint-changed": "read-only",
  "destructive-hint-changed": "destructive",
  "open-world-hint-changed": "open-world",
};

/** What widens, counted: "1 field, 1 new tool"; empty when nothing does. A field with two changes counts once. */
export function widenedWords(...contexts: readonly Context[]): string[] {
  const counted = new Map<Noun, Set<string>>();
  for (const context of contexts) {
    for (const { change } of factsIn(context, "wider")) {
      const noun = nounOf(change);
      const what =
        noun === "field" ? [change.tool, change.path] : [noun === "card" ? change.kind : change.tool];
      const set = counted.get(noun) ?? new Set();
      counted.set(noun, set.add(JSON.stringify([context.drift.server, ...what])));
    }
  }
  return NOUNS.flatMap(([noun, one, many]) => {
    const count = counted.get(noun)?.size ?? 0;
    return count === 0 ? [] : [plural(count, one, many)];
  });
}

function nounOf(change: Change): Noun {
  if (change.tool === undefined) return "card";
  const known = BY_KIND[change.kind];
  if (known !== undefined) return known;
  if (change.side === "input") return (change.path ?? "") === "" ? "call" : "field";
  return change.side === "output" || change.kind.startsWith("output-schema") ? "answer" : "other";
}
