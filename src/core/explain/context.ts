import type { Change, Drift, Grant } from "../drift/drift.ts";
import { DEFAULT_GATE, type GateSettings } from "../drift/needs-label.ts";
import type { Tool } from "../tool/tool.ts";
import { factsOf, type Fact } from "./facts.ts";
import type { SectionId } from "./model.ts";
import { withoutReferences } from "./references.ts";
import { editsFor, wordDiff, type TextPart } from "./word-diff.ts";
import { likelyRenames } from "./renames.ts";
import { shortJson } from "./short-json.ts";

/** What an explanation can say beyond the drift; everything is optional. */
export interface ExplanationOptions {
  /**
   * Where it is read, which decides what a person can do: a proposal of ours, the check on a pull request of a person
   * (who may have changed the card by hand), a scan at home, a diff of two lists.
   */
  readonly place?: "pull-request" | "check" | "scan" | "diff";
  /** All grants on this server: what each agent keeps, and that nobody may call a tool. Unknown when missing. */
  readonly grants?: readonly Grant[];
  /** Who owns the files that the decision changes, as CODEOWNERS names them; empty when nobody does. */
  readonly owners?: readonly string[];
  /** The registry's settings; what is missing is as DESIGN §3 has it. */
  readonly gate?: Partial<GateSettings>;
  /** The label that lets a widening pass; by default `widens-scope`. */
  readonly label?: string;
  /** Whose label counts; by default an owner's. */
  readonly labelBy?: "owner" | "writer" | "anyone";
  /** The card's id, and its revision before and after. */
  readonly card?: { readonly id: string; readonly revisions?: readonly [before: number, after: number] };
  /** The tools before and after: what references inside a changed field stand for. Without them they are not followed. */
  readonly tools?: { readonly before: readonly Tool[]; readonly after: readonly Tool[] };
  /** The most UTF-8 bytes of Markdown; by default 60,000. */
  readonly maxBytes?: number;
}

/** How much room a text has; what is beyond is cut, and counted. */
export interface Room {
  /** Names in a folded list. */
  readonly names: number;
  /** Characters of a kept stretch in a word diff. */
  readonly kept: number;
  /** Whether a word diff with shortened kept stretches is there in whole as well, folded. */
  readonly whole: boolean;
  /** Characters of an added or removed stretch in a word diff. */
  readonly changed: number;
  /** Points of each section that asks for no decision. */
  readonly items: number;
  readonly warnings: number;
  /** Whether the change as data is shown. */
  readonly data: boolean;
  /** Whether a widening is told in full, or by its first sentence alone. */
  readonly full: boolean;
}

/** What an explanation is made of, worked out once, whatever the room. */
export interface Context {
  readonly drift: Drift;
  readonly options: ExplanationOptions;
  readonly place: NonNullable<ExplanationOptions["place"]>;
  readonly label: string;
  readonly facts: readonly Fact[];
  /** True when "no grant" means that nobody may call a tool, and not that nobody knows. */
  readonly grantsKnown: boolean;
  readonly changesByTool: ReadonlyMap<string, readonly Change[]>;
  /** New tools that may be a removed one under another name. */
  readonly renames: ReadonlyMap<string, string>;
  /** The names of all tools that are known, as far as the options or the drift name them. */
  readonly toolNames: ReadonlySet<string>;
  /** The word diff of each change of wording. */
  readonly diffs: ReadonlyMap<Fact, readonly TextPart[]>;
}

const TEXT_LIMIT = 100_000;

/** Works out what does not depend on the room. */
export function contextOf(drift: Drift, options: ExplanationOptions): Context {
  const changes = withoutReferencesIn(drift.changes, options.tools);
  const facts = factsOf({ ...drift, changes }, { ...DEFAULT_GATE, ...options.gate });
  const diffs = new Map<Fact, readonly TextPart[]>();
  const texts = facts.filter((fact) => fact.section === "wording");
  const edits = editsFor(texts.length);
  for (const fact of texts)
    diffs.set(fact, wordDiff(textOf(fact.change.before), textOf(fact.change.after), edits));
  // Where grants are not known, every removed tool counts as one that revokes (DESIGN §6).
  const spared = drift.removed.length > drift.revokes.length;
  const some = drift.grants.length > 0 || drift.changes.some((change) => change.grants.length > 0);
  return {
    drift,
    options,
    place: options.place ?? (options.owners === undefined ? "scan" : "pull-request"),
    label: options.label ?? "widens-scope",
    facts,
    grantsKnown: options.grants !== undefined || some || spared,
    changesByTool: byTool(drift.changes),
    renames: likelyRenames(drift),
    toolNames: namesOf(drift, options.tools),
    diffs,
  };
}

/** The changes with the references inside their schemas followed. */
function withoutReferencesIn(
  changes: readonly Change[],
  tools: ExplanationOptions["tools"],
): readonly Change[] {
  if (tools === undefined) return changes;
  const [before, after] = [tools.before, tools.after].map(
    (list) => new Map(list.map((tool) => [tool.name, tool])),
  );
  return changes.map((change) => {
    const { tool, side } = change;
    if (tool === undefined || side === undefined) return change;
    const key = side === "input" ? "inputSchema" : "outputSchema";
    const [old, now] = [before?.get(tool)?.[key], after?.get(tool)?.[key]];
    return {
      ...change,
      ...(change.before !== undefined && { before: withoutReferences(change.before, old) }),
      ...(change.after !== undefined && { after: withoutReferences(change.after, now) }),
    };
  });
}

function namesOf({ changes, added, removed }: Drift, tools: ExplanationOptions["tools"]): Set<string> {
  const listed = [...(tools?.before ?? []), ...(tools?.after ?? [])].map(({ name }) => name);
  return new Set([...listed, ...added, ...removed, ...changes.flatMap(({ tool }) => tool ?? [])]);
}

function byTool(changes: readonly Change[]): Map<string, Change[]> {
  const found = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.tool === undefined) continue;
    const known = found.get(change.tool);
    if (known === undefined) found.set(change.tool, [change]);
    else known.push(change);
  }
  return found;
}

function textOf(wording: unknown): string {
  if (wording === undefined) return "";
  return typeof wording === "string" ? wording : shortJson(wording, TEXT_LIMIT, true);
}

/** The facts of a section. */
export function factsIn(context: Context, section: SectionId): Fact[] {
  return context.facts.filter((fact) => fact.section === section);
}

/** What was left out of one rendering, by what it is, and how many. */
export type Cuts = Map<string, number>;

/** What a rendering goes by: the facts, the room, and what was cut so far. */
export interface Rendering {
  readonly context: Context;
  readonly room: Room;
  readonly cuts: Cuts;
}

/** Notes that some were left out. */
export function cut(cuts: Cuts, what: string, count: number): void {
  if (count > 0) cuts.set(what, (cuts.get(what) ?? 0) + count);
}

/** The first of some, as many as there is room for; the rest is noted as left out. */
export function firstOf<T>(items: readonly T[], most: number, cuts: Cuts, what: string): readonly T[] {
  cut(cuts, what, items.length - most);
  return items.slice(0, most);
}
