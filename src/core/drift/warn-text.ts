import { own } from "../json/value.ts";
import { pointerKeys } from "../json/pointer.ts";
import type { Tool } from "../tool/tool.ts";
import { hiddenIn } from "./hidden.ts";
import { mixedWordsIn } from "./skeleton.ts";
import { textsOf, type Text } from "./texts.ts";
import type { Warning } from "./warning.ts";

/** Warnings about the texts of new and changed tools: what does not show or is not what it looks like, what leads elsewhere. */
export function textWarnings(
  before: ReadonlyMap<string, Tool>,
  after: ReadonlyMap<string, Tool>,
  touched: ReadonlySet<string>,
  lookAlikes: readonly { readonly tool: string }[],
): Warning[] {
  const warnings: Warning[] = [];
  const told = new Set(lookAlikes.map(({ tool }) => tool));
  // What a new tool names is new only where no tool named it before.
  let everywhere: ReadonlySet<string> | undefined;
  const namedBefore = () => (everywhere ??= keysIn([...before.values()]));
  for (const name of touched) {
    const tool = after.get(name);
    if (tool === undefined) continue;
    const texts = textsOf(tool);
    for (const { text, pointer } of texts) {
      const count = hiddenIn(text);
      if (count > 0) warnings.push({ kind: "hidden-characters", tool: name, pointer, count });
      const [mixed] = mixedWordsIn(text);
      // That a name looks like another one says it already.
      if (mixed !== undefined && !(pointer === "/name" && told.has(name)))
        warnings.push({ kind: "mixed-scripts", tool: name, pointer, text: mixed.slice(0, MOST_SHOWN) });
    }
    const old = before.get(name);
    warnings.push(...appeared(old === undefined ? namedBefore() : keysIn([old]), tool, texts));
  }
  return warnings;
}

const MOST_SHOWN = 200;
const WEB_ADDRESS = /\bhttps?:\/\/[^\s"'<>()[\]{}]+/giu;
const FILE_PATH =
  /(?:~|\.\.|%[A-Z]+%|\b[A-Z]:|(?<![\w./~:-])\/(?:etc|home|root|usr|var|tmp|proc|Users))[/\\][\w.@/\\-]+/gu;
const KINDS = [
  ["web-address-appeared", WEB_ADDRESS],
  ["file-path-appeared", FILE_PATH],
] as const;

// Where an address is no words: names of schemas, references, patterns.
const NO_WORDS = /^(?:\$.*|pattern|patternProperties)$/;

interface Named {
  readonly kind: (typeof KINDS)[number][0];
  readonly pointer: string;
  readonly text: string;
}

/** Every address and path that some tools name. */
function keysIn(tools: readonly Tool[]): Set<string> {
  return new Set(tools.flatMap((tool) => namedIn(textsOf(tool)).map(keyOf)));
}

/** Addresses and paths in the texts of a tool that are not known: each once. */
function appeared(known: ReadonlySet<string>, after: Tool, texts: readonly Text[]): Warning[] {
  const tool = String(own(after, "name"));
  const fresh = new Map<string, Named>();
  for (const named of namedIn(texts)) {
    const key = keyOf(named);
    // The words of the tool itself are named first.
    const isFirst = !fresh.has(key) || /^\/(?:description|title)$/.test(named.pointer);
    if (!known.has(key) && isFirst) fresh.set(key, named);
  }
  return Array.from(fresh.values(), ({ kind, pointer, text }) => ({ kind, tool, pointer, text }));
}

function keyOf({ kind, text }: Named): string {
  return `${kind} ${text}`;
}

function namedIn(texts: readonly Text[]): Named[] {
  const named: Named[] = [];
  for (const { text, pointer } of texts) {
    if (pointerKeys(pointer).some((key) => NO_WORDS.test(key))) continue;
    for (const [kind, pattern] of KINDS) {
      for (const [found] of text.matchAll(pattern))
        named.push({ kind, pointer, text: found.replace(/[.,;:!?]+$/u, "").slice(0, MOST_SHOWN) });
    }
  }
  return named;
}
