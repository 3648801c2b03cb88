import { mayDiffer, readingFor, selectedCards } from "../core/drift/choose.ts";
import { ownersOf } from "../core/owners/owners.ts";
import { driftFingerprint } from "../core/propose/fingerprint.ts";
import type { ProposalState, PullRequest, Refusal, Wanted } from "../core/propose/state.ts";
import { isName } from "../core/registry/shape-parts.ts";
import type { Declined } from "../core/update/card.ts";
import type { Client } from "../github/client.ts";
import { observe, type Seen } from "../github/observe.ts";
import { openPulls, pastPulls, type SeenOpen } from "../github/pulls-of.ts";
import { askedFor, type Source } from "./propose-source.ts";

/** What a run proposes, and how. */
export interface ProposeRequest extends Source {
  readonly client: Client;
  /** The servers it is about; all where left out, those whose card is gone among them. */
  readonly servers?: readonly string[];
  /** What the default branch is thought to be called. */
  readonly defaultBranch: string;
  /** The text of the CODEOWNERS file, empty where there is none. */
  readonly codeowners: string;
  /** Whether a person asked for a server's proposal in spite of a dismissal or of other people's commits. */
  readonly recreate: (server: string) => boolean;
  /** What is declined from now on, of the one server that this run is about. */
  readonly declines?: readonly Declined[];
  /** The most proposals that are opened in one run. */
  readonly maxNew: number;
  /** Only plan. */
  readonly dryRun: boolean;
  /** Judges an open proposal, where the Action publishes the check. */
  readonly judge?: (pullRequest: number) => Promise<void>;
  /** In milliseconds since 1970, UTC. */
  readonly now: number;
}

/** A server as it was seen, and what was made of it. */
export interface Case {
  readonly server: string;
  readonly state: ProposalState;
  readonly opens: readonly SeenOpen[];
  readonly seen: Seen;
}

/**
 * The servers whose list may differ from their card, and those that have a branch of ours though theirs does not. How they
 * differ is worked out once GitHub was asked: often nothing does, and then that part of the program is never loaded.
 */
export async function casesOf(request: ProposeRequest): Promise<Case[]> {
  const { client, defaultBranch } = request;
  const { differing, same } = sortServers(request);
  const seen = await look(differing, client, defaultBranch, request);
  const left = seen.branches.filter((server) => same.has(server) || isGone(server, request));
  const cases = await Promise.all(differing.map((server) => caseOf(server, seen, request)));
  if (left.length === 0) return cases;
  const name = seen.repository.kind === "ready" ? seen.repository.base.branch : defaultBranch;
  const rest = await look(left, client, name, request);
  return [...cases, ...(await Promise.all(left.map((server) => caseOf(server, rest, request))))];
}

/** The servers that were read, by whether their list may differ from their card. Of the others nothing is known. */
function sortServers({ registry, readings, servers }: ProposeRequest) {
  const differing: string[] = [];
  const same = new Set<string>();
  for (const card of selectedCards(registry, { ...(servers && { servers }) })) {
    const reading = readingFor(card, readings);
    if ("why" in reading) continue;
    if (mayDiffer(card, reading)) differing.push(card.server);
    else same.add(card.server);
  }
  return { differing, same };
}

/** Whether a branch may be that of a card that is gone: this run is about all of them, and knows no card of its name. */
function isGone(server: string, { registry, servers }: ProposeRequest): boolean {
  const known = registry.cards.some(({ value }) => value.server === server);
  return servers === undefined && !known && !registry.invalidCards.includes(server) && isName(server);
}

function look(
  servers: readonly string[],
  client: Client,
  defaultBranch: string,
  source: Source,
): Promise<Seen> {
  return observe(
    servers.map((server) => askedFor(source, server)),
    client,
    defaultBranch,
  );
}

async function caseOf(server: string, seen: Seen, request: ProposeRequest, refused?: Refusal): Promise<Case> {
  const one = seen.servers.get(server);
  const owners = ownersOf(request.codeowners, askedFor(request, server).card);
  const opens = one === undefined ? [] : openPulls(one.nodes, seen.viewer);
  const isOpen = opens.some(({ pull }) => pull.ours);
  const headCard = isOpen ? one?.headCard : undefined;
  const { wantedFor } = await import("./propose-wanted.ts");
  const wanted: Wanted =
    seen.repository.kind === "ready"
      ? wantedFor(request, server, {
          ...(headCard !== undefined && { headCard }),
          ...(one?.branch && { branch: one.branch }),
          ...(request.declines && { declines: request.declines }),
          owners,
          base: seen.repository.base,
        })
      : { kind: "no-card" };
  const past =
    isOpen || one === undefined || wanted.kind !== "known"
      ? []
      : await pastPulls(one.nodes, { ...contextOf(wanted), owners, viewer: seen.viewer }, request.client);
  const pullRequests: PullRequest[] = [...opens.map(({ pull }) => pull), ...past];
  const state: ProposalState = {
    server,
    repository: seen.repository,
    wanted,
    pullRequests,
    ...(one?.branch && { branch: one.branch }),
    ...(refused && { refused }),
    recreate: request.recreate(server),
    identity: seen.viewer === "github-actions[bot]" ? "actions-token" : "app",
    now: request.now,
  };
  return { server, state, opens, seen };
}

function contextOf({ drift, files }: Extract<Wanted, { kind: "known" }>) {
  return { drift: driftFingerprint(drift), files };
}

/** The same server, looked at again, with what GitHub refused meanwhile. */
export async function lookAgain(
  { server, seen }: Case,
  request: ProposeRequest,
  refused: Refusal | undefined,
): Promise<Case> {
  const name = seen.repository.kind === "ready" ? seen.repository.base.branch : request.defaultBranch;
  return caseOf(server, await look([server], request.client, name, request), request, refused);
}
