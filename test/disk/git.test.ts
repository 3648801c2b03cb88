import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileAt, filesAt } from "../../src/disk/git.ts";
import { problemLine } from "../../src/core/yaml/problem.ts";
import { readFolder } from "../../src/disk/read-folder.ts";
import { folderWith } from "./folder.ts";

function git(repository: string, ...words: string[]): string {
  const who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...who, ...words], { cwd: repository, encoding: "utf8" }).trim();
}

function repositoryWith(files: Readonly<Record<string, string>>): string {
  const repository = folderWith(files);
  git(repository, "init", "-q", "-b", "main");
  symlinkSync("cards/a.yaml", join(repository, "link.yaml"));
  git(repository, "add", "-A");
  git(repository, "commit", "-q", "-m", "first");
  return repository;
}

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

describe("fileAt", () => {
  const files = { "cards/a.yaml": "a: 1\n", "cards/[b]*.yaml": "b: 1\n", "cards/\u00e9 x.yaml": "e: 1\n" };

  test("gives a file as a commit has it, not as it is now", async () => {
    const repository = repositoryWith(files);
    const first = git(repository, "rev-parse", "HEAD");
    writeFileSync(join(repository, "cards/a.yaml"), "a: 2\n");
    git(repository, "commit", "-q", "-a", "-m", "second");
    writeFileSync(join(repository, "cards/a.yaml"), "a: 3\n");
    expect(text(await fileAt(repository, first, "cards/a.yaml"))).toBe("a: 1\n");
    expect(text(await fileAt(repository, "main", "cards/a.yaml"))).toBe("a: 2\n");
    expect(text(await fileAt(join(repository, "cards"), "HEAD~1", "cards/a.yaml"))).toBe("a: 1\n");
  });

  test("takes a path as it is: no pattern, no quoting", async () => {
    const repository = repositoryWith(files);
    expect(text(await fileAt(repository, "main", "cards/[b]*.yaml"))).toBe("b: 1\n");
    expect(text(await fileAt(repository, "main", "cards/\u00e9 x.yaml"))).toBe("e: 1\n");
    expect(await fileAt(repository, "main", "cards/*.yaml")).toBeUndefined();
    expect(await fileAt(repository, "main", ":(top)cards/a.yaml")).toBeUndefined();
  });

  test("gives nothing for what is no regular file there", async () => {
    const repository = repositoryWith(files);
    mkdirSync(join(repository, "later"));
    for (const path of ["cards", "link.yaml", "later", "none.yaml"]) {
      expect(await fileAt(repository, "main", path)).toBeUndefined();
    }
  });

  test("says that a ref names no commit, and reads no ref as an option", async () => {
    const repository = repositoryWith(files);
    for (const ref of ["nowhere", "--help", "--output=x", "main:cards", "", "$(touch x)"]) {
      await expect(fileAt(repository, ref, "cards/a.yaml")).rejects.toThrow("git knows no commit");
    }
  });
});

function texts(from: ReadonlyMap<string, Uint8Array>): Record<string, string | undefined> {
  return Object.fromEntries([...from].map(([path, bytes]) => [path, text(bytes)]));
}

describe("filesAt", () => {
  const files = {
    "ops/registry/toolcard.yaml": "label: x\n",
    "ops/registry/cards/a.yaml": "a: \u{1f600}\n",
    "ops/registry/cards/empty.yaml": "",
    "ops/registry/cards/README.md": "Cards.\n",
    "ops/registry/grants/b.yml": "b: 1",
    "ops/registry.yaml": "no: 1\n",
    "cards/a.yaml": "other: 1\n",
  };

  test("gives what reading the folder gives, by the commit alone", async () => {
    const repository = repositoryWith(files);
    const read = await readFolder(join(repository, "ops/registry"));
    writeFileSync(join(repository, "ops/registry/cards/a.yaml"), "a: 2\n");
    const found = await filesAt(repository, "main", "ops/registry");
    expect(texts(found.files)).toEqual(texts(read.files));
    expect(found.files.size).toBe(4);
    expect(found.problems).toEqual([]);
  });

  test("reads a registry that is the repository itself, and none where there is none", async () => {
    const repository = repositoryWith(files);
    expect([...(await filesAt(repository, "main", "")).files.keys()]).toEqual(["cards/a.yaml"]);
    expect(await filesAt(repository, "main", "registry")).toEqual({ files: new Map(), problems: [] });
    expect((await filesAt(repository, "main", "ops/*")).files.size).toBe(0);
  });

  test("refuses links and what is over 1 MiB", async () => {
    const repository = folderWith({ "r/cards/big.yaml": " ".repeat(1_048_577), "elsewhere/x.yaml": "" });
    symlinkSync("../../elsewhere/x.yaml", join(repository, "r/cards/link.yaml"));
    symlinkSync("../elsewhere", join(repository, "r/grants"));
    git(repository, "init", "-q", "-b", "main");
    git(repository, "add", "-A");
    git(repository, "commit", "-q", "-m", "first");
    const { files: found, problems } = await filesAt(repository, "main", "r");
    expect(found.size).toBe(0);
    expect(problems.map(problemLine)).toEqual([
      "cards/big.yaml:1:1: the file is larger than 1 MiB; shorten it",
      "cards/link.yaml:1:1: this is a link, and links are not followed; put the file itself here",
      "grants:1:1: this is a link, and links are not followed; make grants a folder",
    ]);
  });
});
