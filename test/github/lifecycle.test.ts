import { expect, test } from "vitest";
import { clientOf, refusalOf } from "./client.ts";
import { standingReviews } from "./pull.ts";
import { commitFiles, propose, startScene, type Scene } from "./scene.ts";

const events = ({ repo }: Scene, number: number): string[] =>
  repo.pull(number).events.map(({ event }) => event);

test("a push to the head is a synchronize, a forced one is written down", async () => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const { number, head } = await propose(scene);
  const next = await commitFiles(scene, head, { "cards/b.yaml": "b: 3\n" });
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: next });
  expect(repo.pull(number).head.sha).toBe(next);
  expect(events(scene, number)).toEqual([]);
  const other = await commitFiles(scene, repo.tip() ?? "", { "cards/b.yaml": "b: 4\n" });
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: other, force: true });
  expect(events(scene, number)).toEqual(["head_ref_force_pushed"]);
  expect((await rest.git.getRef({ ...at, ref: `pull/${number}/head` })).data.object.sha).toBe(other);
  await scene.github.close();
});

test("moving the head to the base closes the pull request, and only new commits open it again", async () => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const { number } = await propose(scene);
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: repo.tip() ?? "", force: true });
  expect(repo.pull(number)).toMatchObject({ state: "closed", mergedAt: null });
  const reopen = (): Promise<unknown> => rest.pulls.update({ ...at, pull_number: number, state: "open" });
  expect(JSON.stringify(await refusalOf(reopen()))).toContain(
    "There are no new commits on the toolcard/b branch.",
  );
  const other = await commitFiles(scene, repo.tip() ?? "", { "cards/b.yaml": "b: 4\n" });
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: other });
  await reopen();
  expect(repo.pull(number).head.sha).toBe(other);
  await scene.github.close();
});

test("a closed pull request does not hear of what becomes of a branch that left its head", async () => {
  const scene = await startScene();
  const { repo } = scene;
  const { number } = await propose(scene);
  const bob = repo.as("bob");
  bob.close(number);
  bob.push("toolcard/b", { "a.txt": "more\n" });
  bob.deleteBranch("toolcard/b");
  expect(events(scene, number)).toEqual(["closed"]);
  await scene.github.close();
});

test.each([
  ["the head was force-pushed while it was closed", "was force-pushed or recreated."],
  ["the head was taken away and made again elsewhere", "was force-pushed or recreated."],
  ["the head is gone", "has been deleted."],
])("a closed pull request can't be reopened when %s", async (how, words) => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const { number } = await propose(scene);
  await rest.pulls.update({ ...at, pull_number: number, state: "closed" });
  const other = await commitFiles(scene, repo.tip() ?? "", { "cards/b.yaml": "b: 4\n" });
  if (how.includes("force-pushed"))
    await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: other, force: true });
  else await rest.git.deleteRef({ ...at, ref: "heads/toolcard/b" });
  if (how.includes("made again"))
    await rest.git.createRef({ ...at, ref: "refs/heads/toolcard/b", sha: other });
  const refusal = await refusalOf(rest.pulls.update({ ...at, pull_number: number, state: "open" }));
  expect(refusal?.status).toBe(422);
  expect(JSON.stringify(refusal?.errors)).toContain(
    `state cannot be changed. The toolcard/b branch ${words}`,
  );
  await scene.github.close();
});

test("a closed pull request keeps its head, and takes the branch's commits when it is reopened", async () => {
  const scene = await startScene();
  const { repo } = scene;
  const { number, head } = await propose(scene);
  const bob = repo.as("bob");
  bob.close(number);
  const next = bob.push("toolcard/b", { "a.txt": "more\n" });
  expect(repo.pull(number).head.sha).toBe(head);
  bob.reopen(number);
  expect(repo.pull(number).head.sha).toBe(next);
  expect(events(scene, number)).toEqual(["closed", "reopened"]);
  await scene.github.close();
});

test("taking the head branch away closes the pull request; a merged one it leaves as it is", async () => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const first = await propose(scene, "toolcard/one");
  await rest.git.deleteRef({ ...at, ref: "heads/toolcard/one" });
  expect(events(scene, first.number)).toEqual(["head_ref_deleted", "closed"]);
  expect(repo.pull(first.number).closedBy).toBe("toolcard[bot]");
  const second = await propose(scene, "toolcard/two");
  await rest.pulls.merge({ ...at, pull_number: second.number });
  await rest.git.deleteRef({ ...at, ref: "heads/toolcard/two" });
  expect(events(scene, second.number)).toEqual(["merged", "closed", "head_ref_deleted"]);
  await scene.github.close();
});

