import { git, GitFailed } from "./git-run.ts";
import { isShallow, SHALLOW } from "./git.ts";

/**
 * The best common ancestor of two commits, as git finds it; undefined when they have none.
 * @param left its full name, as `right`; see `commitOf`
 * @throws Error in a shallow clone whose history does not tell
 */
export async function mergeBase(
  repository: string,
  left: string,
  right: string,
): Promise<string | undefined> {
  const base = await firstMergeBase(repository, left, right);
  if (!(await isShallow(repository))) return base;
  // An ancestor that is nearer could lie behind any commit whose parents were cut off, but for those behind the one found.
  const beside = base === undefined ? [] : [`^${base}`];
  const words = ["rev-list", "--max-parents=0", "--max-count=1", "--end-of-options", left, right, ...beside];
  const cut = (await git(repository, words)).toString().trim();
  if (base === undefined || cut !== "")
    throw new Error(`what ${left} and ${right} have in common can't be told here: ${SHALLOW}`);
  return base;
}

async function firstMergeBase(repository: string, left: string, right: string): Promise<string | undefined> {
  try {
    return (await git(repository, ["merge-base", left, right])).toString().trim();
  } catch (error) {
    if (error instanceof GitFailed && error.status === 1) return undefined;
    throw error;
  }
}
