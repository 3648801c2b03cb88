/** What is left on GitHub after some runs, without what differs between runs that did the same: ids, numbers, times. */
import type { Scene } from "./scene.ts";

export function endState({ repo }: Pick<Scene, "repo">) {
  return {
    branches: repo.branches().map((branch) => [branch, filesOf(repo, branch)]),
    pulls: repo
      .pulls()
      .filter((pull) => pull.state === "open" || pull.comments.length > 0)
      .map(({ state, title, body, base, head, author, comments }) => ({
        state,
        title,
        body,
        base: base.ref,
        head: head.ref,
        author,
        comments: comments.map((comment) => comment.body),
        status: repo.state.statuses.findLast(({ sha }) => sha === head.sha)?.state,
      })),
  };
}

function filesOf(repo: Scene["repo"], branch: string): Record<string, string | undefined> {
  return Object.fromEntries(
    repo
      .paths(branch)
      .filter((path) => path.startsWith("registry/"))
      .map((path) => [path, repo.read(path, branch)]),
  );
}
