import { sorted, sortedBy } from "../json/order.ts";
import { sameJson } from "../json/equal.ts";
import type { Scope } from "../differences/change.ts";
import type { Tool } from "../tool/tool.ts";
import type { Change, ChangedTool, Drift, Grant } from "./drift.ts";
import { byPlace, changeOf, GrantsByTool, type FactOf } from "./fact.ts";
import { ordered } from "./ordered.ts";
import { newRoom, schemaFacts, type Room } from "./schema-facts.ts";
import { aroundFacts } from "./tool-facts.ts";
import { textWarnings } from "./warn-text.ts";
import { nameWarnings } from "./warn-names.ts";
import { sortedWarnings } from "./warn-order.ts";

/** What `diffTools` can be told. */
export interface DiffOptions {
  /** The server's name; empty when nobody says. */
  readonly server?: string | undefined;
  /** The grants on this server. Without them every removed tool counts as one that revokes. */
  readonly grants?: readonly Grant[] | undefined;
}

/**
 * What two lists of tools differ by, in the terms of DESIGN §6: same name, compared exactly, is the same tool. The order
 * of tools, keys, `required` and `enum` says nothing. A name that a list has twice counts with its last form: tell such
 * items apart before (`toolList`).
 */
export function diffTools(before: readonly Tool[], after: readonly Tool[], options: DiffOptions = {}): Drift {
  const grants = new GrantsByTool(options.grants);
  return driftBetween(before, after, { server: options.server ?? "", grants });
}

/** What two lists are compared with. */
export interface Between {
  readonly server: string;
  readonly grants: GrantsByTool;
  /** Tools that count as gone and new where their form differs, though both lists have them. */
  readonly returned?: ReadonlySet<string>;
}

/** The drift between two lists of tools; see `diffTools`. */
export function driftBetween(before: readonly Tool[], after: readonly Tool[], between: Between): Drift {
  const { server, grants } = between;
  const [old, now] = [byName(before), byName(after)];
  const isReturned = ({ name }: Tool) =>
    between.returned?.has(name) === true && !sameJson(old.get(name), now.get(name));
  const added = namesOf(now, (tool) => !old.has(tool.name) || isReturned(tool));
  const removed = namesOf(old, (tool) => !now.has(tool.name) || isReturned(tool));
  const { changes, changed, scope } = toolChanges(old, now, { added, removed }, grants);
  const touched = new Set(changes.flatMap(({ tool }) => tool ?? []));
  const names = nameWarnings(added, { before: [...old.keys()], after: [...now.keys()] });
  const warnings = [...textWarnings(old, now, touched, names), ...names];
  const gone = new Set(removed);
  return {
    server,
    added,
    removed,
    changed,
    revokes: grants.known ? removed.filter((name) => grants.of(name).length > 0) : removed,
    scope,
    changes,
    grants: grants.all.filter(({ tool }) => gone.has(tool)),
    warnings: sortedWarnings(warnings),
  };
}

type Tools = ReadonlyMap<string, Tool>;

function byName(tools: readonly Tool[]): Tools {
  return new Map(tools.map((tool) => [tool.name, ordered(tool)]));
}

function namesOf(tools: Tools, holds: (tool: Tool) => boolean): string[] {
  return sorted([...tools.values()].filter(holds).map(({ name }) => name));
}

function toolChanges(
  before: Tools,
  after: Tools,
  { added, removed }: Pick<Drift, "added" | "removed">,
  grants: GrantsByTool,
): Pick<Drift, "changes" | "changed" | "scope"> {
  const changes: Change[] = [];
  const changed: ChangedTool[] = [];
  const scopes: Scope[] = [];
  const note = (tool: string, fact: FactOf) => changes.push(changeOf(fact, grants.of(tool), tool));
  for (const name of added) {
    note(name, { kind: "tool-added", pointer: "", after: after.get(name), scope: "widens", breaks: false });
  }
  for (const name of removed) {
    note(name, {
      kind: "tool-removed",
      pointer: "",
      before: before.get(name),
      scope: "narrows",
      breaks: true,
    });
  }
  const settled = new Set(added);
  const room = newRoom();
  // By name, so that the order of a list does not decide for which of its tools there is room.
  for (const [name, tool] of sortedBy(after, ([key]) => key)) {
    const old = before.get(name);
    if (old === undefined || settled.has(name) || sameJson(old, tool)) continue;
    const difference = toolDifference(old, tool, room);
    for (const fact of difference.facts) note(name, fact);
    if (difference.changed !== undefined) changed.push(difference.changed);
    scopes.push(difference.scope);
  }
  const scope = worst([...scopes, ...changes.map((change) => change.scope)]);
  return { changes: changes.toSorted(byPlace), changed: sortedBy(changed, ({ tool }) => tool), scope };
}

interface ToolDifference {
  readonly facts: readonly FactOf[];
  readonly scope: Scope;
  readonly changed?: ChangedTool;
}

function toolDifference(before: Tool, after: Tool, room: Room): ToolDifference {
  const input = schemaFacts(before, after, "input", room);
  const output = schemaFacts(before, after, "output", room);
  const facts = [...aroundFacts(before, after), ...input.facts, ...output.facts];
  const scope = worst([input.scope, output.scope]);
  if (!input.differs && !output.differs) return { facts, scope };
  return { facts, scope, changed: { tool: after.name, input: input.names, output: output.names } };
}

const RANK: Readonly<Record<Scope, number>> = { same: 0, narrows: 1, unknown: 2, widens: 3 };

/** The worst of some scopes: what widens is said before what nobody knows, though both count alike. */
export function worst(scopes: readonly Scope[]): Scope {
  return scopes.reduce<Scope>((most, scope) => (RANK[scope] > RANK[most] ? scope : most), "same");
}
