/** Check runs and suites as state: made by Apps only, one suite for each App and commit. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { appView } from "./account-view.ts";
import { ACTIONS_APP, type Actor } from "./actor.ts";
import { simpleCommitView } from "./commit-view.ts";
import { installedOn } from "./hooks.ts";
import { nodeId } from "./node-id.ts";
import { publish } from "./payloads.ts";
import type { App } from "./people.ts";
import { minimalPullView } from "./pull-view.ts";
import type { Repository } from "./repository.ts";
import { apiOf, htmlOf, minimalRepositoryView } from "./repository-view.ts";
import type { World } from "./world.ts";

export type CheckSuite = {
  id: number;
  app: App;
  branch: string | null;
  sha: string;
  before: string | undefined;
  at: string;
};

export type CheckRun = {
  id: number;
  suite: CheckSuite;
  app: App;
  sha: string;
  name: string;
  status: "queued" | "in_progress" | "completed";
  conclusion: string | null;
  startedAt: string;
  completedAt: string | null;
  externalId: string;
  detailsUrl: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
  annotations: JsonObject[];
};

/** After a push GitHub makes a suite for every App that may write checks, and asks it to begin. */
export function requestSuites(
  world: World,
  repository: Repository,
  actor: Actor,
  branch: string,
  before: string | undefined,
  sha: string,
): void {
  for (const app of world.apps.values()) {
    const reached =
      installedOn(world, app, repository) !== undefined && app.permissions["checks"] === "write";
    if (!reached || app.slug === ACTIONS_APP || findSuite(repository, app, sha) !== undefined) continue;
    const suite = addSuite(world, repository, app, sha, branch, before);
    publish(world, repository, "check_suite", actor, () => ({
      action: "requested",
      check_suite: suiteView(world, repository, suite),
    }));
  }
}

const findSuite = (repository: Repository, app: App, sha: string): CheckSuite | undefined =>
  repository.suites.find((suite) => suite.app.id === app.id && suite.sha === sha);

/** The suite of an App on a commit, made when it is the first. */
export function suiteOf(world: World, repository: Repository, app: App, sha: string): CheckSuite {
  const branch = [...repository.refs].find(([ref, tip]) => tip === sha && ref.startsWith("refs/heads/"))?.[0];
  const name = branch === undefined ? null : branch.slice("refs/heads/".length);
  return findSuite(repository, app, sha) ?? addSuite(world, repository, app, sha, name, undefined);
}

function addSuite(
  world: World,
  repository: Repository,
  app: App,
  sha: string,
  branch: string | null,
  before: string | undefined,
): CheckSuite {
  const suite = { id: world.nextId(), app, sha, branch, before, at: world.clock.now() };
  repository.suites.push(suite);
  return suite;
}

/** Open pull requests with this head; those from forks are left out, as on GitHub. */
function pullsWith(world: World, repository: Repository, sha: string): JsonObject[] {
  return [...repository.pulls.values()]
    .filter(
      (pull) => pull.state === "open" && pull.head.sha === sha && pull.head.repositoryId === repository.id,
    )
    .map((pull) => minimalPullView(world, repository, pull));
}

/** The worst of a suite's runs, in GitHub's order; null while any is not done. */
function conclusionOf(runs: readonly CheckRun[]): string | null {
  if (runs.length === 0 || runs.some(({ status }) => status !== "completed")) return null;
  const order = ["action_required", "timed_out", "cancelled", "failure", "neutral", "success", "skipped"];
  return order.find((conclusion) => runs.some((run) => run.conclusion === conclusion)) ?? null;
}

export function suiteView(world: World, repository: Repository, suite: CheckSuite): JsonObject {
  const runs = repository.runs.filter((run) => run.suite === suite);
  const conclusion = conclusionOf(runs);
  const url = `${apiOf(world, repository)}/check-suites/${suite.id}`;
  return {
    id: suite.id,
    node_id: nodeId("CS", suite.id),
    head_branch: suite.branch,
    head_sha: suite.sha,
    status: runs.length === 0 ? "queued" : conclusion === null ? "in_progress" : "completed",
    conclusion,
    url,
    before: suite.before ?? null,
    after: suite.sha,
    pull_requests: pullsWith(world, repository, suite.sha),
    app: appView(world, suite.app),
    repository: minimalRepositoryView(world, repository),
    created_at: suite.at,
    updated_at: suite.at,
    head_commit: simpleCommitView(repository, suite.sha),
    latest_check_runs_count: runs.length,
    check_runs_url: `${url}/check-runs`,
    rerequestable: true,
    runs_rerequestable: true,
  };
}

export function runView(world: World, repository: Repository, run: CheckRun): JsonObject {
  const url = `${apiOf(world, repository)}/check-runs/${run.id}`;
  const html = `${htmlOf(repository)}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId("CR", run.id),
    head_sha: run.sha,
    external_id: run.externalId,
    url,
    html_url: html,
    details_url: run.detailsUrl ?? html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      ...run.output,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.suite.id },
    app: appView(world, run.app),
    pull_requests: pullsWith(world, repository, run.sha),
  };
}

/** An event of a check run: `created`, `completed`, or `rerequested` by somebody. */
export function publishRun(
  world: World,
  repository: Repository,
  run: CheckRun,
  action: string,
  actor: Actor,
): void {
  publish(world, repository, "check_run", actor, () => ({
    action,
    check_run: { ...runView(world, repository, run), check_suite: suiteView(world, repository, run.suite) },
  }));
}

/** Somebody asks an App to check again. */
export function rerequest(world: World, repository: Repository, run: CheckRun, actor: Actor): void {
  publishRun(world, repository, run, "rerequested", actor);
}
