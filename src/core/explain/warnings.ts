import type { KeptWhy, Warning } from "../drift/warning.ts";
import type { ReadingNote } from "../reading/reading.ts";
import type { MalformedWhy } from "../tool/tool.ts";
import { firstOf, type Context, type Rendering } from "./context.ts";
import { decodedTags, visible } from "./inert.ts";
import type { Section } from "./model.ts";
import { listAtMost, name, plural, quote, say, strong, value, words, type Phrase } from "./phrase.ts";
import { textAt, textPlace } from "./text-place.ts";

const MALFORMED: Readonly<Record<MalformedWhy, string>> = {
  "not-an-object": "it is no tool at all",
  "no-name": "it has no readable name",
  "named-twice": "the server lists this name more than once, so nobody knows which one a call would reach",
  "no-input-schema": "it does not say what it asks for",
  "bad-output-schema": "what it says about its answers can't be read",
  "unpaired-surrogate": "it has half a character in it",
  "unsafe-number": "it has a number that computers can't keep exactly",
  "too-deep": "it is nested too deep",
  "too-large": "it is larger than a card may be",
};

const KEPT: Readonly<Record<KeptWhy, string>> = {
  "unnamed-item": "the list has an entry without a readable name, which may be one of them",
  "other-credential": "the list was read with another credential than the card names",
  "other-capabilities": "the list was read with other abilities of the reader than the card names",
};

const NOTES: Readonly<Record<ReadingNote, string>> = {
  "cursor-repeated": "The server sent the last page of its list twice",
  "tools-not-advertised": "The server lists tools, but does not say that it has any",
  "not-conformant": "The list lacks what the protocol asks for",
  "list-changed": "The list changed while it was read, so it was read again",
  "second-reading-clean": "The first reading lacked tools, the second one is as the card says",
};

const TOOLS = 20;
const TEXT = 300;

type Appeared = "web-address-appeared" | "file-path-appeared";

const WHAT_APPEARED: Readonly<Record<Appeared, string>> = {
  "web-address-appeared": "A web address appears",
  "file-path-appeared": "A file path appears",
};

type Words<K extends Warning["kind"]> = (warning: Extract<Warning, { kind: K }>, context: Context) => Phrase;

/** The words of every kind of warning: a kind without them does not compile. */
const WARNINGS: { readonly [K in Warning["kind"]]: Words<K> } = {
  "malformed-tool": ({ tool, why, count }) => {
    const items = words(count === 1 ? "An entry" : `${count} entries`);
    const which = tool === undefined ? say`${items} of the list` : say`${tool}`;
    return say`${flag("A tool that can't be used.")} ${which} can't be called or put on the card: ${words(MALFORMED[why])}.`;
  },
  "declined-form": ({ tool }) => {
    return say`${flag("Declined before.")} The server still offers ${tool} in the form that a reviewer said no to; it stays out.`;
  },
  "hidden-characters": ({ tool, pointer, count }, { changesByTool }) => {
    const said = decodedTags(textAt(pointer, changesByTool.get(tool) ?? []));
    const decoded = said === "" ? [] : say` Decoded they say: ${quote(said, TEXT)}`;
    const seen = count === 1 ? "that does not show on a screen" : "that do not show on a screen";
    const reads = words(`${seen} but that an AI agent reads.`);
    return say`${flag("Hidden text.")} There ${words(count === 1 ? "is" : "are")} ${words(plural(count, "character"))} in ${textPlace(pointer, tool)} ${reads}${decoded}`;
  },
  "look-alike-name": ({ tool, like }) => {
    const escaped = visible(tool, "name").includes("\\u{") || visible(like, "name").includes("\\u{");
    const letters = escaped ? " It is another tool: a letter shown as a code only looks the same." : "";
    return say`${flag("Look-alike name.")} The new tool ${tool} looks like ${like}.${words(letters)}`;
  },
  "mixed-scripts": ({ tool, pointer, text }) => {
    const letters =
      "has letters of two alphabets that look alike. What stands as a code is not the letter it looks like.";
    return say`${flag("Mixed letters.")} ${value(text)} in ${textPlace(pointer, tool)} ${words(letters)}`;
  },
  "web-address-appeared": appeared,
  "file-path-appeared": appeared,
  "retired-name-returned": ({ tool, revision }) => {
    return say`${flag("A name is back.")} ${tool} was on the card before revision ${revision}. The grants of that time are gone and stay gone.`;
  },
  "nothing-counts-as-removed": ({ why, tools }) => {
    const kept = listAtMost(tools.map(name), TOOLS, "more tools");
    return say`${flag("Missing tools were kept.")} The list lacks ${kept}, but that is no proof that they are gone: ${words(KEPT[why])}.`;
  },
  "read-once": () => say`${flag("Read only once.")} That tools are gone rests on one reading of the list.`,
  "other-address": () => {
    return say`${flag("Another address.")} The list was read from another address than the card's, so nothing was compared.`;
  },
  "reading-note": ({ note }) => say`${flag("About the reading.")} ${words(NOTES[note])}.`,
};

