import type { UnreadableServer } from "../drift/choose.ts";
import type { Drift } from "../drift/drift.ts";
import { needsLabel, DEFAULT_GATE } from "../drift/needs-label.ts";
import type { Warning } from "../drift/warning.ts";
import type { Tool } from "../tool/tool.ts";
import type { Place } from "../yaml/lines.ts";
import { contextOf, type Context, type ExplanationOptions, type Room } from "./context.ts";
import type { Fact } from "./facts.ts";
import type { Item } from "./model.ts";
import { join, type Phrase } from "./phrase.ts";
import { unreadableWords } from "./reading-words.ts";
import { changeFingerprint, unreadableFingerprint, warningFingerprint } from "./sarif-fingerprint.ts";
import type { SarifLevel, SarifLocation, SarifResult } from "./sarif-log.ts";
import { ruleIndex, UNREADABLE, type RuleId } from "./sarif-rules.ts";
import { sarifText } from "./sarif-text.ts";
import { sectionsOf } from "./sections.ts";
import { warningWords } from "./warnings.ts";

/** The file that a drift is about: the card, or a file of tools. */
export interface SarifFile {
  /** Its path from the repository's root, with forward slashes. */
  readonly path: string;
  /** Of a card: its tools in their order, and where in the file the value under a JSON pointer is. */
  readonly card?: { readonly tools: readonly Tool[]; place(pointer: string): Place };
}

/** A drift with how to explain it, and the file that it is about. */
export interface SarifDrift {
  readonly drift: Drift;
  readonly options: ExplanationOptions;
  readonly file: SarifFile;
}

const ROOM: Room = {
  names: 20,
  kept: 240,
  whole: false,
  changed: 1000,
  items: 1,
  warnings: 0,
  data: false,
  full: true,
};
const TOP: Place = { line: 1, column: 1 };

/** A result for each change and each warning of a drift, in its order. */
export function resultsOf({ drift, options, file }: SarifDrift): SarifResult[] {
  const context = contextOf(drift, options);
  const place = placesIn(file);
  const changes = context.facts.map((fact) => {
    const { change } = fact;
    const text = factWords(context, fact);
    const print = changeFingerprint(drift.server, change);
    return result(change.kind, levelOf(context, fact), text, place(change.pointer, change.tool), print);
  });
  const warnings = drift.warnings.map((warning) => {
    const { tool, pointer } = placeOf(warning);
    const print = warningFingerprint(drift.server, warning);
    return result(warning.kind, "warning", warningWords(warning, context), place(pointer, tool), print);
  });
  return [...changes, ...warnings];
}

/** A server that could not be read is a result too: of what a run leaves out, a reader of alerts takes it as done. */
export function unreadableResult(server: UnreadableServer, path: string): SarifResult {
  const print = unreadableFingerprint(server.server, server.why);
  return result(UNREADABLE, "warning", unreadableWords(server), locationOf(path, TOP), print);
}

/** A place in a file as SARIF has it. */
export function locationOf(path: string, { line, column }: Place): SarifLocation {
  const region = { startLine: line, startColumn: column, endLine: line, endColumn: column + 1 };
  return { physicalLocation: { artifactLocation: { uri: uriOf(path) }, region } };
}

/** A path as a relative URI. */
function uriOf(path: string): string {
  // Half a character, which only a file's name can have, has no form in a URI.
  const steps = path.replaceAll(/\p{Cs}/gu, "\uFFFD").split("/");
  return steps.map(encodeURIComponent).join("/");
}

function result(
  ruleId: RuleId,
  level: SarifLevel,
  text: Phrase,
  location: SarifLocation,
  print: string,
): SarifResult {
  return {
    ruleId,
    ruleIndex: ruleIndex(ruleId),
    level,
    message: { text: sarifText(text) },
    locations: [location],
    // GitHub looks at no other one. What stands behind the colon counts equal lines; ours are unlike by what they say.
    partialFingerprints: { primaryLocationLineHash: `${print}:1` },
  };
}

function levelOf({ options }: Context, { change, section }: Fact): SarifLevel {
  if (needsLabel(change, { ...DEFAULT_GATE, ...options.gate })) return "error";
  return section === "revoked" || section === "noted" ? "warning" : "note";
}

/** A change in the words that the explanation has for it when it is the only one. */
function factWords(context: Context, fact: Fact): Phrase {
  const { change, section } = fact;
  const grants = change.kind === "tool-removed" ? change.grants : [];
  const revokes = grants.length > 0 ? [change.tool ?? ""] : [];
  const drift: Drift = { ...context.drift, changes: [change], warnings: [], grants, revokes };
  // What an agent keeps is a matter of the whole drift, not of one change.
  const { grants: _all, ...options } = context.options;
  const alone = { ...context, options, drift, facts: [fact] };
  const told = sectionsOf({ context: alone, room: ROOM, cuts: new Map() });
  const { items = [], after = [] } = told.find(({ id }) => id === section) ?? {};
  return join([...items.flatMap(itemPhrases), ...(section === "revoked" ? after : [])], " ");
}

function itemPhrases({ text, below = [] }: Item): Phrase[] {
  return [text, ...below];
}

/** Where in a file a pointer into a tool leads to; the nearest that is there. */
function placesIn({ path, card }: SarifFile): (pointer: string, tool?: string) => SarifLocation {
  const index = new Map(card?.tools.map(({ name }, at) => [name, at]));
  return (pointer, tool) => {
    if (card === undefined) return locationOf(path, TOP);
    if (tool === undefined) return locationOf(path, card.place(pointer));
    const at = index.get(tool);
    return locationOf(path, card.place(at === undefined ? "/tools" : `/tools/${at}${pointer}`));
  };
}

function placeOf(warning: Warning): { readonly pointer: string; readonly tool?: string } {
  const pointer = "pointer" in warning ? warning.pointer : "";
  return "tool" in warning && warning.tool !== undefined ? { pointer, tool: warning.tool } : { pointer };
}
