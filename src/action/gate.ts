import { readFile } from "node:fs/promises";
import { EVENTS, tasksOf, type GateTask } from "../core/gate/event-tasks.ts";
import { summariesOf } from "../core/gate/publication.ts";
import type { Verdict } from "../core/gate/verdict.ts";
import { plain } from "../core/explain/inert.ts";
import { createClient } from "../github/client.ts";
import { createGatePort } from "../github/gate-port.ts";
import { lookAtGroup, lookAtPullRequest, pullRequestsOf, type Looked } from "../jobs/look.ts";
import { obey, type Obeying } from "../jobs/obey.ts";
import { placeOf } from "../jobs/place.ts";
import type { Here } from "./context.ts";
import { failureWords } from "./failure-words.ts";
import type { Inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** What to say to whoever runs it without: on a review in a pull request from a fork nothing helps. */
const PERMISSIONS =
  "contents: read, pull-requests: write, statuses: write; on a review in a pull request from a fork GitHub gives a token " +
  "that can only read, and the next other event judges it";

/** Events on which a workflow looks at everything: what was lost is found then. */
const SWEEPS: ReadonlySet<string> = new Set(["schedule", "workflow_dispatch"]);

/**
 * `mode: gate`: judges what an event is about, as a commit status. Nothing is checked out, and of the event only numbers
 * count: all else is read from GitHub as it is now.
 */
export async function gate(inputs: Inputs, { environment }: Here, runner: Runner): Promise<boolean> {
  if (inputs.token === "")
    throw new Error("mode: gate needs github-token: the workflow's own ${{ github.token }}, or an App's");
  runner.mask(inputs.token);
  const { apiUrl, repository, page } = placeOf(environment);
  const client = createClient({ apiUrl, token: inputs.token, repository });
  const port = createGatePort(client, { by: "action", url: page });
  const obeying: Obeying = { client, port, by: "action", now: Date.now };
  const tasks = tasksFor(environment["GITHUB_EVENT_NAME"] ?? "", await eventIn(environment));
  const done: Done = { verdicts: [], failed: false, runner };
  for (const task of tasks) await during(done, () => perform(task, obeying, done));
  const { verdicts } = done;
  runner.output("verdicts", JSON.stringify(verdicts.map(dataOf)));
  for (const { pullRequest, title } of verdicts) runner.log(plain(`#${pullRequest}: ${title}`));
  if (verdicts.length > 0) runner.summary(summariesOf(verdicts));
  else runner.log("There is nothing to judge.");
  return !done.failed;
}

/** What a run did so far. */
interface Done {
  readonly verdicts: Verdict[];
  failed: boolean;
  readonly runner: Runner;
}

function dataOf({ pullRequest, head, kind }: Verdict) {
  return { pullRequest, head, verdict: kind };
}

function tasksFor(event: string, payload: unknown): GateTask[] {
  if (SWEEPS.has(event)) return [{ kind: "all" }];
  if (event === "pull_request")
    throw new Error(
      "mode: gate is for pull_request_target: on pull_request the workflow is the pull request's own",
    );
  const name = event === "pull_request_target" ? "pull_request" : event;
  if ((EVENTS as readonly string[]).includes(name)) return tasksOf(name, payload);
  throw new Error(`mode: gate has nothing to do on ${JSON.stringify(event)}: examples/ has the workflows`);
}

async function eventIn(environment: Here["environment"]): Promise<unknown> {
  const path = environment["GITHUB_EVENT_PATH"] ?? "";
  return path === "" ? undefined : (JSON.parse(await readFile(path, "utf8")) as unknown);
}

async function perform(task: GateTask, obeying: Obeying, done: Done): Promise<void> {
  switch (task.kind) {
    case "comment":
      await obey(task, obeying);
      return;
    case "group":
      note(await lookAtGroup(task, obeying), done);
      return;
    case "pull-request":
      note(await lookAtPullRequest(task.number, obeying), done);
      return;
    case "record":
      // By a job of its own, that may write.
      return;
    case "head":
    case "all":
      for (const number of await pullRequestsOf(task, obeying.port))
        await during(done, async () => note(await lookAtPullRequest(number, obeying), done));
      return;
    default:
      task satisfies never;
  }
}

function note(looked: Looked, { verdicts, runner }: Done): void {
  if (looked.kind === "judged") verdicts.push(...looked.judged.verdicts);
  if (looked.kind === "other-publisher")
    runner.annotate(
      "warning",
      "the settings name the App as who publishes (gate.by: app): the Action publishes nothing",
    );
}

/** One thing that goes wrong must not keep the others from being judged. */
async function during(done: Done, doing: () => Promise<void>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    done.failed = true;
    done.runner.annotate("error", failureWords(error, PERMISSIONS));
  }
}
