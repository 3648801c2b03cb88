import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEDGER_BRANCH } from "../../src/core/record/ledger.ts";
import { approvedHere } from "../../src/jobs/approved-here.ts";
import { Repository } from "./repository.ts";

/** A registry that adopted approvals, from whose settings the key was pushed away. */
let here: Repository;
/** One that never had any. */
let plain: Repository;
beforeAll(async () => {
  here = new Repository();
  await here.adopt();
  here.push({ "registry/toolcard.yaml": "gate: { by: action }\n" });
  await here.record();
  plain = new Repository();
});
afterAll(() => {
  here[Symbol.dispose]();
  plain[Symbol.dispose]();
});

let clones = 0;

/** A clone of a repository, as `git clone` makes it, with all branches or without the record's. */
function cloneOf(of: Repository, how: { depth?: number; filter?: string; record: boolean }): string {
  const folder = `.git/clone-${clones++}`;
  const words = how.depth === undefined ? [] : [`--depth=${how.depth}`];
  if (how.filter !== undefined) words.push(`--filter=${how.filter}`, "--no-checkout");
  of.git("clone", "--quiet", "--no-single-branch", ...words, `file://${of.folder}`, folder);
  const path = join(of.folder, folder);
  if (!how.record) of.git("-C", path, "update-ref", "-d", `refs/remotes/origin/${LEDGER_BRANCH}`);
  return path;
}

describe("what is approved, where the key is not in the settings", () => {
  it("is what the record says where the key was pushed away", async () => {
    const approved = await approvedHere(cloneOf(here, { record: true }), false);
    expect(approved?.settings.approval.genesis).toMatch(/^sha256:/);
  });

  it("is nothing where the record is gone too, as the history knows the key", async () => {
    const approved = await approvedHere(cloneOf(here, { record: false }), false);
    expect([approved?.cards, approved?.grants]).toEqual([[], []]);
  });

  it("can't be told from a shallow clone, with the record or without", async () => {
    await expect(approvedHere(cloneOf(here, { depth: 1, record: false }), false)).rejects.toThrow(
      /shallow clone: fetch the whole history/,
    );
    const approved = await approvedHere(cloneOf(here, { depth: 1, record: true }), false);
    expect(approved?.cards).toEqual([]);
  });

  it("is no question where approvals were never in use, nor where there is no history", async () => {
    expect(await approvedHere(cloneOf(plain, { record: false }), false)).toBeUndefined();
    const empty = mkdtempSync(join(plain.folder, "..", "empty-"));
    try {
      expect(await approvedHere(empty, false)).toBeUndefined();
      plain.git("-C", empty, "init", "--quiet");
      expect(await approvedHere(empty, false)).toBeUndefined();
    } finally {
      rmSync(empty, { recursive: true });
    }
  });

  it("can't be told where the record is there and can't be read", async () => {
    here.git("config", "uploadpack.allowFilter", "true");
    const clone = cloneOf(here, { record: true, filter: "blob:none" });
    await expect(approvedHere(clone, false)).rejects.toThrow(/git cat-file/);
  });

  it("can't be told where git does not answer", async () => {
    const clone = cloneOf(here, { record: true });
    writeFileSync(join(clone, ".git", "config"), "[core\n");
    await expect(approvedHere(clone, false)).rejects.toThrow(/bad config/);
  });
});
