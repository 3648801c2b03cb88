import { expect, test } from "vitest";
import { clientOf } from "./client.ts";
import { checkState } from "./required-checks.ts";
import { startScene } from "./scene.ts";

type Report = "success" | "failure" | "pending" | "neutral" | "skipped" | "in_progress" | undefined;

test.each<[status: Report, run: Report, state: string]>([
  [undefined, undefined, "expected"],
  ["success", undefined, "green"],
  ["failure", undefined, "failing"],
  ["pending", undefined, "expected"],
  [undefined, "success", "green"],
  [undefined, "neutral", "green"],
  [undefined, "skipped", "green"],
  [undefined, "failure", "failing"],
  [undefined, "in_progress", "expected"],
  ["success", "success", "green"],
  ["failure", "success", "failing"],
  ["success", "failure", "failing"],
])("a required check with status %s and run %s is %s", async (status, run, state) => {
  const { github, repo, rest, at } = await startScene();
  const sha = repo.tip() ?? "";
  const context = "toolcard/scope";
  if (status === "success" || status === "failure" || status === "pending")
    await rest.repos.createCommitStatus({ ...at, sha, context, state: status });
  if (run === "in_progress") await rest.checks.create({ ...at, name: context, head_sha: sha, status: run });
  else if (run !== undefined && run !== "pending")
    await rest.checks.create({ ...at, name: context, head_sha: sha, status: "completed", conclusion: run });
  expect(checkState(repo.state, sha, { context, app: undefined })).toBe(state);
  await github.close();
});

test("a check that must come from one App is not there when another reports it", async () => {
  const { github, repo, rest, at, app } = await startScene();
  const sha = repo.tip() ?? "";
  const required = { context: "toolcard/scope", app: app.id };
  const forger = clientOf(github.url, github.userToken("bob")).rest;
  await forger.repos.createCommitStatus({ ...at, sha, context: required.context, state: "success" });
  const workflow = clientOf(github.url, github.actionsToken(repo, { checks: "write" })).rest;
  await workflow.checks.create({
    ...at,
    name: required.context,
    head_sha: sha,
    status: "completed",
    conclusion: "success",
  });
  expect(checkState(repo.state, sha, required)).toBe("expected");
  await rest.checks.create({
    ...at,
    name: required.context,
    head_sha: sha,
    status: "completed",
    conclusion: "failure",
  });
  expect(checkState(repo.state, sha, required)).toBe("failing");
  await github.close();
});
