import { expect, test } from "vitest";
import { clientOf, refusalOf } from "./client.ts";
import { commitFiles, propose, startScene, type Scene } from "./scene.ts";

type Case = [title: string, act: (scene: Scene) => Promise<unknown>, status: number, said: string];

const many = (length: number): string => "x".repeat(length);
const output = (more: object): { title: string; summary: string } => ({ title: "t", summary: "s", ...more });
const annotation = {
  path: "a.txt",
  start_line: 1,
  end_line: 1,
  annotation_level: "notice",
  message: "m",
} as const;

async function withPull(
  scene: Scene,
  act: (number: number, head: string) => Promise<unknown>,
): Promise<unknown> {
  const { number, head } = await propose(scene);
  return act(number, head);
}

const LIMITS: Case[] = [
  [
    "a second pull request for the same head",
    (scene) =>
      withPull(scene, () =>
        scene.rest.pulls.create({ ...scene.at, head: "toolcard/b", base: "main", title: "again" }),
      ),
    422,
    "A pull request already exists for acme:toolcard/b.",
  ],
  [
    "a pull request without a commit of its own",
    async ({ rest, at, repo }) => {
      await rest.git.createRef({ ...at, ref: "refs/heads/same", sha: repo.tip() ?? "" });
      return rest.pulls.create({ ...at, head: "same", base: "main", title: "t" });
    },
    422,
    "No commits between main and same",
  ],
  [
    "a pull request between histories that share nothing",
    async ({ rest, at, repo }) => {
      const tree = repo.state.objects.commits.get(repo.tip() ?? "")?.tree ?? "";
      const orphan = await rest.git.createCommit({ ...at, tree, parents: [], message: "m" });
      await rest.git.createRef({ ...at, ref: "refs/heads/orphan", sha: orphan.data.sha });
      return rest.pulls.create({ ...at, head: "orphan", base: "main", title: "t" });
    },
    422,
    "The orphan branch has no history in common with main",
  ],
  [
    "a pull request from a branch that is not there",
    ({ rest, at }) => rest.pulls.create({ ...at, head: "nope", base: "main", title: "t" }),
    422,
    '"field":"head","code":"invalid"',
  ],
  [
    "a title of more than 256 characters",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.pulls.update({ ...scene.at, pull_number: number, title: many(257) }),
      ),
    422,
    "title is too long (maximum is 256 characters)",
  ],
  [
    "a body of more than 65,536 characters",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.pulls.update({ ...scene.at, pull_number: number, body: many(65_537) }),
      ),
    422,
    "body is too long (maximum is 65536 characters)",
  ],
  [
    "a comment of more than 65,536 characters",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.issues.createComment({ ...scene.at, issue_number: number, body: many(65_537) }),
      ),
    422,
    "body is too long (maximum is 65536 characters)",
  ],
  [
    "an empty comment",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.issues.createComment({ ...scene.at, issue_number: number, body: " " }),
      ),
    422,
    "missing_field",
  ],
  [
    "a check's summary of more than 65,535 characters",
    ({ rest, at, repo }) =>
      rest.checks.create({
        ...at,
        name: "c",
        head_sha: repo.tip() ?? "",
        output: output({ summary: many(65_536) }),
      }),
    422,
    "summary is too long (maximum is 65535 characters)",
  ],
  [
    "a check's text of more than 65,535 characters",
    ({ rest, at, repo }) =>
      rest.checks.create({
        ...at,
        name: "c",
        head_sha: repo.tip() ?? "",
        output: output({ text: many(65_536) }),
      }),
    422,
    "text is too long (maximum is 65535 characters)",
  ],
  [
    "more than 50 annotations at once",
    ({ rest, at, repo }) =>
      rest.checks.create({
        ...at,
        name: "c",
        head_sha: repo.tip() ?? "",
        output: output({ annotations: Array.from({ length: 51 }, () => annotation) }),
      }),
    422,
    "No more than 50 items are allowed; 51 were supplied.",
  ],
  [
    "an annotation's title of more than 255 characters",
    ({ rest, at, repo }) =>
      rest.checks.create({
        ...at,
        name: "c",
        head_sha: repo.tip() ?? "",
        output: output({ annotations: [{ ...annotation, title: many(256) }] }),
      }),
    422,
    "title is too long (maximum is 255 characters)",
  ],
  [
    "a check on a commit that is not there",
    ({ rest, at }) => rest.checks.create({ ...at, name: "c", head_sha: many(40) }),
    422,
    "No commit found for SHA",
  ],
  [
    "a status's description of more than 140 characters",
    ({ rest, at, repo }) =>
      rest.repos.createCommitStatus({
        ...at,
        sha: repo.tip() ?? "",
        state: "success",
        description: many(141),
      }),
    422,
    "description is too long (maximum is 140 characters)",
  ],
  [
    "a label's name of more than 50 characters",
    ({ rest, at }) => rest.issues.createLabel({ ...at, name: many(51) }),
    422,
    "name is too long (maximum is 50 characters)",
  ],
  [
    "a label's description of more than 100 characters",
    ({ rest, at }) => rest.issues.createLabel({ ...at, name: "l", description: many(101) }),
    422,
    "description is too long (maximum is 100 characters)",
  ],
  [
    "a label's color with a hash",
    ({ rest, at }) => rest.issues.createLabel({ ...at, name: "l", color: "#ededed" }),
    422,
    '"field":"color","code":"invalid"',
  ],
  [
    "a label that is there in another case",
    async ({ rest, at }) => {
      await rest.issues.createLabel({ ...at, name: "Widens-Scope" });
      return rest.issues.createLabel({ ...at, name: "widens-scope" });
    },
    422,
    "already_exists",
  ],
  [
    "taking off a label that is not on",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.issues.removeLabel({ ...scene.at, issue_number: number, name: "none" }),
      ),
    404,
    "Label does not exist",
  ],
  [
    "a ref that is there",
    ({ rest, at, repo }) => rest.git.createRef({ ...at, ref: "refs/heads/main", sha: repo.tip() ?? "" }),
    422,
    "Reference already exists",
  ],
  [
    "a ref below one that is there",
    ({ rest, at, repo }) => rest.git.createRef({ ...at, ref: "refs/heads/main/x", sha: repo.tip() ?? "" }),
    422,
    "Reference update failed",
  ],
  [
    "a ref that is no name",
    ({ rest, at, repo }) => rest.git.createRef({ ...at, ref: "refs/heads/a..b", sha: repo.tip() ?? "" }),
    422,
    "is not a valid ref name.",
  ],
  [
    "a ref to a commit that is not there",
    ({ rest, at }) => rest.git.createRef({ ...at, ref: "refs/heads/x", sha: many(40) }),
    422,
    "Object does not exist",
  ],
  [
    "moving a ref that is not there",
    ({ rest, at, repo }) => rest.git.updateRef({ ...at, ref: "heads/none", sha: repo.tip() ?? "" }),
    422,
    "Reference does not exist",
  ],
  [
    "moving a ref sideways without force",
    async (scene) => {
      const { rest, at, repo } = scene;
      const first = await commitFiles(scene, repo.tip() ?? "", { x: "1" });
      const second = await commitFiles(scene, repo.tip() ?? "", { x: "2" });
      await rest.git.createRef({ ...at, ref: "refs/heads/x", sha: first });
      return rest.git.updateRef({ ...at, ref: "heads/x", sha: second });
    },
    422,
    "Update is not a fast forward",
  ],
  [
    "taking the default branch away",
    ({ rest, at }) => rest.git.deleteRef({ ...at, ref: "heads/main" }),
    422,
    "Cannot delete the default branch",
  ],
  [
    "a tree with a path out of itself",
    ({ rest, at }) =>
      rest.git.createTree({ ...at, tree: [{ path: "../x", mode: "100644", type: "blob", content: "" }] }),
    422,
    "malformed path component",
  ],
  [
    "a commit of a tree that is not there",
    ({ rest, at }) => rest.git.createCommit({ ...at, message: "m", tree: many(40), parents: [] }),
    422,
    "Tree SHA does not exist",
  ],
  [
    "approving one's own pull request",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.pulls.createReview({ ...scene.at, pull_number: number, event: "APPROVE" }),
      ),
    422,
    "Can not approve your own pull request",
  ],
  [
    "merging with another head in mind",
    (scene) =>
      withPull(scene, (number) =>
        scene.rest.pulls.merge({ ...scene.at, pull_number: number, sha: scene.repo.tip() ?? "" }),
      ),
    409,
    "Head branch was modified. Review and try the merge again.",
  ],
  [
    "merging what conflicts",
    (scene) =>
      withPull(scene, (number) => {
        scene.repo.as("bob").push("main", { "cards/b.yaml": "b: 9\n" });
        return scene.rest.pulls.merge({ ...scene.at, pull_number: number });
      }),
    405,
    "Pull Request is not mergeable",
  ],
  [
    "merging in a way that is turned off",
    (scene) =>
      withPull(scene, (number) => {
        scene.repo.set({ allowRebaseMerge: false });
        return scene.rest.pulls.merge({ ...scene.at, pull_number: number, merge_method: "rebase" });
      }),
    405,
    "Rebase merges are not allowed on this repository.",
  ],
  [
    "merging before a required check is green",
    (scene) =>
      withPull(scene, (number) => {
        scene.repo.require(["toolcard/scope"]);
        return scene.rest.pulls.merge({ ...scene.at, pull_number: number });
      }),
    405,
    'Required status check "toolcard/scope" is expected.',
  ],
];

