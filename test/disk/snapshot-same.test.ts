import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { snapshotAt } from "../../src/disk/snapshot.ts";
import { decidingFiles, type Known } from "../../src/github/gate/deciding-files.ts";
import type { TreeEntry } from "../../src/github/gate/tree.ts";
import { git, newRepository } from "./repository.ts";

const NAMES = [
  ".github",
  "docs",
  "ops",
  "registry",
  "cards",
  "grants",
  "Cards",
  "Toolcard.yaml",
  "workflows",
  "actions",
  "CODEOWNERS",
  "toolcard.yml",
  "toolcard.yaml",
  "a.yaml",
  "B.YML",
  "x.txt",
];
const TEXTS = ["", "registry: ops\n", "registry: .\n", "registry: .github/cards\n", "registry: ../x\n", "{"];
const MODES = ["100644", "100644", "100644", "100755", "120000", "160000"];

// Mostly where something decides: a step of a name, below one of the places that are looked at.
const place = fc.constantFrom(
  "",
  ".github/",
  "docs/",
  "registry/",
  "registry/cards/",
  "ops/",
  "ops/grants/",
  "cards/",
  ".github/cards/",
);
const path = fc
  .tuple(place, fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }))
  .map(([start, names]) => start + names.join("/"));
const entry = fc.record({ path, text: fc.constantFrom(...TEXTS), mode: fc.constantFrom(...MODES) });
const tree = fc.array(entry, { maxLength: 25 });

/** Commits these entries; one that would be a folder of another one, or the same, is left out. */
function commitOf(
  repository: string,
  entries: readonly { path: string; text: string; mode: string }[],
): string {
  const kept = new Map<string, { text: string; mode: string }>();
  for (const { path: at, ...rest } of entries) {
    const isBeside = [...kept.keys()].every(
      (other) => !`${other}/`.startsWith(`${at}/`) && !`${at}/`.startsWith(`${other}/`),
    );
    if (isBeside) kept.set(at, rest);
  }
  const blobs = new Map(TEXTS.map((text) => [text, given(repository, text, "hash-object", "-w", "--stdin")]));
  const lines = [...kept].map(([at, { text, mode }]) => {
    const object = mode === "160000" ? "1".repeat(40) : blobs.get(text);
    return `${mode} ${object} 0\t${at}\n`;
  });
  git(repository, "read-tree", "--empty");
  given(repository, lines.join(""), "update-index", "--index-info");
  return git(repository, "commit-tree", "-m", "odd", git(repository, "write-tree"));
}

function given(repository: string, input: string, ...words: string[]): string {
  return execFileSync("git", words, { cwd: repository, encoding: "utf8", input }).trim();
}

/** The repository's objects as the App knows them. */
function objectsOf(repository: string): Known {
  return {
    tree: (oid) => {
      const listed = git(repository, "ls-tree", "-z", "-l", oid).split("\0");
      return listed.flatMap((line): TreeEntry[] => {
        const [, mode, at = "", size, name = ""] = /^(\d+) \w+ (\w+) +(\S+)\t(.+)$/.exec(line) ?? [];
        if (mode === undefined) return [];
        return [{ name, kind: KINDS[mode] ?? "file", oid: at, size: size === "-" ? 0 : Number(size) }];
      });
    },
    blob: (oid) => new TextEncoder().encode(given(repository, "", "cat-file", "blob", oid)),
  };
}

const KINDS: Readonly<Record<string, TreeEntry["kind"]>> = {
  "040000": "folder",
  "120000": "link",
  "160000": "submodule",
};

test(
  "a commit has the same deciding files for the command line as for the App",
  { timeout: 120_000 },
  async () => {
    const repository = newRepository();
    await fc.assert(
      fc.asyncProperty(tree, async (entries) => {
        const commit = commitOf(repository, entries);
        const here = await snapshotAt(repository, commit);
        const there = decidingFiles(git(repository, "rev-parse", `${commit}^{tree}`), objectsOf(repository));
        expect(there).toMatchObject({ folder: here.folder, missingTrees: [] });
        expect(
          Object.fromEntries([...here.files].map(([at, { kind, blob }]) => [at, { kind, blob }])),
        ).toEqual(
          Object.fromEntries([...there.entries].map(([at, { kind, oid }]) => [at, { kind, blob: oid }])),
        );
      }),
      { numRuns: 40 },
    );
  },
);
