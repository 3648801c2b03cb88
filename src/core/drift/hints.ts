import { isObject, own } from "../json/value.ts";
import type { Tool } from "../tool/tool.ts";
import type { FactOf } from "./fact.ts";
import type { ChangeKind } from "./kinds.ts";

/** The hints of a tool, what each is when a tool does not give it (MCP, ToolAnnotations), and which value allows more. */
const HINTS: ReadonlyMap<string, { kind: ChangeKind; absent: boolean; wider?: boolean }> = new Map([
  ["readOnlyHint", { kind: "read-only-hint-changed", absent: false, wider: false }],
  ["destructiveHint", { kind: "destructive-hint-changed", absent: true, wider: true }],
  ["openWorldHint", { kind: "open-world-hint-changed", absent: true, wider: true }],
  ["idempotentHint", { kind: "idempotent-hint-changed", absent: false }],
]);

/** True for an annotation that is one of the protocol's hints. */
export function isHint(key: string): boolean {
  return HINTS.has(key);
}

/**
 * The hints that differ. A hint that asks for more trust than before is believed of no server: it is `same`, and lowers
 * nothing's scope (DESIGN §5). What is no boolean counts as not given.
 */
export function hintFacts(before: Tool, after: Tool): FactOf[] {
  const facts: FactOf[] = [];
  for (const [key, { kind, absent, wider }] of HINTS) {
    const [old, now] = [hint(before, key, absent), hint(after, key, absent)];
    if (old === now) continue;
    const scope = now === wider ? "widens" : "same";
    facts.push({ kind, pointer: `/annotations/${key}`, before: old, after: now, scope, breaks: false });
  }
  return facts;
}

/** The hints by which a live tool says that it does more than its card's form does. */
export function looserHints(card: Tool, live: Tool): string[] {
  const looser: string[] = [];
  for (const [key, { absent, wider }] of HINTS) {
    if (wider === undefined) continue;
    if (hint(card, key, absent) !== wider && hint(live, key, absent) === wider) looser.push(key);
  }
  return looser;
}

function hint(tool: Tool, key: string, absent: boolean): boolean {
  const annotations = own(tool, "annotations");
  const value = isObject(annotations) ? own(annotations, key) : undefined;
  return typeof value === "boolean" ? value : absent;
}
