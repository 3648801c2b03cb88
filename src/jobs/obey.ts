import { answerText, type Answer, type Refusal } from "../core/commands/answer.ts";
import { commandsIn, type Command } from "../core/commands/commands-in.ts";
import { ownersAt, ownersOfPath } from "../core/gate/owners-at.ts";
import type { PullRequestNow } from "../core/gate/pull-request.ts";
import { codeownersIn, registryIn } from "../core/gate/registry-in.ts";
import type { Client } from "../github/client.ts";
import { claimComment, react, readComment, sayOnce, type CommentNow } from "../github/comments.ts";
import { lookAtPullRequest, publishes, type Looking } from "./look.ts";
import { pathIn } from "./propose-source.ts";
import { rewriteProposal } from "./rewrite-proposal.ts";

/** What commands are carried out with. */
export interface Obeying extends Looking {
  readonly client: Client;
  readonly now: () => number;
}

/** What came of a comment: why it was passed over, or how it was answered. */
export type Obeyed =
  | "no-comment"
  | "no-command"
  | "not-open"
  | "other-publisher"
  | "done-before"
  | "refused"
  | "heard";

/**
 * Carries out the commands in a comment on a pull request, once, and answers by a reaction and our one comment. All is read
 * anew; what was delivered of the comment counts for nothing.
 */
export async function obey(
  { number, comment: id }: { readonly number: number; readonly comment: number },
  obeying: Obeying,
): Promise<Obeyed> {
  const { client, port } = obeying;
  const comment = await readComment(id, client);
  if (comment?.pullRequest !== number || comment.author?.kind !== "person") return "no-comment";
  const commands = commandsIn(comment.body);
  if (commands.length === 0) return "no-command";
  const now = await port.pullRequest(number);
  if (now?.state !== "open") return "not-open";
  if (!(await publishes(now.defaultBranch.commit, obeying))) return "other-publisher";
  const { isNew, self } = await claimComment(id, client);
  if (!isNew) return "done-before";
  const answer = await carriedOut({ comment, commands, now }, obeying);
  const body = answerText(answer, { url: comment.url, login: comment.author.login });
  await sayOnce(number, { body, self }, client);
  await react(id, isDone(answer) ? "+1" : "confused", client);
  if (answer.kind === "heard" && answer.done !== undefined) await lookAtPullRequest(number, obeying);
  return answer.kind;
}

interface Said {
  readonly comment: CommentNow;
  readonly commands: readonly Command[];
  readonly now: PullRequestNow;
}

/** Nobody tries again what was once begun: whatever goes wrong has to be said. */
async function carriedOut(said: Said, obeying: Obeying): Promise<Answer> {
  try {
    return await answerTo(said, obeying);
  } catch {
    return { kind: "refused", why: "failed" };
  }
}

function isDone(answer: Answer): boolean {
  return (
    answer.kind === "heard" && answer.results.every(({ kind }) => kind === "declined" || kind === "recreated")
  );
}

async function answerTo({ comment, commands, now }: Said, obeying: Obeying): Promise<Answer> {
  const { client, port } = obeying;
  const { proposalOf: server, defaultBranch, base } = now;
  if (comment.isEdited) return { kind: "refused", why: "edited" };
  if (server === undefined || base.branch !== defaultBranch.branch) {
    return { kind: "refused", why: "no-proposal" };
  }
  const [snapshot] = await port.snapshots([defaultBranch.commit]);
  const registry = snapshot && registryIn(snapshot);
  if (registry === undefined || snapshot?.folder === undefined) return { kind: "refused", why: "no-card" };
  const file = pathIn(snapshot.folder, `cards/${server}.yaml`);
  const owners = ownersOfPath(ownersAt(snapshot), file);
  const refusal = await whyNot(comment.author?.login ?? "", owners, obeying);
  if (refusal !== undefined) return { kind: "refused", why: refusal, file };
  return rewriteProposal({
    server,
    commands,
    at: comment.at,
    client,
    registry,
    folder: snapshot.folder,
    codeowners: codeownersIn(snapshot),
    defaultBranch: defaultBranch.branch,
    now: obeying.now(),
  });
}

/** Why somebody may not command; undefined when they may. */
async function whyNot(
  login: string,
  owners: readonly string[],
  { port }: Obeying,
): Promise<Refusal | undefined> {
  if (owners.length === 0) return "unowned";
  const questions = owners.map((owner) => ({ kind: "is-owner" as const, login, owner }));
  const standings = await port.people(questions, true);
  if (standings.some(({ is }) => is === "yes")) return undefined;
  return standings.some(({ is }) => is === "unknown") ? "owner-unknown" : "not-owner";
}
