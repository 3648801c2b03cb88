import { expect, test } from "vitest";
import { clientOf } from "./client.ts";
import { createAppJwt } from "./jwt.ts";
import { OPERATIONS } from "./operations.ts";
import { commitFiles, propose, startScene } from "./scene.ts";

test("every operation answers as GitHub's description says, and nothing else was called", async () => {
  const scene = await startScene();
  const { github, repo, app, rest, at } = scene;
  github.team("acme", "security", { members: ["carol"] });
  repo.giveTeam("security", "write");
  repo.as("alice").push("main", { ".github/CODEOWNERS": "/cards/ @acme/security\n* @nobody\n" });
  repo.require(["toolcard/scope"]);
  const { number, head } = await propose(scene);
  const issue = { ...at, issue_number: number };
  const pull = { ...at, pull_number: number };

  await rest.repos.get(at);
  await rest.repos.getBranch({ ...at, branch: "toolcard/b" });
  await rest.repos.getBranchRules({ ...at, branch: "main" });
  await rest.repos.codeownersErrors(at);
  await rest.actions.getGithubActionsDefaultWorkflowPermissionsRepository(at);
  await rest.repos.getCommit({ ...at, ref: head });
  await rest.repos.listCommits({ ...at, sha: "toolcard/b", path: "cards/b.yaml" });
  await rest.repos.compareCommitsWithBasehead({ ...at, basehead: "main...toolcard/b" });
  for (const path of ["", "cards", "cards/b.yaml"]) await rest.repos.getContent({ ...at, path });
  await rest.repos.listActivities({ ...at, ref: "toolcard/b" });
  await rest.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha: head });
  await rest.repos.getCollaboratorPermissionLevel({ ...at, username: "carol" });

  const commit = await rest.git.getCommit({ ...at, commit_sha: head });
  const tree = await rest.git.getTree({ ...at, tree_sha: commit.data.tree.sha, recursive: "1" });
  const blob = await rest.git.createBlob({ ...at, content: "x", encoding: "utf-8" });
  await rest.git.getBlob({ ...at, file_sha: blob.data.sha });
  await rest.git.getRef({ ...at, ref: "heads/toolcard/b" });
  await rest.git.listMatchingRefs({ ...at, ref: "heads/toolcard/" });
  const next = await commitFiles(scene, head, { "cards/b.yaml": "b: 3\n" });
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: next });
  expect(tree.data.tree.map(({ path }) => path)).toEqual([
    ".github",
    ".github/CODEOWNERS",
    "a.txt",
    "cards",
    "cards/b.yaml",
  ]);

  await rest.pulls.list({ ...at, head: "acme:toolcard/b", state: "all" });
  await rest.pulls.get(pull);
  await rest.pulls.update({ ...pull, title: "Update b again" });
  await rest.pulls.listFiles(pull);
  await rest.pulls.listCommits(pull);
  const bobs = clientOf(github.url, github.userToken("bob")).rest;
  const review = await bobs.pulls.createReview({ ...pull, event: "REQUEST_CHANGES", body: "no" });
  await rest.pulls.dismissReview({ ...pull, review_id: review.data.id, message: "talked" });
  await rest.pulls.listReviews(pull);

  await rest.issues.createLabel({
    ...at,
    name: "widens-scope",
    color: "d93f0b",
    description: "an owner said yes",
  });
  await rest.issues.getLabel({ ...at, name: "widens-scope" });
  await rest.issues.listLabelsForRepo(at);
  await rest.issues.addLabels({ ...issue, labels: ["widens-scope"] });
  await rest.issues.listLabelsOnIssue(issue);
  await rest.issues.removeLabel({ ...issue, name: "widens-scope" });
  const comment = await rest.issues.createComment({ ...issue, body: "hello" });
  const one = { ...at, comment_id: comment.data.id };
  await rest.issues.getComment(one);
  await rest.issues.updateComment({ ...one, body: "hello again" });
  await rest.issues.listComments(issue);
  await rest.reactions.createForIssueComment({ ...one, content: "eyes" });
  await rest.issues.get(issue);
  const other = await rest.issues.create({ ...at, title: "Something else", body: "of no pull request" });
  await rest.issues.update({ ...at, issue_number: other.data.number, state: "closed" });
  const all = await rest.issues.listForRepo({ ...at, state: "all" });
  expect(all.data.map(({ pull_request }) => pull_request !== undefined)).toContain(true);
  expect(all.data[0]).toMatchObject({ number: other.data.number, state: "closed" });
  await rest.issues.listEvents(issue);
  const timeline = await rest.issues.listEventsForTimeline(issue);
  expect(timeline.data.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      "committed",
      "renamed",
      "reviewed",
      "review_dismissed",
      "labeled",
      "unlabeled",
      "commented",
    ]),
  );

  const run = await rest.checks.create({
    ...at,
    name: "toolcard/scope",
    head_sha: next,
    status: "in_progress",
  });
  const check = { ...at, check_run_id: run.data.id };
  const annotation = {
    path: "cards/b.yaml",
    start_line: 1,
    end_line: 1,
    annotation_level: "failure",
    message: "wider",
  } as const;
  await rest.checks.update({
    ...check,
    conclusion: "success",
    output: { title: "t", summary: "s", annotations: [annotation] },
  });
  await rest.checks.get(check);
  await rest.checks.listAnnotations(check);
  await rest.checks.listForRef({ ...at, ref: next, check_name: "toolcard/scope", filter: "all" });
  await rest.checks.listSuitesForRef({ ...at, ref: next });
  await rest.checks.getSuite({ ...at, check_suite_id: run.data.check_suite?.id ?? 0 });
  await rest.repos.createCommitStatus({ ...at, sha: next, state: "success", context: "other" });
  await rest.repos.getCombinedStatusForRef({ ...at, ref: next });
  await rest.repos.listCommitStatusesForRef({ ...at, ref: next });

  await rest.teams.getByName({ org: "acme", team_slug: "security" });
  await rest.teams.listMembersInOrg({ org: "acme", team_slug: "security" });
  await rest.teams.getMembershipForUserInOrg({ org: "acme", team_slug: "security", username: "carol" });
  await rest.teams.checkPermissionsForRepoInOrg({ org: "acme", team_slug: "security", ...at });
  await rest.users.getByUsername({ username: "carol" });
  await bobs.users.getAuthenticated();
  await rest.rateLimit.get();
  await rest.apps.listReposAccessibleToInstallation();
  const appRest = clientOf(github.url, createAppJwt(app.id, app.privateKey())).rest;
  await appRest.apps.getAuthenticated();
  const installation = await appRest.apps.getRepoInstallation(at);
  await appRest.apps.createInstallationAccessToken({ installation_id: installation.data.id });

  await rest.pulls.merge({ ...pull, sha: next });
  await rest.pulls.checkIfMerged(pull);
  await rest.git.deleteRef({ ...at, ref: "heads/toolcard/b" });

  const called = new Set(github.calls().map(({ operation }) => operation));
  expect([...called].toSorted()).toEqual(Object.keys(OPERATIONS).toSorted());
  await github.close();
});

