import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { MAX_BYTES } from "../core/yaml/decode.ts";

const run = promisify(execFile);

/**
 * A file as it is in a commit, by git's own objects: nothing is checked out, no shell reads the words. Undefined when the
 * commit has no regular file there.
 * @param repository a folder of the repository
 * @param ref a commit, branch or tag
 * @param path from the repository's root, with forward slashes
 * @throws Error when git is missing, the folder is in no repository, or the ref names no commit
 */
export async function fileAt(repository: string, ref: string, path: string): Promise<Uint8Array | undefined> {
  const commit = await commitOf(repository, ref);
  const listed = await git(repository, [
    "--literal-pathspecs",
    "ls-tree",
    "-z",
    "--full-tree",
    commit,
    "--",
    path,
  ]);
  // mode, type, object, tab, path. 120000 is a link.
  const found = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed.toString());
  if (found?.[1] === undefined) return undefined;
  return git(repository, ["cat-file", "blob", found[1]]);
}

/** The full name of the commit that a ref names. */
async function commitOf(repository: string, ref: string): Promise<string> {
  // So that no ref can be read as an option.
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  try {
    return (await git(repository, words)).toString().trim();
  } catch (error) {
    throw new Error(`git knows no commit ${JSON.stringify(ref)} here`, { cause: error });
  }
}

async function git(repository: string, words: readonly string[]): Promise<Buffer> {
  const options = { cwd: repository, encoding: "buffer", maxBuffer: 2 * MAX_BYTES } as const;
  const { stdout } = await run("git", words, options);
  return stdout;
}