test("taking the base away closes the pull request", async () => {
  const scene = await startScene();
  const { repo } = scene;
  const bob = repo.as("bob");
  bob.push("release", { "r.txt": "r\n" });
  bob.push("work", { "w.txt": "w\n" });
  const number = bob.openPull("work", "release", "into release");
  bob.deleteBranch("release");
  expect(repo.pull(number).state).toBe("closed");
  await scene.github.close();
});

test("a push that brings the head into the base counts as a merge by the pusher", async () => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const { number, head } = await propose(scene);
  repo.as("alice").forcePush("main", head);
  const pull = await rest.pulls.get({ ...at, pull_number: number });
  expect(pull.data).toMatchObject({
    state: "closed",
    merged: true,
    merge_commit_sha: head,
    merged_by: { login: "alice" },
  });
  await scene.github.close();
});

test.each([
  ["merge", 2, 1],
  ["squash", 1, 1],
  ["rebase", 1, 2],
] as const)("a pull request of two commits merged by %s", async (method, parents, firstParents) => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const { number, head } = await propose(scene);
  const next = await commitFiles(scene, head, { "cards/c.yaml": "c: 1\n" });
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: next });
  const base = repo.as("bob").push("main", { "a.txt": "moved on\n" });
  const { data } = await rest.pulls.merge({ ...at, pull_number: number, merge_method: method });
  expect(repo.tip()).toBe(data.sha);
  expect([repo.read("cards/b.yaml"), repo.read("cards/c.yaml"), repo.read("a.txt")]).toEqual([
    "b: 2\n",
    "c: 1\n",
    "moved on\n",
  ]);
  const { commits } = repo.state.objects;
  expect(commits.get(data.sha)?.parents).toHaveLength(parents);
  let at1 = data.sha;
  for (let step = 0; step < firstParents; step += 1) at1 = commits.get(at1)?.parents[0] ?? "";
  expect(at1).toBe(base);
  const pull = await rest.pulls.get({ ...at, pull_number: number });
  expect(pull.data).toMatchObject({ merged: true, merge_commit_sha: data.sha, commits: 2, changed_files: 2 });
  const of = await rest.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha: data.sha });
  expect(of.data.map((one) => one.number)).toEqual([number]);
  expect(repo.state.activity.at(-1)?.type).toBe("pr_merge");
  await scene.github.close();
});

test("an unrelated commit on the base changes neither head nor files of a pull request", async () => {
  const scene = await startScene();
  const { rest, at, repo } = scene;
  const { number, head } = await propose(scene);
  repo.as("bob").push("main", { "a.txt": "moved on\n" });
  const pull = await rest.pulls.get({ ...at, pull_number: number });
  expect(pull.data).toMatchObject({
    mergeable: true,
    mergeable_state: "clean",
    changed_files: 1,
    head: { sha: head },
  });
  const files = await rest.pulls.listFiles({ ...at, pull_number: number });
  expect(files.data).toMatchObject([
    { filename: "cards/b.yaml", status: "modified", patch: "@@ -1,1 +1,1 @@\n-b: 1\n+b: 2" },
  ]);
  await scene.github.close();
});

test("mergeability may be unknown at first, and a new pull request invisible", async () => {
  const scene = await startScene();
  const { github, rest, at } = scene;
  github.latency.newPullHidden = 2;
  github.latency.mergeableUnknown = 1;
  const { number } = await propose(scene);
  expect((await rest.pulls.list({ ...at, head: "acme:toolcard/b" })).data).toEqual([]);
  const label = await refusalOf(rest.issues.addLabels({ ...at, issue_number: number, labels: ["l"] }));
  expect(label?.status).toBe(422);
  expect(label?.message).toContain("Could not resolve to a node");
  expect((await rest.pulls.get({ ...at, pull_number: number })).data.mergeable).toBeNull();
  expect((await rest.pulls.get({ ...at, pull_number: number })).data.mergeable).toBe(true);
  await github.close();
});

test("a deleted account is nobody where GitHub says null, and the ghost where it can't", async () => {
  const scene = await startScene();
  const { github, repo, rest, at } = scene;
  const bob = repo.as("bob");
  bob.push("work", { "a.txt": "b\n" });
  const number = bob.openPull("work", "main", "work");
  bob.label(number, "l");
  bob.comment(number, "hi");
  github.deleteAccount("bob");
  const issue = { ...at, issue_number: number };
  expect((await rest.issues.listEvents(issue)).data.map((event) => event.actor)).toEqual([null]);
  expect((await rest.issues.listComments(issue)).data[0]?.user).toBeNull();
  expect((await rest.pulls.list(at)).data[0]?.user).toBeNull();
  expect((await rest.pulls.get({ ...at, pull_number: number })).data.user.login).toBe("ghost");
  expect((await rest.repos.listActivities(at)).data[0]?.actor).toBeNull();
  await github.close();
});

