import type { GateTask } from "../core/gate/event-tasks.ts";
import { publisherIn, type Publisher } from "../core/gate/publisher.ts";
import type { PullRequestNow } from "../core/gate/pull-request.ts";
import type { ObjectId } from "../core/propose/state.ts";
import { gateGroup, gatePullRequest, type Judged } from "./gate.ts";
import type { GatePort } from "./gate-port.ts";

/** What looks are made with. */
export interface Looking {
  readonly port: GatePort;
  /** Who we are: where the settings name the other publisher, nothing is written. */
  readonly by: Publisher;
}

/** What came of a look. */
export type Looked =
  | { readonly kind: "judged"; readonly judged: Judged }
  | { readonly kind: "not-open" }
  | { readonly kind: "other-publisher" };

/** Enough for what is published to come to rest; each round is a whole look. */
const MOST_ROUNDS = 3;

/** The open pull requests that a task is about. */
export async function pullRequestsOf(
  task: Extract<GateTask, { kind: "head" | "all" }>,
  port: GatePort,
): Promise<readonly number[]> {
  // All with one head are judged together.
  return task.kind === "all" ? port.open() : (await port.openWithHead(task.commit)).slice(0, 1);
}

/**
 * Looks at a pull request again, and publishes what is so now. One that is closed may have been the worst of those with its
 * head: then the others are looked at.
 */
export async function lookAtPullRequest(number: number, looking: Looking): Promise<Looked> {
  const { port } = looking;
  const now = await port.pullRequest(number);
  if (now === undefined) return { kind: "not-open" };
  if (now.state === "open") return lookAtOpen(now, looking);
  const [first] = await port.openWithHead(now.head);
  const other = first === undefined ? undefined : await port.pullRequest(first);
  return other?.state === "open" ? lookAtOpen(other, looking) : { kind: "not-open" };
}

async function lookAtOpen(now: PullRequestNow, looking: Looking): Promise<Looked> {
  const { port } = looking;
  if (!(await publishes(now.defaultBranch.commit, looking))) return { kind: "other-publisher" };
  const judged = await untilStill(knowing(now, port), (watched) => gatePullRequest(watched, now.number));
  return judged === undefined ? { kind: "not-open" } : { kind: "judged", judged };
}

/** Looks at a merge group, and publishes what is so on its head. */
export async function lookAtGroup(
  group: { readonly head: ObjectId; readonly base: ObjectId },
  looking: Looking,
): Promise<Looked> {
  if (!(await publishes(group.base, looking))) return { kind: "other-publisher" };
  return { kind: "judged", judged: await gateGroup(looking.port, group) };
}

/** Whether we are who publishes, by the settings of a commit. */
export async function publishes(commit: ObjectId, { port, by }: Looking): Promise<boolean> {
  const [snapshot] = await port.snapshots([commit]);
  const named = snapshot === undefined ? undefined : publisherIn(snapshot);
  return named === undefined || named === by;
}

/** A port that does not ask again for what was just read; once. */
function knowing(now: PullRequestNow, port: GatePort): GatePort {
  let known: PullRequestNow | undefined = now;
  return {
    ...port,
    pullRequest: (number) => {
      const answer = number === now.number ? known : undefined;
      known = undefined;
      return answer === undefined ? port.pullRequest(number) : Promise.resolve(answer);
    },
  };
}

/**
 * Looks again as long as that publishes something else than before. Whoever published last has looked after that: so when
 * two of us look at the same time, the one that saw the older state can't have the last word.
 */
async function untilStill<T>(port: GatePort, look: (port: GatePort) => Promise<T>): Promise<T> {
  let before = "";
  for (let round = 1; ; round++) {
    const published: string[] = [];
    const watched: GatePort = {
      ...port,
      publish: async (output) => {
        await port.publish(output);
        published.push(`${output.commit} ${output.id}`);
      },
    };
    const judged = await look(watched);
    const now = published.toSorted().join("\n");
    if (now === "" || now === before || round === MOST_ROUNDS) return judged;
    before = now;
  }
}