test("lists come in pages of 30, at most 100, linked by the repository's number", async () => {
  const { github, repo, rest, at } = await startScene();
  for (let index = 0; index < 130; index += 1) repo.label(`label-${String(index).padStart(3, "0")}`);
  const first = await rest.issues.listLabelsForRepo(at);
  expect(first.data).toHaveLength(30);
  expect(first.headers.link).toContain(`/repositories/${repo.state.id}/labels?page=2>; rel="next"`);
  expect(first.headers.link).toContain('page=5>; rel="last"');
  const all = await clientOf(github.url, github.userToken("bob")).paginate(
    "GET /repos/{owner}/{repo}/labels",
    { ...at, per_page: 20 },
  );
  expect(all).toHaveLength(130);
  const most = await rest.issues.listLabelsForRepo({ ...at, per_page: 1000 });
  expect(most.data).toHaveLength(100);
  expect((await rest.issues.listLabelsForRepo({ ...at, per_page: 100, page: 2 })).data).toHaveLength(30);
  await github.close();
});

test("activity is read from page to page by its cursor, newest first", async () => {
  const { github, repo, rest, at } = await startScene();
  for (const content of ["1", "2", "3"]) repo.as("bob").push("work", { "a.txt": content });
  repo.as("bob").forcePush("work", repo.tip() ?? "");
  const first = await rest.repos.listActivities({ ...at, ref: "refs/heads/work", per_page: 3 });
  expect(first.data.map((one) => one.activity_type)).toEqual(["force_push", "push", "push"]);
  const after = /after=(\d+)/.exec(first.headers.link ?? "")?.[1] ?? "";
  const second = await rest.repos.listActivities({ ...at, ref: "work", per_page: 3, after });
  expect(second.data.map((one) => [one.activity_type, one.actor?.login])).toEqual([
    ["branch_creation", "bob"],
  ]);
  await github.close();
});

test("what no client of ours may send is 422 and breaks the test that sent it", async () => {
  const { github, octokit, rest, at } = await startScene();
  const wrong = { ...at, title: "t", head: "x", base: "main", bodyy: "typo" };
  await expect(rest.pulls.create(wrong)).rejects.toMatchObject({ status: 422 });
  await expect(
    octokit.request("GET /repos/{owner}/{repo}/labels", { ...at, perpage: 3 }),
  ).rejects.toMatchObject({ status: 422 });
  await expect(octokit.request("GET /repos/{owner}/{repo}/stargazers", at)).rejects.toMatchObject({
    status: 404,
  });
  expect(github.failures).toEqual([
    "pulls/create: / must NOT have additional properties (bodyy)",
    "issues/list-labels-for-repo: unknown query name perpage",
    "not modelled: GET /repos/acme/tools/stargazers",
  ]);
  await expect(github.close()).rejects.toThrow("bodyy");
});

test("the same calls give the same bytes", async () => {
  const seen: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const scene = await startScene();
    const { number } = await propose(scene);
    const pull = await scene.rest.pulls.get({ ...scene.at, pull_number: number });
    seen.push(JSON.stringify(pull.data).replaceAll(scene.github.url, ""));
    await scene.github.close();
  }
  expect(seen[0]).toBe(seen[1]);
});
