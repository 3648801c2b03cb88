import type { Refusal, Result } from "../core/commands/answer.ts";
import { askedBy, type Asked } from "../core/commands/asked.ts";
import type { Command } from "../core/commands/commands-in.ts";
import type { ProposalPlan } from "../core/propose/plan.ts";
import { planProposal } from "../core/propose/propose.ts";
import type { CompleteReading } from "../core/reading/reading.ts";
import { addressOf } from "../core/registry/address.ts";
import { parseCard, type Card } from "../core/registry/card.ts";
import type { Registry } from "../core/registry/registry.ts";
import { carryOut } from "../github/apply.ts";
import type { Client } from "../github/client.ts";
import { blobText, observe } from "../github/observe.ts";
import { casesOf, type ProposeRequest } from "./propose-case.ts";
import { askedFor } from "./propose-source.ts";
import { outcomeWords } from "./propose-words.ts";
import { applyingFor } from "./propose.ts";

/** What is to be done to one server's open proposal, and by what it is known. */
export interface Rewriting {
  readonly server: string;
  readonly commands: readonly Command[];
  /** When the commands were given, by GitHub's clock: what was proposed later nobody had seen. */
  readonly at: number;
  readonly client: Client;
  /** The registry on the default branch, and its folder in the repository. */
  readonly registry: Registry;
  readonly folder: string;
  readonly codeowners: string;
  readonly defaultBranch: string;
  readonly now: number;
}

/** What came of commands on a proposal. */
export type Rewritten =
  | { readonly kind: "heard"; readonly results: readonly Result[]; readonly done: string | undefined }
  | { readonly kind: "refused"; readonly why: Refusal };

/**
 * Rewrites an open proposal as commands say. Nobody reads the server here: what it lists is taken to be what the proposal
 * shows, and the next scan corrects that.
 */
export async function rewriteProposal(rewriting: Rewriting): Promise<Rewritten> {
  const { server, registry, commands } = rewriting;
  const card = registry.cards.find(({ value }) => value.server === server)?.value;
  if (card === undefined) return refuse("no-card");
  const shown = await shownBy(rewriting, card);
  if ("why" in shown) return refuse(shown.why);
  const asked = askedBy(commands, card, shown.card);
  if (asked.declines.length === 0 && !asked.recreate) {
    return { kind: "heard", results: asked.results, done: undefined };
  }
  const request = requestFor(rewriting, asked, readingOf(card, shown.card));
  const [found] = await casesOf(request);
  if (found?.state.branch?.head !== shown.head) return refuse("changing");
  const plan = dated(planProposal(found.state), shown.proposedAt);
  if (plan.kind === "wait") return plan.reason === "base-moved" ? refuse("changing") : heard(asked, plan);
  if (plan.kind !== "replace" && plan.kind !== "retext" && plan.kind !== "nothing") return refuse("changing");
  const applied = await carryOut(plan, applyingFor(found, request));
  if (applied.ok) return { kind: "heard", results: asked.results, done: outcomeWords({ plan, applied }) };
  return refuse(applied.failure.kind === "not-as-thought" ? "changing" : "failed");
}

function refuse(why: Refusal): Rewritten {
  return { kind: "refused", why };
}

/** Nothing is done now: of what was asked for, only what was wrong with it can be said. */
function heard({ results }: Asked, plan: ProposalPlan): Rewritten {
  const wrong = results.filter(({ kind }) => kind !== "declined" && kind !== "recreated");
  const done = `Nothing was done: ${outcomeWords({ plan, applied: { ok: true } })} Comment again then.`;
  return { kind: "heard", results: wrong, done };
}

/** What a proposal shows, as far as it is toolcard's. */
interface Shown {
  readonly card: Card;
  /** The head of its branch. */
  readonly head: string;
  /** When these forms were first proposed: RFC 3339. */
  readonly proposedAt: string;
}

async function shownBy(rewriting: Rewriting, card: Card): Promise<Shown | { readonly why: Refusal }> {
  const { server, client, registry, folder, defaultBranch, commands, at } = rewriting;
  const source = { registry, folder, readings: [] };
  const seen = await observe([askedFor(source, server)], client, defaultBranch);
  const { branch, own, headCard } = seen.servers.get(server) ?? {};
  if (branch === undefined || own === undefined || headCard === undefined)
    return { why: branch?.commits.includes("foreign") === true ? "nothing-of-ours" : "changing" };
  const isForeign = branch.commits.includes("foreign");
  const recreate = commands.some(({ kind }) => kind === "recreate");
  if (isForeign && !recreate) return { why: "foreign-commits" };
  const parsed = parseCard(isForeign ? await blobText(own.card, client) : headCard, `cards/${server}.yaml`);
  if (!parsed.ok || parsed.value.id !== card.id) return { why: "nothing-of-ours" };
  const proposedAt = await proposedAtOf(own.commit, client);
  const isNewer = Date.parse(proposedAt) > at && commands.some(({ kind }) => kind === "decline");
  return isNewer ? { why: "newer-proposal" } : { card: parsed.value, head: branch.head, proposedAt };
}

/** In the message of a commit that only takes tools out of a proposal: since when it shows what it shows. */
const SINCE = "Forms as proposed ";

async function proposedAtOf(commit: string, { octokit, at }: Client): Promise<string> {
  const path = "GET /repos/{owner}/{repo}/git/commits/{commit_sha}";
  const { data } = await octokit.request(path, { ...at, commit_sha: commit });
  const line = data.message.split("\n").find((each) => each.startsWith(SINCE));
  return line === undefined ? data.committer.date : line.slice(SINCE.length);
}

function dated(plan: ProposalPlan, proposedAt: string): ProposalPlan {
  if (plan.kind !== "replace") return plan;
  const message = `${plan.commit.message}\n\n${SINCE}${proposedAt}`;
  return { ...plan, commit: { ...plan.commit, message } };
}

/** The proposal as if the server had just listed what it shows. */
function readingOf(card: Card, shown: Card): CompleteReading {
  return {
    server: card.server,
    address: addressOf(card),
    readAs: { ...card.readAs, capabilities: card.readAs?.capabilities ?? [] },
    time: "",
    outcome: "complete",
    tools: shown.tools,
    notes: [],
    confirmed: true,
  };
}

function requestFor(rewriting: Rewriting, asked: Asked, reading: CompleteReading): ProposeRequest {
  const { client, server, registry, folder, codeowners, defaultBranch, now } = rewriting;
  return {
    client,
    registry,
    folder,
    codeowners,
    defaultBranch,
    now,
    readings: [reading],
    servers: [server],
    recreate: () => asked.recreate,
    declines: asked.declines,
    maxNew: 0,
    dryRun: false,
  };
}
