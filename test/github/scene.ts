/** The small registry that the tests of the strict GitHub start from. */
import type { Octokit } from "@octokit/rest";
import { clientOf } from "./client.ts";
import { startGitHub, type GitHub } from "./github.ts";
import type { AppHandle, RepositoryHandle } from "./handles.ts";
import type { Permissions } from "./people.ts";

/** What toolcard's App may do. */
export const APP_PERMISSIONS: Permissions = {
  contents: "write",
  pull_requests: "write",
  issues: "write",
  checks: "write",
  statuses: "write",
  members: "read",
  administration: "read",
};

export type Scene = {
  github: GitHub;
  repo: RepositoryHandle;
  app: AppHandle;
  token: string;
  octokit: Octokit;
  rest: Octokit["rest"];
  /** Owner and name, as every call takes them. */
  at: { owner: string; repo: string };
};

/** acme/tools with two files; alice administers it, bob may write; an App named toolcard is installed. */
export async function startScene(): Promise<Scene> {
  const github = await startGitHub();
  const repo = github.repository("acme/tools", { files: { "a.txt": "a\n", "cards/b.yaml": "b: 1\n" } });
  repo.collaborator("alice", "admin");
  repo.collaborator("bob", "write");
  const app = github.app({ slug: "toolcard", permissions: APP_PERMISSIONS });
  const token = app.install("acme").token();
  const octokit = clientOf(github.url, token);
  return { github, repo, app, token, octokit, rest: octokit.rest, at: { owner: "acme", repo: "tools" } };
}

/** Makes a commit by the Git database, on top of `parent`. */
export async function commitFiles(
  { rest, at }: Scene,
  parent: string,
  files: Record<string, string>,
): Promise<string> {
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    content,
    mode: "100644" as const,
    type: "blob" as const,
  }));
  const tree = await rest.git.createTree({ ...at, base_tree: parent, tree: entries });
  const commit = await rest.git.createCommit({
    ...at,
    tree: tree.data.sha,
    parents: [parent],
    message: "Change cards",
  });
  return commit.data.sha;
}

/** Makes a branch with one changed card and a pull request from it; gives its number and head. */
export async function propose(
  scene: Scene,
  branch = "toolcard/b",
): Promise<{ number: number; head: string }> {
  const { rest, at, repo } = scene;
  const head = await commitFiles(scene, repo.tip() ?? "", { "cards/b.yaml": "b: 2\n" });
  await rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: head });
  const pull = await rest.pulls.create({
    ...at,
    head: branch,
    base: "main",
    title: "Update b",
    body: "words",
  });
  return { number: pull.data.number, head };
}