test.each(LIMITS)("%s is refused in GitHub's words", async (_, act, status, said) => {
  const scene = await startScene();
  const refusal = await refusalOf(act(scene));
  expect(refusal?.status).toBe(status);
  expect(JSON.stringify(refusal).replaceAll('\\"', '"')).toContain(said);
  await scene.github.close();
});

test("asking for changes on one's own pull request is refused", async () => {
  const scene = await startScene();
  const { number } = await propose(scene);
  const review = scene.rest.pulls.createReview({
    ...scene.at,
    pull_number: number,
    event: "REQUEST_CHANGES",
    body: "no",
  });
  expect((await refusalOf(review))?.errors).toEqual(["Can not request changes on your own pull request"]);
  await scene.github.close();
});

test("a commit takes a thousand statuses of one context, and then no more", async () => {
  const { github, repo } = await startScene();
  const sha = repo.tip() ?? "";
  for (let n = 0; n < 1000; n += 1) repo.as("bob").status(sha, "toolcard/scope", "failure");
  repo.as("bob").status(sha, "other", "failure");
  expect(() => repo.as("bob").status(sha, "toolcard/scope", "success")).toThrow("Validation Failed");
  await github.close();
});

test("at the limits themselves nothing is refused", async () => {
  const scene = await startScene();
  const { rest, at } = scene;
  const { number, head } = await propose(scene);
  await rest.pulls.update({ ...at, pull_number: number, title: many(256), body: "🚀".repeat(65_536) });
  const annotations = Array.from({ length: 50 }, () => annotation);
  await rest.checks.create({
    ...at,
    name: "c",
    head_sha: head,
    output: { title: many(255), summary: many(65_535), text: many(65_535), annotations },
  });
  await rest.repos.createCommitStatus({ ...at, sha: head, state: "success", description: many(140) });
  await rest.issues.createLabel({ ...at, name: many(50), description: many(100), color: "EDEDED" });
  await scene.github.close();
});

