/** The operations on check runs and suites, with GitHub's limits. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { created, ok, paged, type Answer } from "./answer.ts";
import { appOf } from "./actor.ts";
import { isJsonObject, list, numberOf, object, text, textOr, type RepositoryCall } from "./call.ts";
import { checkActions, checkOutput } from "./check-limits.ts";
import { publishRun, runView, suiteOf, suiteView, type CheckRun } from "./checks.ts";
import { mergeArmed } from "./merging.ts";
import { forbidden, notFound, unprocessable } from "./refusal.ts";
import { htmlOf } from "./repository-view.ts";
import { needRevision } from "./revision.ts";

/** `POST …/check-runs` */
export function createRun({ world, repository, actor, body }: RepositoryCall): Answer {
  const app = appOf(actor);
  if (app === null) throw forbidden("You must authenticate via a GitHub App.");
  const sha = textOr(body, "head_sha", "");
  if (!repository.objects.commits.has(sha)) throw unprocessable(`No commit found for SHA: ${sha}`);
  const run: CheckRun = {
    id: world.nextId(),
    suite: suiteOf(world, repository, app, sha),
    app,
    sha,
    name: textOr(body, "name", ""),
    status: "queued",
    conclusion: null,
    startedAt: text(body, "started_at") ?? world.clock.now(),
    completedAt: null,
    externalId: "",
    detailsUrl: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
  };
  applyRun(run, body, world.clock.now());
  repository.runs.push(run);
  publishRun(world, repository, run, "created", actor);
  if (run.status === "completed") publishRun(world, repository, run, "completed", actor);
  mergeArmed(world, repository, sha);
  return created(runView(world, repository, run));
}

/** `PATCH …/check-runs/{check_run_id}`: only by the App that made it; annotations are added, never replaced. */
export function updateRun(call: RepositoryCall): Answer {
  const { world, repository, actor, body } = call;
  const run = needRun(call);
  const app = appOf(actor);
  if (app === null) throw forbidden("You must authenticate via a GitHub App.");
  if (app.id !== run.app.id) {
    throw forbidden(
      `Invalid app_id \`${app.id}\` - check run can only be modified by the GitHub App that created it.`,
    );
  }
  const before = run.status;
  applyRun(run, body, world.clock.now());
  if (run.status === "completed" && before !== "completed")
    publishRun(world, repository, run, "completed", actor);
  mergeArmed(world, repository, run.sha);
  return ok(runView(world, repository, run));
}

/** Checks everything first, so that a refused call changes nothing. */
function applyRun(run: CheckRun, body: JsonObject, now: string): void {
  const output = object(body, "output");
  if (output !== undefined) checkOutput(output);
  checkActions(list(body, "actions"));
  const conclusion = text(body, "conclusion");
  const status = conclusion === undefined ? text(body, "status") : "completed";
  if (status === "completed" && conclusion === undefined && run.conclusion === null) {
    throw unprocessable('Invalid request.\n\nNo subschema in "oneOf" matched: conclusion is required.');
  }
  if (status === "queued" || status === "in_progress" || status === "completed") run.status = status;
  if (conclusion !== undefined) run.conclusion = conclusion;
  else if (run.status !== "completed") run.conclusion = null;
  run.completedAt =
    run.status === "completed" ? (text(body, "completed_at") ?? run.completedAt ?? now) : null;
  run.name = textOr(body, "name", run.name);
  run.externalId = textOr(body, "external_id", run.externalId);
  run.detailsUrl = text(body, "details_url") ?? run.detailsUrl;
  if (output === undefined) return;
  run.output = {
    title: text(output, "title") ?? run.output.title,
    summary: text(output, "summary") ?? null,
    text: text(output, "text") ?? null,
  };
  run.annotations.push(...list(output, "annotations").filter(isJsonObject));
}

function needRun(call: RepositoryCall): CheckRun {
  const run = call.repository.runs.find(({ id }) => id === numberOf(call, "check_run_id"));
  if (run === undefined) throw notFound();
  return run;
}

/** `GET …/check-runs/{check_run_id}` */
export const getRun = (call: RepositoryCall): Answer =>
  ok(runView(call.world, call.repository, needRun(call)));

/** `GET …/check-runs/{check_run_id}/annotations` */
export function listAnnotations(call: RepositoryCall): Answer {
  const run = needRun(call);
  return paged(call, run.annotations, (annotation) => ({
    path: annotation["path"] ?? "",
    blob_href: `${htmlOf(call.repository)}/blob/${run.sha}/${textOr(annotation, "path", "")}`,
    start_line: annotation["start_line"] ?? 1,
    start_column: annotation["start_column"] ?? null,
    end_line: annotation["end_line"] ?? 1,
    end_column: annotation["end_column"] ?? null,
    annotation_level: annotation["annotation_level"] ?? null,
    title: annotation["title"] ?? null,
    message: annotation["message"] ?? null,
    raw_details: annotation["raw_details"] ?? null,
  }));
}

/** `GET …/commits/{ref}/check-runs`: newest first; with `filter=latest` (the default) one of each name and suite. */
export function listRuns(call: RepositoryCall): Answer {
  const { repository, query, world } = call;
  const sha = needRevision(repository, call.params["ref"] ?? "");
  let runs = repository.runs.filter(
    (run) =>
      run.sha === sha &&
      (query["check_name"] ?? run.name) === run.name &&
      (query["status"] ?? run.status) === run.status &&
      (query["app_id"] ?? String(run.app.id)) === String(run.app.id),
  );
  if (query["filter"] !== "all") {
    runs = runs.filter(
      (run) => runs.findLast((other) => other.suite === run.suite && other.name === run.name) === run,
    );
  }
  return paged(
    call,
    runs.toReversed(),
    (run) => runView(world, repository, run),
    (page) => ({
      total_count: runs.length,
      check_runs: page,
    }),
  );
}

/** `GET …/commits/{ref}/check-suites` */
export function listSuites(call: RepositoryCall): Answer {
  const { repository, query, world } = call;
  const sha = needRevision(repository, call.params["ref"] ?? "");
  const name = query["check_name"];
  const suites = repository.suites.filter(
    (suite) =>
      suite.sha === sha &&
      (query["app_id"] ?? String(suite.app.id)) === String(suite.app.id) &&
      (name === undefined || repository.runs.some((run) => run.suite === suite && run.name === name)),
  );
  return paged(
    call,
    suites,
    (suite) => suiteView(world, repository, suite),
    (page) => ({
      total_count: suites.length,
      check_suites: page,
    }),
  );
}

/** `GET …/check-suites/{check_suite_id}` */
export function getSuite(call: RepositoryCall): Answer {
  const suite = call.repository.suites.find(({ id }) => id === numberOf(call, "check_suite_id"));
  if (suite === undefined) throw notFound();
  return ok(suiteView(call.world, call.repository, suite));
}
