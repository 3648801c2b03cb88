import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyGiven, filesOfFolder } from "./files.ts";
import {
  createObjects,
  EMPTY_TREE,
  putBlob,
  putCommit,
  putTree,
  signature,
  type TreeEntry,
} from "./objects.ts";
import { listTree, readFiles, writeFiles } from "./trees.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolcard-git-"));
  git(["init", "-q"]);
});
afterAll(() => rmSync(folder, { recursive: true }));

function git(args: string[], input: string | Buffer = "", env: Record<string, string> = {}): string {
  return execFileSync("git", args, { cwd: folder, input, env: { ...process.env, ...env } })
    .toString()
    .trim();
}

test("blobs have the names that git hash-object gives", () => {
  for (const content of ["", "a\n", "no newline", "ünïcode 🚀\r\n", Buffer.from([0, 1, 2, 255])]) {
    expect(putBlob(createObjects(), content)).toBe(
      git(["hash-object", "-w", "--stdin"], Buffer.from(content)),
    );
  }
});

test("trees have the names that git mktree gives, in git's order of files and folders", () => {
  const objects = createObjects();
  const blob = putBlob(objects, "a\n");
  git(["hash-object", "-w", "--stdin"], "a\n");
  const inner = putTree(objects, [{ mode: "100755", name: "run", sha: blob }]);
  git(["mktree"], `100755 blob ${blob}\trun\n`);
  const entries: TreeEntry[] = [
    { mode: "100644", name: "foo.txt", sha: blob },
    { mode: "040000", name: "foo", sha: inner },
    { mode: "100644", name: "foo-bar", sha: blob },
    { mode: "120000", name: "link", sha: blob },
    { mode: "100644", name: "ä", sha: blob },
  ];
  const lines = entries.map(
    ({ mode, name, sha }) => `${mode} ${mode === "040000" ? "tree" : "blob"} ${sha}\t${name}\n`,
  );
  expect(putTree(objects, entries)).toBe(git(["mktree"], lines.join("")));
  expect(putTree(objects, [])).toBe(EMPTY_TREE);
});

test("commits have the names that git commit-tree gives, with the offset of their time", () => {
  const objects = createObjects();
  const author = signature("Ada Ünlü", "ada@example.com", "2026-03-01T10:00:00+02:00");
  const committer = signature("GitHub", "noreply@github.com", "2026-03-01T09:30:00Z");
  git(["mktree"]);
  const first = putCommit(objects, { tree: EMPTY_TREE, parents: [], author, committer, message: "One" });
  const message = "Two\n\nwith a body and a newline at its end\n";
  const second = putCommit(objects, {
    tree: EMPTY_TREE,
    parents: [first],
    author,
    committer,
    message,
  });
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: "2026-03-01T10:00:00+02:00",
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: "2026-03-01T09:30:00+00:00",
  };
  expect(first).toBe(git(["commit-tree", EMPTY_TREE], "One", env));
  expect(second).toBe(git(["commit-tree", EMPTY_TREE, "-p", first], message, env));
});

test("a whole folder becomes the tree that git write-tree makes of it", () => {
  const here = import.meta.dirname;
  const objects = createObjects();
  const tree = writeFiles(objects, applyGiven(objects, new Map(), filesOfFolder(here)));
  const indexed = { GIT_INDEX_FILE: join(folder, "index-of-folder") };
  git(["--work-tree", here, "add", "--force", "--all", "."], "", indexed);
  expect(tree).toBe(git(["write-tree"], "", indexed));
});

test("files written as a tree are read back, whatever their paths", () => {
  const name = fc.stringMatching(/^[a-zA-Z0-9._-]{1,6}$/).filter((part) => part !== "." && part !== "..");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
  const objects = createObjects();
  fc.assert(
    fc.property(fc.dictionary(path, fc.string(), { maxKeys: 8 }), (given) => {
      const files = applyGiven(objects, new Map(), given);
      const tree = writeFiles(objects, files);
      expect(Object.fromEntries(readFiles(objects, tree))).toEqual(Object.fromEntries(files));
      const listed = listTree(objects, tree, true).map(({ path: one }) => one);
      expect(new Set(listed).size).toBe(listed.length);
    }),
    { seed: 7, numRuns: 100 },
  );
});
