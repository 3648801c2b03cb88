import { expect, test } from "vitest";
import { clientOf, refusalOf } from "./client.ts";
import { startGitHub } from "./github.ts";
import { createAppJwt } from "./jwt.ts";
import { propose, startScene } from "./scene.ts";

test("a wrong token is refused, even where none would do", async () => {
  const { github, at } = await startScene();
  expect((await clientOf(github.url).rest.repos.get(at)).data.name).toBe("tools");
  const refusal = await refusalOf(clientOf(github.url, "ghs_wrong").rest.repos.get(at));
  expect(refusal).toEqual({ status: 401, message: "Bad credentials" });
  expect((await refusalOf(clientOf(github.url).rest.issues.createLabel({ ...at, name: "l" })))?.status).toBe(
    401,
  );
  await github.close();
});

test("a private repository does not exist for those who may not see it", async () => {
  const github = await startGitHub();
  const repo = github.repository("acme/secret", { private: true });
  repo.collaborator("alice", "read");
  const at = { owner: "acme", repo: "secret" };
  const elsewhere = github
    .app({ slug: "other", permissions: { contents: "write" } })
    .install("acme", ["tools"])
    .token();
  for (const token of [undefined, github.userToken("mallory"), elsewhere]) {
    expect((await refusalOf(clientOf(github.url, token).rest.repos.get(at)))?.status).toBe(404);
  }
  expect((await clientOf(github.url, github.userToken("alice")).rest.repos.get(at)).data.private).toBe(true);
  await github.close();
});

test("a token does only what its permissions say, and the answer names what was missing", async () => {
  const { github, repo, at } = await startScene();
  const reading = clientOf(github.url, github.actionsToken(repo, { contents: "read" })).rest;
  await reading.git.getRef({ ...at, ref: "heads/main" });
  const writes: (() => Promise<unknown>)[] = [
    () => reading.git.createRef({ ...at, ref: "refs/heads/x", sha: repo.tip() ?? "" }),
    () => reading.issues.createLabel({ ...at, name: "l" }),
    () => reading.repos.createCommitStatus({ ...at, sha: repo.tip() ?? "", state: "success" }),
    () => reading.teams.listMembersInOrg({ org: "acme", team_slug: "any" }),
  ];
  for (const write of writes) {
    expect(await refusalOf(write())).toEqual({
      status: 403,
      message: "Resource not accessible by integration",
    });
  }
  const plain = await fetch(`${github.url}/repos/acme/tools/labels`, {
    method: "POST",
    headers: { authorization: `Bearer ${github.actionsToken(repo, {})}` },
    body: "{}",
  });
  expect(plain.headers.get("x-accepted-github-permissions")).toBe("issues=write; pull_requests=write");
  await github.close();
});

test("workflows may open pull requests only where the setting lets them", async () => {
  const { github, repo, at } = await startScene();
  const { rest } = clientOf(
    github.url,
    github.actionsToken(repo, { contents: "write", pull_requests: "write" }),
  );
  repo.as("bob").push("work", { "a.txt": "b\n" });
  const open = (): Promise<unknown> => rest.pulls.create({ ...at, head: "work", base: "main", title: "t" });
  const refused = {
    status: 403,
    message: "GitHub Actions is not permitted to create or approve pull requests.",
  };
  expect(await refusalOf(open())).toEqual(refused);
  repo.set({ actionsMayOpenPulls: true });
  await open();
  expect(repo.pull(1).author).toBe("github-actions[bot]");
  await github.close();
});

