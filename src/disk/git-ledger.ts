import { LEDGER_BRANCH, LEDGER_FILE, ledgerText, MOST_OF_LEDGER } from "../core/record/ledger.ts";
import { git } from "./git-run.ts";
import { commitOf, treeEntries } from "./git.ts";

/** The record as a clone has it. */
export interface LedgerRead {
  /** The ref that it was read from. */
  readonly ref: string;
  readonly commit: string;
  readonly text: string;
  /** The commits of its branch that took away or changed what was there. */
  readonly rewrites: readonly string[];
}

/** The most bytes of older states that are held against the present one; the newest come first. */
const MOST_OLDER = 268_435_456;

/** How many of them one process reads. */
const MOST_AT_ONCE = 33_554_432;

/**
 * Reads the record: from the branch as it was fetched last, else from a local one. Undefined when there is neither, or no
 * file in it.
 * @param named a ref to read it from instead
 * @throws Error when there is one, and it can't be read: that is never the same as none
 */
export async function readLedgerBranch(repository: string, named?: string): Promise<LedgerRead | undefined> {
  const ref = named ?? (await ledgerRef(repository));
  if (ref === undefined) return undefined;
  const commit = await commitOf(repository, ref);
  const entry = (await treeEntries(repository, commit, [LEDGER_FILE])).get(LEDGER_FILE);
  if (entry?.kind !== "file") return undefined;
  const bytes = await git(repository, ["cat-file", "blob", entry.object], { maxBytes: MOST_OF_LEDGER });
  return { ref, commit, text: ledgerText(bytes), rewrites: await rewritesOf(repository, commit, bytes) };
}

async function ledgerRef(repository: string): Promise<string | undefined> {
  const refs = [`refs/remotes/origin/${LEDGER_BRANCH}`, `refs/heads/${LEDGER_BRANCH}`];
  const listed = await git(repository, ["for-each-ref", "--format=%(refname)", "--", ...refs]);
  const there = new Set(lines(listed));
  return refs.find((ref) => there.has(ref));
}

/** The commits after which the file is no beginning of what it is now: the branch may only grow. */
async function rewritesOf(repository: string, commit: string, now: Buffer): Promise<string[]> {
  const listed = await git(repository, ["rev-list", "--first-parent", commit], { maxBytes: MOST_OF_LEDGER });
  const names = lines(listed).map((each) => ({ each, name: `${each}:${LEDGER_FILE}` }));
  const asked = names.map(({ name }) => `${name}\n`).join("");
  const check = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = lines(await git(repository, check, { maxBytes: MOST_OF_LEDGER, input: asked })).map(Number);
  const rewrites: string[] = [];
  const older: Older[] = [];
  let after = now.length;
  for (const [at, { each, name }] of names.entries()) {
    const size = sizes[at] ?? Number.NaN;
    if (size <= after) older.push({ commit: each, name, size });
    else rewrites.push(each);
    after = Math.min(after, Number.isNaN(size) ? after : size);
  }
  for (const part of inParts(older)) rewrites.push(...(await otherIn(repository, part, now)));
  return rewrites;
}

interface Older {
  readonly commit: string;
  readonly name: string;
  readonly size: number;
}

/** Older states by parts that are read at once; no more of them than is affordable. */
function inParts(older: readonly Older[]): Older[][] {
  const parts: Older[][] = [];
  let [all, inPart] = [0, Infinity];
  for (const each of older) {
    all += each.size;
    if (all > MOST_OLDER) break;
    inPart += each.size;
    if (inPart > MOST_AT_ONCE) {
      parts.push([]);
      inPart = each.size;
    }
    parts.at(-1)?.push(each);
  }
  return parts;
}

/** Those whose content is no beginning of what it is now. */
async function otherIn(repository: string, part: readonly Older[], now: Buffer): Promise<string[]> {
  const asked = part.map(({ name }) => `${name}\n`).join("");
  const answer = await git(repository, ["cat-file", "--batch"], { maxBytes: MOST_OF_LEDGER, input: asked });
  const others: string[] = [];
  let at = 0;
  for (const { commit, size } of part) {
    at = answer.indexOf(10, at) + 1;
    if (!answer.subarray(at, at + size).equals(now.subarray(0, size))) others.push(commit);
    at += size + 1;
  }
  return others;
}

function lines(output: Buffer): string[] {
  return output
    .toString()
    .split("\n")
    .filter((line) => line !== "");
}

/**
 * Begins the record's branch with one file, by git's objects alone: nothing is checked out, and nothing is there to be
 * overwritten.
 * @returns the commit
 * @throws Error when there is such a branch already
 */
export async function beginLedgerBranch(repository: string, text: string, message: string): Promise<string> {
  const blob = await hashed(repository, ["hash-object", "-w", "--stdin"], text);
  const tree = await hashed(repository, ["mktree"], `100644 blob ${blob}\t${LEDGER_FILE}\n`);
  const words = ["commit-tree", tree, "-F", "-"];
  const commit = await hashed(repository, words, message).catch(() =>
    // Where git does not know whom it works for, as in CI.
    hashed(
      repository,
      ["-c", "user.name=toolcard", "-c", "user.email=toolcard@localhost", ...words],
      message,
    ),
  );
  const none = "0".repeat(commit.length);
  await git(repository, ["update-ref", `refs/heads/${LEDGER_BRANCH}`, commit, none]);
  return commit;
}

async function hashed(repository: string, words: readonly string[], input: string): Promise<string> {
  return (await git(repository, words, { input })).toString().trim();
}
