import { Buffer } from "node:buffer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clientOf } from "./client.ts";
import { APP_PERMISSIONS, startScene, type Scene } from "./scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.github.close());

type Answer = { repository: Record<string, unknown> };

const ask = (fields: string, octokit = scene.octokit): Promise<Answer> =>
  octokit.graphql<Answer>(
    `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${fields} } }`,
    { owner: "acme", name: "tools" },
  );

test("a tree is found by its id or by its path, and a blob says what it is", async () => {
  const { repo } = scene;
  const latin = Buffer.from("caf\u00e9\n", "latin1");
  const head = repo.as("alice").push("main", {
    "cards/latin.yaml": latin,
    "cards/zero.yaml": Buffer.from([0, 1]),
    "cards/link.yaml": { mode: "120000", content: "b.yaml" },
  });
  const { repository } = await ask(
    `tree: object(expression: "${head}:cards") { ... on Tree { oid entries { name nameRaw mode size oid } } }
     none: object(expression: "${head}:nothing") { oid }
     latin: object(expression: "${head}:cards/latin.yaml") { ... on Blob { isBinary byteSize text } }
     zero: object(expression: "${head}:cards/zero.yaml") { ... on Blob { isBinary text } }`,
  );
  expect(repository).toMatchObject({
    tree: {
      entries: [
        { name: "b.yaml", nameRaw: Buffer.from("b.yaml").toString("base64"), mode: 33188, size: 5 },
        { name: "latin.yaml", mode: 33188 },
        { name: "link.yaml", mode: 40960 },
        { name: "zero.yaml", size: 2 },
      ],
    },
    none: null,
    latin: { isBinary: false, byteSize: 5, text: "caf\uFFFD\n" },
    zero: { isBinary: true, text: null },
  });
});

test("runs are found by App and name, all or the newest, and only by who may read checks in a private repository", async () => {
  const { github, repo, rest, at, app } = scene;
  const sha = repo.tip() ?? "";
  for (const conclusion of ["failure", "success"] as const) {
    await rest.checks.create({
      ...at,
      name: "a",
      head_sha: sha,
      status: "completed",
      conclusion,
      external_id: conclusion,
    });
  }
  const runs = (type: string): string => `object(oid: "${sha}") { ... on Commit {
    checkSuites(first: 5, filterBy: { appId: ${app.id}, checkName: "a" }) { nodes {
      app { databaseId } checkRuns(first: 5, filterBy: { checkType: ${type} }) { nodes { conclusion externalId } }
    } } } }`;
  const all = await ask(runs("ALL"));
  expect(JSON.stringify(all)).toContain(
    '{"conclusion":"FAILURE","externalId":"failure"},{"conclusion":"SUCCESS"',
  );
  expect(JSON.stringify(await ask(runs("LATEST")))).not.toContain("FAILURE");

  repo.state.private = true;
  const { checks: _, ...less } = APP_PERMISSIONS;
  const blind = github.app({ slug: "blind", permissions: less }).install("acme").token();
  const refused = ask(runs("ALL"), clientOf(github.url, blind));
  await expect(refused).rejects.toMatchObject({ errors: [{ type: "FORBIDDEN" }] });
});

test("a number that is no pull request's is an error of its type", async () => {
  const asked = ask("pullRequest(number: 9) { number }");
  await expect(asked).rejects.toMatchObject({
    errors: [{ type: "NOT_FOUND", path: ["repository", "pullRequest"] }],
  });
});

test.each([
  ["without first or last", "pullRequests { totalCount }", /provide a `first` or `last`/],
  ["over 100", "pullRequests(first: 101) { totalCount }", /exceeds the `first` limit of 100/],
  [
    "with too many nodes in one another",
    "pullRequests(first: 100) { nodes { reviews(first: 100) { nodes { commit { parents(first: 100) { nodes { oid } } } } } } }",
    /exceeds the maximum limit of 500000/,
  ],
])("a list %s is refused", async (_, fields, said) => {
  await expect(ask(fields)).rejects.toThrow(said);
  expect(scene.github.failures.splice(0).join()).toMatch(said);
});

test("what a team may do is told only under its media type", async () => {
  const { github, repo, rest } = scene;
  github.team("acme", "parents");
  github.team("acme", "children", { parent: "parents" });
  repo.giveTeam("parents", "maintain");
  const team = { org: "acme", team_slug: "children", owner: "acme", repo: "tools" };
  expect((await rest.teams.checkPermissionsForRepoInOrg(team)).status).toBe(204);
  const headers = { accept: "application/vnd.github.v3.repository+json" };
  const { data } = await rest.teams.checkPermissionsForRepoInOrg({ ...team, headers });
  expect(data).toMatchObject({ role_name: "maintain", permissions: { push: true, admin: false } });
});