test("annotations of later updates are added to those before", async () => {
  const { github, rest, at, repo } = await startScene();
  const run = await rest.checks.create({
    ...at,
    name: "c",
    head_sha: repo.tip() ?? "",
    output: output({ annotations: [annotation] }),
  });
  await rest.checks.update({
    ...at,
    check_run_id: run.data.id,
    output: output({ annotations: [annotation] }),
  });
  const all = await rest.checks.listAnnotations({ ...at, check_run_id: run.data.id });
  expect(all.data).toHaveLength(2);
  await github.close();
});

test("an empty repository has no git database to read or write", async () => {
  const { github, rest, app } = await startScene();
  github.repository("acme/empty", { empty: true });
  const at = { owner: "acme", repo: "empty" };
  expect(app.slug).toBe("toolcard");
  expect(await refusalOf(rest.git.getRef({ ...at, ref: "heads/main" }))).toEqual({
    status: 409,
    message: "Git Repository is empty.",
  });
  expect(await refusalOf(rest.repos.listCommits(at))).toMatchObject({ status: 409 });
  expect(
    await refusalOf(
      rest.git.createTree({ ...at, tree: [{ path: "a", mode: "100644", type: "blob", content: "" }] }),
    ),
  ).toMatchObject({ status: 409 });
  expect(await refusalOf(rest.repos.getContent({ ...at, path: "a" }))).toEqual({
    status: 404,
    message: "This repository is empty.",
  });
  expect((await rest.repos.get(at)).data.default_branch).toBe("main");
  await github.close();
});

test("an archived repository can be read and not be written", async () => {
  const { github, repo, rest, at } = await startScene();
  repo.archive();
  expect((await rest.repos.get(at)).data.archived).toBe(true);
  const refused = { status: 403, message: "Repository was archived so is read-only." };
  expect(await refusalOf(rest.issues.createLabel({ ...at, name: "l" }))).toEqual(refused);
  expect(() => repo.as("bob").push("main", { x: "" })).toThrow("archived");
  await github.close();
});

test("a renamed repository redirects, and says its new name", async () => {
  const { github, repo, rest, at } = await startScene();
  repo.rename("cards");
  expect((await rest.repos.get(at)).data.full_name).toBe("acme/cards");
  const plain = await fetch(`${github.url}/repos/acme/tools/labels?per_page=5`, { redirect: "manual" });
  expect([plain.status, plain.headers.get("location")]).toEqual([
    301,
    `${github.url}/repositories/${repo.state.id}/labels?per_page=5`,
  ]);
  await github.close();
});

test.each([
  ["creation", "Cannot create ref due to creations being restricted."],
  ["required_signatures", "Commits must have verified signatures."],
] as const)(
  "a ruleset that forbids a branch by %s says so, and is there to be read before",
  async (type, words) => {
    const scene = await startScene();
    const { github, repo, rest, at } = scene;
    repo.rule({ type, branches: ["toolcard/**"] });
    const rules = await rest.repos.getBranchRules({ ...at, branch: "toolcard/b" });
    expect(rules.data.map((rule) => rule.type)).toEqual([type]);
    const bobs = clientOf(github.url, github.userToken("bob")).rest;
    const tree = repo.state.objects.commits.get(repo.tip() ?? "")?.tree ?? "";
    const commit = await bobs.git.createCommit({
      ...at,
      tree,
      parents: [repo.tip() ?? ""],
      message: "unsigned",
    });
    const refusal = await refusalOf(
      bobs.git.createRef({ ...at, ref: "refs/heads/toolcard/b", sha: commit.data.sha }),
    );
    expect(refusal).toEqual({ status: 422, message: `Repository rule violations found\n\n${words}\n\n` });
    expect(repo.tip("toolcard/b")).toBeUndefined();
    await github.close();
  },
);
