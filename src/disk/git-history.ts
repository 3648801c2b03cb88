import { createHash } from "node:crypto";
import { historyOf, type History, type PathChange } from "../core/record/history.ts";
import { isShallow } from "./git.ts";
import { git } from "./git-run.ts";

/** The most that git may answer to one question about a history. */
const MOST_BYTES = 1_073_741_824;

/** How many objects are read by one process, so that only a part of a long history is held at a time. */
const AT_ONCE = 500;

/**
 * The first-parent history of a branch, with what it did to some paths: nothing is checked out, and no path is a pattern.
 * @param paths files, and folders with all that is in them
 * @throws Error as `fileAt`
 */
export async function firstParentHistory(
  repository: string,
  tip: string,
  paths: readonly string[],
): Promise<History> {
  const listed = await git(repository, ["rev-list", "--first-parent", "--reverse", tip], {
    maxBytes: MOST_BYTES,
  });
  const commits = lines(listed);
  const words = ["--literal-pathspecs", "diff-tree", "--stdin", "--root", "-r", "-z", "--no-renames"];
  const asked = commits.map((commit) => `${commit}\n`).join("");
  const said = await git(repository, [...words, "--diff-merges=first-parent", "--", ...paths], {
    maxBytes: MOST_BYTES,
    input: asked,
  });
  return historyOf(commits, changesIn(said.toString()), !(await isShallow(repository)));
}

/** Reads `diff-tree --stdin -z`: a commit, then `:mode mode object object status` and a path for each change. */
function changesIn(said: string): PathChange[] {
  const changes: PathChange[] = [];
  let commit = "";
  let blob: string | undefined;
  let isPath = false;
  for (const part of said.split("\0")) {
    if (isPath) {
      changes.push({ commit, path: part, blob });
      isPath = false;
      continue;
    }
    const record = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) [A-Z]/.exec(part);
    if (record === null) commit = part.trim();
    else {
      blob = record[1]?.startsWith("100") === true ? record[2] : undefined;
      isPath = true;
    }
  }
  return changes;
}

/** What is kept of a blob: the digest of its bytes, and where they are wanted the bytes. */
export interface BlobRead {
  readonly digest: string;
  readonly bytes: Uint8Array | undefined;
}

/** Reads blobs by their ids. What git does not have is missing in the answer. */
export async function readBlobs(
  repository: string,
  ids: Iterable<string>,
  wanted: (id: string) => boolean,
): Promise<Map<string, BlobRead>> {
  const all = [...new Set(ids)];
  const read = new Map<string, BlobRead>();
  for (let start = 0; start < all.length; start += AT_ONCE) {
    const part = all.slice(start, start + AT_ONCE);
    const answer = await git(repository, ["cat-file", "--batch"], {
      maxBytes: MOST_BYTES,
      input: part.map((id) => `${id}\n`).join(""),
    });
    let at = 0;
    for (const id of part) {
      const end = answer.indexOf(10, at);
      // `<object> <type> <size>`, or `<object> missing`.
      const [, type, size] = answer.toString("latin1", at, end).split(" ");
      at = end + 1;
      if (type === "missing" || size === undefined) continue;
      const bytes = answer.subarray(at, at + Number(size));
      at += Number(size) + 1;
      if (type !== "blob") continue;
      const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
      read.set(id, { digest, bytes: wanted(id) ? Uint8Array.from(bytes) : undefined });
    }
  }
  return read;
}

function lines(output: Buffer): string[] {
  return output
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}
