import type { MalformedWhy } from "../tool/tool.ts";
import type { Warning } from "../drift/warning.ts";
import { firstOf, type Rendering } from "./context.ts";
import type { Section } from "./model.ts";
import { plural, say, strong, words, type Phrase } from "./phrase.ts";

const MALFORMED: Readonly<Record<MalformedWhy, string>> = {
  "not-an-object": "it is no tool at all",
  "no-name": "it has no readable name",
  "named-twice": "the server lists this name more than once, so nobody knows which one a call would reach",
  "no-input-schema": "it does not say what it asks for",
  "bad-output-schema": "what it says about its answers can't be read",
  "unpaired-surrogate": "it has half a character in it",
  "unsafe-number": "it has a number that computers can't keep exactly",
  "too-deep": "it is nested too deep",
};

type Words<K extends Warning["kind"]> = (warning: Extract<Warning, { kind: K }>) => Phrase;

/** The words of every kind of warning: a kind without them does not compile. */
export const WARNINGS: { readonly [K in Warning["kind"]]: Words<K> } = {
  "malformed-tool": ({ tool, why }) => {
    const which = tool === undefined ? words("One tool of the list") : say`${tool}`;
    return say`${strong(words("A tool that can't be used."))} ${which} is left out: ${words(MALFORMED[why])}.`;
  },
  "declined-form": ({ tool }) => {
    return say`${strong(words("Declined before."))} The server still offers the form of ${tool} that a reviewer said no to; it stays out.`;
  },
};

/** A warning in words. */
export function warningWords(warning: Warning): Phrase {
  const wordsOf: (warning: never) => Phrase = WARNINGS[warning.kind];
  return wordsOf(warning as never);
}

/** The warnings, or that there are none and what was looked for. */
export function warningsSection({ context, room, cuts }: Rendering): Section {
  const { warnings } = context.drift;
  if (warnings.length === 0) {
    const looked = "none (no hidden characters, no look-alike names, same address).";
    return { id: "warnings", items: [], before: [say`${strong(words("Warnings:"))} ${words(looked)}`] };
  }
  return {
    id: "warnings",
    heading: words(plural(warnings.length, "warning")),
    numbered: true,
    items: firstOf(warnings, room.warnings, cuts, "warning").map((warning) => ({
      text: warningWords(warning),
    })),
  };
}