test.each([
  ["none of its own", undefined, "none"],
  ["read", "read", "read"],
  ["triage", "triage", "read"],
  ["write", "write", "write"],
  ["maintain", "maintain", "write"],
  ["admin", "admin", "admin"],
] as const)("a collaborator's role is told in GitHub's two ways: %s", async (_, role, permission) => {
  const github = await startGitHub();
  const repo = github.repository("acme/tools", { private: true });
  github.user("dave");
  if (role !== undefined) repo.collaborator("dave", role);
  const token = github.app({ slug: "toolcard", permissions: {} }).install("acme").token();
  const { data } = await clientOf(github.url, token).rest.repos.getCollaboratorPermissionLevel({
    owner: "acme",
    repo: "tools",
    username: "dave",
  });
  expect([data.permission, data.role_name]).toEqual([permission, role ?? "none"]);
  await github.close();
});

test("a team's members are those of the teams below it too, but not those who have yet to accept", async () => {
  const { github, repo, rest } = await startScene();
  github.team("acme", "owners", { members: ["carol"], pending: ["dora"] });
  github.team("acme", "card-owners", { members: ["erin"], parent: "owners" });
  repo.giveTeam("owners", "write");
  const team = { org: "acme", team_slug: "owners" };
  expect((await rest.teams.listMembersInOrg(team)).data.map(({ login }) => login)).toEqual(["carol", "erin"]);
  expect((await rest.teams.getMembershipForUserInOrg({ ...team, username: "dora" })).data.state).toBe(
    "pending",
  );
  expect((await refusalOf(rest.teams.getMembershipForUserInOrg({ ...team, username: "bob" })))?.status).toBe(
    404,
  );
  const role = async (username: string): Promise<string> =>
    (await rest.repos.getCollaboratorPermissionLevel({ owner: "acme", repo: "tools", username })).data
      .permission;
  expect([await role("carol"), await role("erin"), await role("dora")]).toEqual(["write", "write", "read"]);
  await github.close();
});

test("CODEOWNERS lines that GitHub skips are named, with the reason", async () => {
  const { github, repo, rest, at } = await startScene();
  github.team("acme", "security", { members: ["carol"] });
  github.team("acme", "hidden", { secret: true });
  repo.giveTeam("security", "write");
  repo.giveTeam("hidden", "write");
  const lines = [
    "# owners",
    "/cards/ @acme/security @bob",
    "*.md @acme/hidden",
    "!/x @bob",
    "/y @mallory",
    "/z docs@",
    "/w a@b.example",
  ];
  repo.as("alice").push("main", { ".github/CODEOWNERS": lines.join("\n") });
  const { errors } = (await rest.repos.codeownersErrors(at)).data;
  expect(errors.map(({ line, kind }) => [line, kind])).toEqual([
    [3, "Unknown owner"],
    [4, "Invalid pattern"],
    [5, "Unknown owner"],
    [6, "Invalid owner"],
  ]);
  await github.close();
});

test("an App gets tokens with its key, never for more than it was given", async () => {
  const { github, app, at } = await startScene();
  const { rest } = clientOf(github.url, createAppJwt(app.id, app.privateKey()));
  const { data: installation } = await rest.apps.getRepoInstallation(at);
  const made = await rest.apps.createInstallationAccessToken({
    installation_id: installation.id,
    permissions: { checks: "write" },
  });
  expect(made.data.permissions).toEqual({ metadata: "read", checks: "write" });
  const narrow = clientOf(github.url, made.data.token).rest;
  expect((await refusalOf(narrow.issues.createLabel({ ...at, name: "l" })))?.status).toBe(403);
  const more = rest.apps.createInstallationAccessToken({
    installation_id: installation.id,
    permissions: { members: "write" },
  });
  expect((await refusalOf(more))?.status).toBe(422);
  const forged = clientOf(
    github.url,
    createAppJwt(app.id, github.app({ slug: "x", permissions: {} }).privateKey()),
  ).rest;
  expect((await refusalOf(forged.apps.getAuthenticated()))?.status).toBe(401);
  const long = clientOf(github.url, createAppJwt(app.id, app.privateKey(), 3600)).rest;
  expect((await refusalOf(long.apps.getAuthenticated()))?.status).toBe(401);
  await github.close();
});

