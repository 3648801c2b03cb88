import { createEmulator } from "emulate";
import { expect, test } from "vitest";
import { clientOf, refusalOf } from "./client.ts";
import { startGitHub } from "./github.ts";
import { createAppJwt } from "./jwt.ts";

/** A GitHub with acme/tools, where an App is installed. */
type Server = { url: string; app: number; privateKey: string; close: () => Promise<void> };

/** The emulator that others wrote: a second opinion on refs, trees, commits, contents and tokens. */
async function startEmulate(): Promise<Server> {
  const permissions = { contents: "write", metadata: "read" };
  const installations = [{ installation_id: 100, account: "acme" }];
  const github = {
    users: [{ login: "octocat" }],
    orgs: [{ login: "acme" }],
    repos: [{ owner: "acme", name: "tools", auto_init: true }],
    apps: [{ app_id: 12345, slug: "toolcard", name: "toolcard", permissions, events: [], installations }],
  };
  const emulator = await createEmulator({ service: "github", port: 0, seed: { github } });
  const privateKey =
    emulator.generatedSecrets.find(({ kind }) => kind === "github.app_private_key")?.value ?? "";
  return { url: emulator.url, app: 12345, privateKey, close: () => emulator.close() };
}

async function startStrict(): Promise<Server> {
  const github = await startGitHub();
  github.repository("acme/tools");
  const app = github.app({ slug: "toolcard", permissions: { contents: "write" } });
  app.install("acme");
  return { url: github.url, app: app.id, privateKey: app.privateKey(), close: () => github.close() };
}

const byPath = <T extends { path: string }>(entries: readonly T[]): T[] =>
  entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));

const at = { owner: "acme", repo: "tools" };
const by = { name: "Ada", email: "ada@example.com", date: "2026-03-01T10:00:00Z" };

const file = (path: string, content: string) => ({
  path,
  content,
  mode: "100644" as const,
  type: "blob" as const,
});

/**
 * One flow of calls; what both must answer alike, SHAs included, as every commit names its author and time. Left out
 * is what emulate does otherwise than git and GitHub: it adds a newline to messages without one, lists trees by
 * path and not in git's order, takes wrong tokens on public repositories, and a second pull request for a head.
 */
async function flow({ url, app, privateKey }: Server): Promise<unknown[]> {
  const facts: unknown[] = [];
  const asApp = clientOf(url, createAppJwt(app, privateKey)).rest;
  const installation = await asApp.apps.getRepoInstallation(at);
  const made = await asApp.apps.createInstallationAccessToken({ installation_id: installation.data.id });
  facts.push(made.status, made.data.token.startsWith("ghs_"), made.data.permissions?.["contents"]);
  const { rest } = clientOf(url, made.data.token);

  const commit = async (tree: string, parents: string[], message: string): Promise<string> => {
    const { data } = await rest.git.createCommit({
      ...at,
      tree,
      parents,
      message,
      author: by,
      committer: by,
    });
    facts.push([
      "commit",
      data.sha,
      data.tree.sha,
      data.parents.map(({ sha }) => sha),
      data.message,
      data.author.date,
    ]);
    return data.sha;
  };
  const first = await rest.git.createTree({
    ...at,
    tree: [file("cards/b.yaml", "b: 1\n"), file("cards.txt", "ü\n"), file("cards-x", "")],
  });
  facts.push([
    "tree",
    first.data.sha,
    byPath(first.data.tree).map(({ path, mode, type, sha }) => [path, mode, type, sha]),
  ]);
  const start = await commit(first.data.sha, [], "First\n");
  const ref = await rest.git.createRef({ ...at, ref: "refs/heads/toolcard/b", sha: start });
  facts.push([ref.status, ref.data.ref, ref.data.object.sha, ref.data.object.type]);
  const second = await rest.git.createTree({
    ...at,
    base_tree: first.data.sha,
    tree: [file("cards/b.yaml", "b: 2\n"), { path: "cards-x", mode: "100644", type: "blob", sha: null }],
  });
  const next = await commit(second.data.sha, [start], "Second\n\nwith words\n");
  const other = await commit(second.data.sha, [], "Sideways\n");
  const move = (sha: string, force = false): Promise<unknown> =>
    rest.git.updateRef({ ...at, ref: "heads/toolcard/b", sha, force });
  facts.push((await refusalOf(move(next)))?.status);
  facts.push((await refusalOf(move(other)))?.status);
  const whole = await rest.git.getTree({ ...at, tree_sha: second.data.sha, recursive: "1" });
  facts.push(byPath(whole.data.tree).map(({ path, mode, type, sha, size }) => [path, mode, type, sha, size]));
  const blob = await rest.git.createBlob({
    ...at,
    content: Buffer.from([0, 1, 255]).toString("base64"),
    encoding: "base64",
  });
  const read = await rest.git.getBlob({ ...at, file_sha: blob.data.sha });
  facts.push([
    blob.status,
    blob.data.sha,
    read.data.size,
    Buffer.from(read.data.content, "base64").toString("hex"),
  ]);
  const content = await rest.repos.getContent({ ...at, path: "cards/b.yaml", ref: "toolcard/b" });
  if (Array.isArray(content.data) || content.data.type !== "file") throw new Error("not a file");
  facts.push([
    content.data.sha,
    content.data.size,
    content.data.path,
    Buffer.from(content.data.content, "base64").toString(),
  ]);
  const folder = await rest.repos.getContent({ ...at, path: "cards", ref: next });
  facts.push(
    Array.isArray(folder.data) && folder.data.map(({ name, path, type, sha }) => [name, path, type, sha]),
  );
  const compared = await rest.repos.compareCommitsWithBasehead({ ...at, basehead: `${start}...${next}` });
  facts.push([
    compared.data.status,
    compared.data.ahead_by,
    compared.data.merge_base_commit.sha,
    compared.data.files?.map(({ filename, status }) => [filename, status]),
  ]);
  facts.push(
    (await rest.git.listMatchingRefs({ ...at, ref: "heads/toolcard/" })).data.map(({ ref: name }) => name),
  );
  facts.push(
    (await refusalOf(rest.git.createRef({ ...at, ref: "refs/heads/toolcard/b", sha: next })))?.status,
  );
  facts.push((await refusalOf(move(other, true)))?.status);
  facts.push((await rest.git.getRef({ ...at, ref: "heads/toolcard/b" })).data.object.sha === other);
  facts.push((await rest.git.deleteRef({ ...at, ref: "heads/toolcard/b" })).status);
  facts.push((await refusalOf(rest.git.getRef({ ...at, ref: "heads/toolcard/b" })))?.status);
  return facts;
}

test("a flow of tokens, trees, commits, refs and contents goes as in an emulator that others wrote", async () => {
  const seen: unknown[][] = [];
  for (const start of [startStrict, startEmulate]) {
    const server = await start();
    seen.push(await flow(server));
    await server.close();
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.length).toBeGreaterThan(20);
});