function flag(text: string): Phrase {
  return strong(words(text));
}

function appeared({ kind, tool, pointer, text }: Extract<Warning, { kind: Appeared }>): Phrase {
  return say`${flag(`${WHAT_APPEARED[kind]}:`)} ${quote(text, TEXT)} in ${textPlace(pointer, tool)}. It was not there before.`;
}

/** A warning in words. */
export function warningWords(warning: Warning, context: Context): Phrase {
  const wordsOf: (warning: never, context: Context) => Phrase = WARNINGS[warning.kind];
  return wordsOf(warning as never, context);
}

type Same = readonly [Warning, ...Warning[]];

/** Warnings in their order, what deceives the eye first; those about the same address or path on several tools together. */
function sameTogether(warnings: readonly Warning[]): Same[] {
  const groups = new Map<string, [Warning, ...Warning[]]>();
  const ordered = [...warnings.filter(deceives), ...warnings.filter((warning) => !deceives(warning))];
  for (const [at, warning] of ordered.entries()) {
    const key = isAppeared(warning) ? `${warning.kind} ${warning.text}` : String(at);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [warning]);
    else group.push(warning);
  }
  return [...groups.values()];
}

function isAppeared(warning: Warning): warning is Extract<Warning, { kind: Appeared }> {
  return warning.kind === "web-address-appeared" || warning.kind === "file-path-appeared";
}

function sameWords(same: Same, context: Context): Phrase {
  const [first] = same;
  const tools = same.flatMap((warning) => ("tool" in warning ? (warning.tool ?? []) : []));
  if (same.length === 1 || !isAppeared(first)) return warningWords(first, context);
  const where = listAtMost(tools.map(name), TOOLS, "more");
  return say`${flag(`${WHAT_APPEARED[first.kind]}:`)} ${quote(first.text, TEXT)} in texts of ${words(plural(tools.length, "tool"))}: ${where}. It was not there before.`;
}

/** The warnings, or that there are none and what was looked for. */
export function warningsSection({ context, room, cuts }: Rendering): Section {
  const { warnings } = context.drift;
  if (warnings.length === 0) {
    const address =
      context.place === "diff" || context.place === "check" ? "" : ", the same address as before";
    const looked = `none (no hidden characters, no look-alike names${address}).`;
    return { id: "warnings", items: [], before: [say`${flag("Warnings:")} ${words(looked)}`] };
  }
  const shown = firstOf(sameTogether(warnings), room.warnings, cuts, "warning");
  const judged = "toolcard does not judge what a text means.";
  const ask =
    "A server that is in order has no need for hidden text: ask the people who run it before you approve.";
  const hidden = warnings.some(({ kind }) => kind === "hidden-characters");
  const texts = hasTextWarnings(warnings);
  return {
    id: "warnings",
    heading: words(plural(warnings.length, "warning")),
    numbered: true,
    items: shown.map((same) => ({ text: sameWords(same, context) })),
    after: texts ? [words(hidden ? `${judged} ${ask}` : judged)] : [],
  };
}

/** True where a warning is about what a server wrote, and not about how its list was read. */
export function hasTextWarnings(warnings: readonly Warning[]): boolean {
  return warnings.some(({ kind }) => TEXT_KINDS.has(kind));
}

function deceives({ kind }: Warning): boolean {
  return DECEIVING.has(kind);
}

const DECEIVING: ReadonlySet<Warning["kind"]> = new Set([
  "hidden-characters",
  "look-alike-name",
  "mixed-scripts",
]);
const TEXT_KINDS: ReadonlySet<Warning["kind"]> = new Set([
  ...DECEIVING,
  "web-address-appeared",
  "file-path-appeared",
]);
