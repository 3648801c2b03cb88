import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileAt } from "../../src/disk/git.ts";
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
