import { byCodePoint, sortedBy } from "../json/order.ts";
import type { Reading } from "../reading/reading.ts";
import { addressOf, sameAddress } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import type { GrantsFile } from "../registry/grants.ts";
import { liveOf, type Freshness, type Live } from "./live.ts";
import type { Enrolled, IndexGrant, IndexReading, IndexServer } from "./model.ts";
import { toolsOf } from "./tools.ts";

/** The last approved state of what concerns one server; a card that was never approved is missing. */
interface ApprovedParts {
  readonly card: Card | undefined;
  readonly grants: readonly GrantsFile[];
}

/** What one server is merged from. */
export interface ServerParts extends Freshness {
  readonly card: Card;
  readonly grants: readonly GrantsFile[];
  readonly readings: readonly Reading[];
  /** Where approvals are in use. */
  readonly approved?: ApprovedParts | undefined;
  /** Whose titles and descriptions agents see. */
  readonly wording: "live" | "approved";
}

/** Merges one server's reading under its card (DESIGN §4). */
export function serverOf(parts: ServerParts): IndexServer {
  const { card, approved } = parts;
  const live = liveOf(card, parts.readings, parts);
  const suspended = card.suspended ?? approved?.card?.suspended;
  return {
    server: card.server,
    id: card.id,
    ...(card.title !== undefined && { title: card.title }),
    address: addressOf(card),
    ...(suspended !== undefined && { suspended }),
    reading: stateOf(live, parts),
    enrolled: enrolledIn(parts),
    grants: grantsIn(parts),
    tools: toolsOf(live, parts),
  };
}

/** Where the server is must be approved too: what is read from elsewhere is another server's list. */
function stateOf({ state }: Live, { card, approved }: ServerParts): IndexReading {
  if (approved === undefined || state.state !== "complete") return state;
  const before = approved.card;
  const isSame = before !== undefined && sameAddress(addressOf(before), addressOf(card));
  return before === undefined || isSame ? state : { state: "unapproved-address", at: state.at };
}

function enrolledIn({ card, grants, approved }: ServerParts): Enrolled[] {
  const before = approved && new Set(agentsOn(approved.card, approved.grants));
  const agents = new Set(agentsOn(card, grants));
  return sortedBy(agents, (agent) => agent).map((agent) =>
    before?.has(agent) === false ? { agent, unapproved: true } : { agent },
  );
}

function agentsOn(card: Card | undefined, files: readonly GrantsFile[]): string[] {
  return files.filter((file) => enrolments(card, file).length > 0).map(({ agent }) => agent);
}

/** An agent's enrolments with a card: those that name another id are with another card. */
function enrolments(card: Card | undefined, { enrolments: all }: GrantsFile): GrantsFile["enrolments"] {
  return all.filter(({ server, card: id }) => server === card?.server && id === card.id);
}

function grantsIn({ card, grants, approved }: ServerParts): IndexGrant[] {
  const before = approved && new Set(grantsOn(approved.card, approved.grants).map(keyOf));
  const all = new Map(grantsOn(card, grants).map((grant) => [keyOf(grant), grant]));
  const marked: IndexGrant[] = [];
  for (const [key, grant] of all)
    marked.push(before?.has(key) === false ? { ...grant, unapproved: true } : grant);
  return marked.toSorted(
    (left, right) =>
      byCodePoint(left.agent, right.agent) ||
      byCodePoint(left.tool, right.tool) ||
      byCodePoint(left.job, right.job),
  );
}

function grantsOn(card: Card | undefined, files: readonly GrantsFile[]): IndexGrant[] {
  return files.flatMap((file) =>
    enrolments(card, file).flatMap(({ grants }) =>
      grants.map(({ tool, job }) => ({ agent: file.agent, tool, job })),
    ),
  );
}

function keyOf({ agent, tool, job }: IndexGrant): string {
  return JSON.stringify([agent, tool, job]);
}
