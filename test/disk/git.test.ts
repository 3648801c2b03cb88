import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileAt } from "../../src/disk/git.ts";
import { folderWith } from "./folder.ts";
import { commitAll, git, newRepository } from "./repository.ts";

function repositoryWith(files: Readonly<Record<string, string>>): string {
  const repository = newRepository(files);
  symlinkSync("cards/a.yaml", join(repository, "link.yaml"));
  commitAll(repository);
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

  test("chooses no commit where a name is that of several refs", async () => {
    const repository = repositoryWith(files);
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD");
    git(repository, "tag", "v1");
    for (const ref of ["origin/main", "origin/main~0", "v1", "HEAD", "refs/tags/v1"])
      expect(await fileAt(repository, ref, "cards/a.yaml")).toBeDefined();
    git(repository, "tag", "origin/main");
    git(repository, "branch", "v1");
    for (const ref of ["origin/main", "origin/main^{commit}", "origin/main~0", "v1"])
      await expect(fileAt(repository, ref, "cards/a.yaml")).rejects.toThrow(
        "is ambiguous here; write one of",
      );
    for (const ref of ["refs/remotes/origin/main", "heads/v1", "HEAD"])
      expect(await fileAt(repository, ref, "cards/a.yaml")).toBeDefined();
  });

  test("is of the folder's own repository, whatever git's variables say", async ({ onTestFinished }) => {
    const repository = repositoryWith(files);
    const other = newRepository({ "cards/a.yaml": "other\n" });
    commitAll(other);
    const before = { ...process.env };
    onTestFinished(() => void (process.env = before));
    process.env["GIT_DIR"] = join(other, ".git");
    process.env["GIT_WORK_TREE"] = other;
    expect(text(await fileAt(repository, "main", "cards/a.yaml"))).toBe("a: 1\n");
  });

  test("sees in a hook what is being pushed and is not stored yet", async ({ onTestFinished }) => {
    const repository = repositoryWith(files);
    const objects = join(repository, ".git/objects");
    const quarantine = folderWith();
    const before = { ...process.env };
    onTestFinished(() => void (process.env = before));
    process.env["GIT_OBJECT_DIRECTORY"] = quarantine;
    process.env["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = objects;
    writeFileSync(join(repository, "cards/a.yaml"), "a: 2\n");
    const pushed = commitAll(repository);
    expect(text(await fileAt(repository, pushed, "cards/a.yaml"))).toBe("a: 2\n");
  });
});
