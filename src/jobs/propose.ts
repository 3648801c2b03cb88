import { mayDiffer, readingFor, selectedCards } from "../core/drift/choose.ts";
import { ownersOf } from "../core/owners/owners.ts";
import { driftFingerprint } from "../core/propose/fingerprint.ts";
import { planProposals } from "../core/propose/limit.ts";
import type { ProposalPlan } from "../core/propose/plan.ts";
import { planProposal } from "../core/propose/propose.ts";
import type { ProposalState, PullRequest, Refusal, Wanted } from "../core/propose/state.ts";
import { isName } from "../core/registry/shape-parts.ts";
import { carryOut, type Applied, type Applying } from "../github/apply.ts";
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
  /** The most proposals that are opened in one run. */
  readonly maxNew: number;
  /** Only plan. */
  readonly dryRun: boolean;
  /** The page that the status leads to. */
  readonly statusUrl?: string;
  /** In milliseconds since 1970, UTC. */
  readonly now: number;
}

/** What was planned for one server, and what came of it; in a dry run nothing did. */
export interface Outcome {
  readonly plan: ProposalPlan;
  readonly applied?: Applied;
}

/** A server as it was seen, and what was made of it. */
interface Case {
  readonly server: string;
  readonly state: ProposalState;
  readonly opens: readonly SeenOpen[];
  readonly seen: Seen;
}

/**
 * Brings the proposals of a registry's servers in line with what was read: plans all of them, then carries out one plan
 * after the other. A plan that somebody else was faster than is made anew, once.
 * @throws what octokit throws when the repository can't be looked at
 */
export async function propose(request: ProposeRequest): Promise<Outcome[]> {
  const cases = await casesOf(request);
  const states = new Map(cases.map((each) => [each.server, each]));
  const outcomes: Outcome[] = [];
  for (const plan of planProposals(
    cases.map(({ state }) => state),
    request.maxNew,
  )) {
    const found = states.get(plan.server);
    if (request.dryRun || found === undefined) outcomes.push({ plan });
    else outcomes.push(await finish(plan, found, request));
  }
  return outcomes.filter(({ plan }) => plan.kind !== "nothing" || plan.reason !== "no-drift");
}

/**
 * The servers whose list may differ from their card, and those that have a branch of ours though theirs does not. How they
 * differ is worked out once GitHub was asked: often nothing does, and then that part of the program is never loaded.
 */
async function casesOf(request: ProposeRequest): Promise<Case[]> {
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

/** Carries a plan out; where that shows that things are not as thought, looks again, plans again and tries once more. */
async function finish(plan: ProposalPlan, found: Case, request: ProposeRequest): Promise<Outcome> {
  const applied = await carryOut(plan, applyingFor(found, request));
  if (applied.ok) return { plan, applied };
  const refused = refusalIn(applied);
  if (refused === undefined && applied.failure.kind !== "not-as-thought") return { plan, applied };
  const { server } = plan;
  const name = found.seen.repository.kind === "ready" ? found.seen.repository.base.branch : "";
  const seen = await look([server], request.client, name, request);
  const again = await caseOf(server, seen, request, refused);
  const next = planProposal(again.state);
  return { plan: next, applied: await carryOut(next, applyingFor(again, request)) };
}

/** What GitHub does not let us do, learned from its refusal. */
function refusalIn(applied: Applied): Refusal | undefined {
  if (applied.ok) return undefined;
  const { failure } = applied;
  if (failure.kind === "actions-may-not-open") return { kind: "pull-requests" };
  return failure.kind === "rule" ? { kind: "branch", rule: failure.rule } : undefined;
}

function applyingFor({ server, state, opens, seen }: Case, request: ProposeRequest): Applying {
  const { gate } = request.registry.settings;
  const mine = opens.find(({ pull }) => pull.ours);
  const one = seen.servers.get(server);
  const isBare = mine !== undefined && one?.hasStatus === false;
  return {
    client: request.client,
    repositoryId: seen.id,
    baseTree: seen.baseTree,
    ...(mine?.comment !== undefined && { comment: mine.comment }),
    ...(gate.by === "action" && {
      status: request.statusUrl === undefined ? {} : { url: request.statusUrl },
      ...(isBare && state.branch && { withoutStatus: state.branch.head }),
    }),
  };
}