test("a check run belongs to the App that made it, and people can't make one", async () => {
  const scene = await startScene();
  const { github, repo, rest, at } = scene;
  const { head } = await propose(scene);
  const run = await rest.checks.create({ ...at, name: "toolcard/scope", head_sha: head });
  const actions = clientOf(github.url, github.actionsToken(repo, { checks: "write" })).rest;
  const update = await refusalOf(
    actions.checks.update({ ...at, check_run_id: run.data.id, conclusion: "success" }),
  );
  expect(update?.message).toContain("Invalid app_id `15368`");
  const bobs = clientOf(github.url, github.userToken("bob")).rest;
  expect(await refusalOf(bobs.checks.create({ ...at, name: "toolcard/scope", head_sha: head }))).toEqual({
    status: 403,
    message: "You must authenticate via a GitHub App.",
  });
  await bobs.repos.createCommitStatus({ ...at, sha: head, context: "toolcard/scope", state: "success" });
  await github.close();
});

test("a bot's commit is signed when it names no author, a person's is not", async () => {
  const { github, repo, rest, at } = await startScene();
  const tree = repo.state.objects.commits.get(repo.tip() ?? "")?.tree ?? "";
  const commit = { ...at, tree, parents: [repo.tip() ?? ""], message: "m" };
  const bots = await rest.git.createCommit(commit);
  expect([bots.data.verification.verified, bots.data.committer.email]).toEqual([true, "noreply@github.com"]);
  const named = await rest.git.createCommit({ ...commit, author: { name: "x", email: "x@example.com" } });
  expect(named.data.verification.verified).toBe(false);
  const people = clientOf(github.url, github.userToken("bob")).rest;
  expect((await people.git.createCommit(commit)).data.verification.verified).toBe(false);
  await github.close();
});

test("an App reaches only where it is installed, and a stranger changes nothing of others", async () => {
  const scene = await startScene();
  const { github, repo, rest, at } = scene;
  const { number } = await propose(scene);
  const comment = await rest.issues.createComment({ ...at, issue_number: number, body: "ours" });
  const elsewhere = github
    .app({ slug: "other", permissions: { issues: "write" } })
    .install("acme", ["others"])
    .token();
  expect(
    (await refusalOf(clientOf(github.url, elsewhere).rest.issues.createLabel({ ...at, name: "l" })))?.status,
  ).toBe(403);
  const stranger = clientOf(github.url, github.userToken("mallory")).rest;
  expect(
    (await refusalOf(stranger.pulls.update({ ...at, pull_number: number, title: "mine" })))?.status,
  ).toBe(404);
  expect(
    (await refusalOf(stranger.issues.updateComment({ ...at, comment_id: comment.data.id, body: "mine" })))
      ?.status,
  ).toBe(403);
  expect(
    (await refusalOf(stranger.issues.addLabels({ ...at, issue_number: number, labels: ["l"] })))?.status,
  ).toBe(403);
  await stranger.issues.createComment({ ...at, issue_number: number, body: "may I?" });
  expect(repo.pull(number)).toMatchObject({ title: "Update b", labels: [] });
  await github.close();
});

test("a workflow's push asks no App to check", async () => {
  const { github, repo, rest, at } = await startScene();
  const tree = repo.state.objects.commits.get(repo.tip() ?? "")?.tree ?? "";
  const suites = async (token: string, branch: string): Promise<number> => {
    const client = clientOf(github.url, token).rest;
    const { data } = await client.git.createCommit({
      ...at,
      tree,
      parents: [repo.tip() ?? ""],
      message: branch,
    });
    await client.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: data.sha });
    return (await rest.checks.listSuitesForRef({ ...at, ref: data.sha })).data.total_count;
  };
  expect(await suites(github.userToken("bob"), "by-bob")).toBe(1);
  expect(await suites(github.actionsToken(repo, { contents: "write" }), "by-workflow")).toBe(0);
  await github.close();
});
