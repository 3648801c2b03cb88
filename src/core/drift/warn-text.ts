import { own } from "../json/value.ts";
import type { Tool } from "../tool/tool.ts";
import { hiddenIn } from "./hidden.ts";
import { textsOf } from "./texts.ts";
import type { Warning } from "./warning.ts";

/** Warnings about the texts of new and changed tools: what does not show, and what leads elsewhere. */
export function textWarnings(
  before: ReadonlyMap<string, Tool>,
  after: ReadonlyMap<string, Tool>,
  touched: ReadonlySet<string>,
): Warning[] {
  const warnings: Warning[] = [];
  for (const name of touched) {
    const tool = after.get(name);
    if (tool === undefined) continue;
    for (const { text, pointer } of textsOf(tool)) {
      const count = hiddenIn(text);
      if (count > 0) warnings.push({ kind: "hidden-characters", tool: name, pointer, count });
    }
    const old = before.get(name);
    if (old !== undefined) warnings.push(...appeared(old, tool, name));
  }
  return warnings;
}

const WEB_ADDRESS = /\bhttps?:\/\/[^\s"'<>()[\]{}]+/giu;
const FILE_PATH =
  /(?:~|\.\.|%[A-Z]+%|\b[A-Z]:|(?<![\w./~:-])\/(?:etc|home|root|usr|var|tmp|proc|Users))[/\\][\w.@/\\-]+/gu;
const KINDS = [
  ["web-address-appeared", WEB_ADDRESS],
  ["file-path-appeared", FILE_PATH],
] as const;

/** Addresses and paths in the words about a tool that no word about it named before. */
function appeared(before: Tool, after: Tool, tool: string): Warning[] {
  const known = ["description", "title"].map((key) => own(before, key)).join("\n");
  const warnings: Warning[] = [];
  for (const key of ["description", "title"]) {
    const text = own(after, key);
    if (typeof text !== "string") continue;
    for (const [kind, pattern] of KINDS) {
      for (const [found] of text.matchAll(pattern)) {
        const named = found.replace(/[.,;:!?]+$/u, "");
        if (!known.includes(named))
          warnings.push({ kind, tool, pointer: `/${key}`, text: named.slice(0, 200) });
      }
    }
  }
  return warnings;
}
