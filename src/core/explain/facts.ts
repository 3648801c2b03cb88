import { DEFAULT_GATE, needsLabel, type GateSettings } from "../drift/needs-label.ts";
import type { Change, Drift } from "../drift/drift.ts";
import { CHANGE_KINDS } from "../drift/kinds.ts";
import { canonicalJson } from "../json/canonical.ts";
import { sorted } from "../json/order.ts";
import type { SectionId } from "./model.ts";
import type { Phrase } from "./phrase.ts";

/** A change, together with the one that makes the same field required. */
export interface Fact {
  readonly change: Change;
  readonly required: boolean;
  readonly breaks: boolean;
  /** Where it is told: sections follow what needs the label (DESIGN §5, §11). */
  readonly section: SectionId;
  /** See `Told`. */
  readonly detail?: Phrase;
}

/** The facts of a drift. A new field that is required at once is one fact, not two. */
export function factsOf(drift: Drift, gate: GateSettings = DEFAULT_GATE): Fact[] {
  const added = new Set<string>();
  const required = new Map<string, Change>();
  for (const change of drift.changes) {
    if (change.kind === "field-added") added.add(fieldKey(change));
    if (change.kind === "field-required") required.set(fieldKey(change), change);
  }
  const facts: Fact[] = [];
  for (const change of drift.changes) {
    const key = fieldKey(change);
    if (change.kind === "field-required" && added.has(key)) continue;
    const other = change.kind === "field-added" ? required.get(key) : undefined;
    const breaks = change.breaks || other?.breaks === true;
    facts.push({ change, required: other !== undefined, breaks, section: sectionOf(change, gate) });
  }
  return facts;
}

function fieldKey(change: Change): string {
  return JSON.stringify([change.tool, change.side, change.path]);
}

function sectionOf(change: Change, gate: GateSettings): SectionId {
  if (change.kind === "tool-removed" && change.grants.length > 0) return "revoked";
  const kind = CHANGE_KINDS[change.kind];
  if (kind !== "permission") return kind;
  if (needsLabel(change, gate)) return "wider";
  if (change.scope === "narrows") return "narrower";
  if (change.scope === "same") return "behaviour";
  // What only a call past toolcard gains, agents may have lost: it is told where they look for that.
  if (change.world === "open") return change.side === "input" && change.breaks ? "narrower" : "behaviour";
  return "noted";
}

/** The same change on several tools; a change on one tool is a group of one. */
export interface Group {
  readonly facts: readonly [Fact, ...Fact[]];
  /** True where each has a field or a value of its own. */
  readonly alike?: true;
}

/** The names of the tools that some facts are about, by code point. */
export function toolsOf(facts: readonly Fact[]): string[] {
  return sorted(new Set(facts.flatMap(({ change }) => (change.tool === undefined ? [] : [change.tool]))));
}

const LEAST_TOOLS = 3;

/**
 * Groups facts that are the same change: kind, place inside the tool, before and after are equal (`sameAs` may say it
 * otherwise). Fewer than three tools are no group. Single ones come first, then groups, the largest first.
 */
export function grouped(facts: readonly Fact[], sameAs: (fact: Fact) => string = sameChange): Group[] {
  const byKey = new Map<string, [Fact, ...Fact[]]>();
  for (const fact of facts) {
    const key = sameAs(fact);
    const group = byKey.get(key);
    if (group === undefined) byKey.set(key, [fact]);
    else group.push(fact);
  }
  const isGroup = (group: readonly Fact[]) => toolsOf(group).length >= LEAST_TOOLS;
  const groups: Group[] = [];
  const alone = new Set<Fact>();
  for (const group of byKey.values()) {
    if (isGroup(group)) groups.push({ facts: group });
    else for (const fact of group) alone.add(fact);
  }
  const singles = facts.filter((fact) => alone.has(fact)).map((fact): Group => ({ facts: [fact] }));
  return [...singles, ...groups.toSorted((a, b) => b.facts.length - a.facts.length)];
}

/** What makes two changes the same, whatever the tool. */
function sameChange({ change, required, breaks }: Fact): string {
  const { kind, side, pointer, path, alsoAt, elsewhere, before, after, scope, world } = change;
  if (kind === "tool-removed") return kind;
  const alone = JSON.stringify([kind, change.tool, pointer]);
  if (kind === "tool-added" || change.tool === undefined) return alone;
  const values = [before, after].map((json) => (json === undefined ? undefined : keyOf(json)));
  // A value that has no key (it nests too deep) is the same as no other.
  if (values.includes(NO_KEY)) return alone;
  const place = [side, pointer, path, alsoAt, elsewhere];
  return JSON.stringify([kind, place, values, scope, world, breaks, required]);
}

const NO_KEY = "";

/** One text for equal values, whatever the order of their keys; empty for a value that RFC 8785 has no form for. */
export function keyOf(json: unknown): string {
  try {
    return canonicalJson(json);
  } catch {
    return NO_KEY;
  }
}