test("a pull request from a fork keeps its head when the fork is gone", async () => {
  const scene = await startScene();
  const { github, repo, rest, at } = scene;
  const fork = github.fork(repo, "carol");
  const sha = fork.as("carol").push("patch", { "cards/b.yaml": "b: 7\n" });
  const carols = clientOf(github.url, github.userToken("carol")).rest;
  const made = await carols.pulls.create({ ...at, head: "carol:patch", base: "main", title: "from a fork" });
  const pull = { ...at, pull_number: made.data.number };
  expect((await rest.repos.getContent({ ...at, path: "cards/b.yaml", ref: sha })).data).toMatchObject({
    type: "file",
  });
  const run = await rest.checks.create({ ...at, name: "c", head_sha: sha });
  expect(run.data.pull_requests).toEqual([]);
  fork.remove();
  const { data } = await rest.pulls.get(pull);
  expect([data.head.repo, data.head.sha, data.state]).toEqual([null, sha, "open"]);
  await github.close();
});

test("an armed merge happens by itself when its check turns green, in the name of who armed it", async () => {
  const scene = await startScene();
  const { repo, rest, at } = scene;
  repo.set({ allowAutoMerge: true });
  repo.require(["toolcard/scope"]);
  const { number, head } = await propose(scene);
  repo.as("alice").armMerge(number, "squash");
  expect((await rest.pulls.get({ ...at, pull_number: number })).data.auto_merge?.enabled_by.login).toBe(
    "alice",
  );
  await rest.repos.createCommitStatus({ ...at, sha: head, context: "toolcard/scope", state: "success" });
  expect(repo.pull(number)).toMatchObject({ mergedBy: "alice", state: "closed" });
  await scene.github.close();
});

test("reviews wait for nobody: a rule asks for them, and a push takes them away", async () => {
  const scene = await startScene();
  const { repo, rest, at } = scene;
  repo.rule({
    type: "pull_request",
    branches: ["~DEFAULT_BRANCH"],
    parameters: {
      required_approving_review_count: 1,
      dismiss_stale_reviews_on_push: true,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_review_thread_resolution: false,
    },
  });
  const { number, head } = await propose(scene);
  const merge = (): Promise<unknown> => rest.pulls.merge({ ...at, pull_number: number });
  expect((await refusalOf(merge()))?.message).toContain("At least 1 approving review is required");
  repo.as("bob").review(number, "APPROVE");
  const next = await commitFiles(scene, head, { "cards/b.yaml": "b: 3\n" });
  await rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha: next });
  expect(
    (await rest.pulls.listReviews({ ...at, pull_number: number })).data.map(({ state }) => state),
  ).toEqual(["DISMISSED"]);
  expect((await refusalOf(merge()))?.message).toContain("At least 1 approving review is required");
  repo.as("bob").review(number, "APPROVE");
  await merge();
  expect(() => repo.as("bob").push("main", { x: "" })).toThrow(
    "Changes must be made through a pull request.",
  );
  await scene.github.close();
});

test("a draft is not merged, a label put on twice is put on once", async () => {
  const scene = await startScene();
  const { repo, rest, at } = scene;
  const bob = repo.as("bob");
  bob.push("work", { "a.txt": "b\n" });
  const number = bob.openPull("work", "main", "not yet", "", true);
  const refusal = await refusalOf(rest.pulls.merge({ ...at, pull_number: number }));
  expect(refusal).toEqual({ status: 405, message: "Pull Request is still a draft" });
  for (const name of ["l", "L"]) await rest.issues.addLabels({ ...at, issue_number: number, labels: [name] });
  expect(events(scene, number)).toEqual(["labeled"]);
  await scene.github.close();
});

test("a comment after an approval leaves the approval standing, a later no does not", async () => {
  const scene = await startScene();
  const { repo } = scene;
  const { number } = await propose(scene);
  const standing = (): (string | undefined)[] =>
    [...standingReviews(repo.pull(number)).values()].map(({ state }) => state);
  repo.as("bob").review(number, "APPROVE");
  repo.as("bob").review(number, "COMMENT");
  expect(standing()).toEqual(["APPROVED"]);
  repo.as("bob").review(number, "REQUEST_CHANGES");
  expect(standing()).toEqual(["CHANGES_REQUESTED"]);
  await scene.github.close();
});
