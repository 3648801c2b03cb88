import { grantsOfBoth } from "../gate/compare-cards.ts";
import { grantsOnCard } from "../gate/grants-at.ts";
import type { FileOf, RegistryAt } from "../gate/registry-at.ts";
import { diffCards } from "../drift/diff-cards.ts";
import { diffTools } from "../drift/diff-tools.ts";
import type { Drift, FieldNames } from "../drift/drift.ts";
import { byCodePoint, sortedBy } from "../json/order.ts";
import type { Card } from "../registry/card.ts";
import type { GrantsFile } from "../registry/grants.ts";
import { isName } from "../registry/shape-parts.ts";
import type { Deciding } from "./deciding.ts";
import type { ChangeDraft, GrantName } from "./entry.ts";

/** What an entry says of the content of the file that changed. */
export type FileChange = Pick<
  ChangeDraft,
  "of" | "server" | "agent" | "id" | "revision" | "drift" | "grants"
>;

/** What changed in a deciding file between two commits: of a card its drift, of a grants file its grants. */
export function fileChange(
  file: string,
  { of, name }: Deciding,
  before: RegistryAt,
  after: RegistryAt,
): FileChange {
  const nothing = { of, server: null, agent: null, id: null, revision: null, drift: null, grants: null };
  if (name === undefined) return nothing;
  if (of === "grants") {
    const grants = grantsBetween(grantsFile(before, name, file), grantsFile(after, name, file));
    return { ...nothing, agent: isName(name) ? name : null, grants };
  }
  const [old, now] = [cardFile(before, name, file), cardFile(after, name, file)];
  const { id = null, revision = null } = (now ?? old)?.value ?? {};
  const drift = driftOf(name, old, now, before, after);
  return { ...nothing, server: isName(name) ? name : null, id, revision, drift: drift && kept(drift) };
}

function cardFile({ cards }: RegistryAt, server: string, file: string): FileOf<Card> | undefined {
  const card = cards.get(server);
  return card?.file === file ? card : undefined;
}

function grantsFile({ grants }: RegistryAt, agent: string, file: string): GrantsFile | undefined {
  const found = grants.get(agent);
  return found?.file === file ? found.value : undefined;
}

function driftOf(
  server: string,
  old: FileOf<Card> | undefined,
  now: FileOf<Card> | undefined,
  before: RegistryAt,
  after: RegistryAt,
): Drift | null {
  if (old !== undefined && now !== undefined)
    return diffCards(old.value, now.value, grantsOfBoth(old, now, { before, after }));
  if (now !== undefined)
    return diffTools([], now.value.tools, { server, grants: grantsOnCard(after, server) });
  if (old !== undefined)
    return diffTools(old.value.tools, [], { server, grants: grantsOnCard(before, server) });
  return null;
}

/** What a record keeps of a drift: the rest can be had from the two contents again. */
function kept({ server, added, removed, changed, revokes, scope, grants }: Drift): ChangeDraft["drift"] {
  return {
    server,
    added: [...added],
    removed: [...removed],
    changed: changed.map(({ tool, input, output }) => ({
      tool,
      input: fieldNames(input),
      output: fieldNames(output),
    })),
    revokes: [...revokes],
    scope,
    grants: grants.map(({ agent, tool, job }) => ({ agent, tool, job })),
  };
}

function fieldNames({ added, removed, changed }: FieldNames) {
  return { added: [...added], removed: [...removed], ...(changed && { changed: [...changed] }) };
}

/** The grants that one version of a file gives beyond another, and takes. */
export function grantsBetween(
  old: GrantsFile | undefined,
  now: GrantsFile | undefined,
): ChangeDraft["grants"] {
  const [before, after] = [grantNames(old), grantNames(now)];
  const without = (names: typeof before, other: typeof before) =>
    inOrder([...names].flatMap(([key, name]) => (other.has(key) ? [] : [name])));
  return { added: without(after, before), removed: without(before, after) };
}

/** The grants that a file writes down; whether they reach anything is not its business. An enrolment is of one card. */
function grantNames(file: GrantsFile | undefined): Map<string, GrantName> {
  const names = new Map<string, GrantName>();
  for (const { server, card, grants } of file?.enrolments ?? []) {
    for (const { tool, job } of grants) {
      const name = { agent: file?.agent ?? "", server, tool, job };
      names.set(JSON.stringify([server, card, tool, job]), name);
    }
  }
  return names;
}

/** All grants that the files of a registry write down. */
export function allGrants({ grants }: Pick<RegistryAt, "grants">): GrantName[] {
  return inOrder([...grants.values()].flatMap(({ value }) => Array.from(grantNames(value).values())));
}

function inOrder(names: readonly GrantName[]): GrantName[] {
  const byKey = sortedBy(names, ({ tool }) => tool);
  return byKey.toSorted(
    (one, two) => byCodePoint(one.agent, two.agent) || byCodePoint(one.server, two.server),
  );
}
