import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import { snapshotAt } from "../../src/disk/snapshot.ts";
import { folderWith } from "./folder.ts";
import { commitAll, git, newRepository } from "./repository.ts";

const registry = {
  "registry/toolcard.yaml": "label: x\n",
  "registry/cards/a.yaml": "a: \u{1f600}\n",
  "registry/cards/README.md": "Cards.\n",
  "registry/grants/b.yaml": "b: 1",
};

/** The files of a snapshot: their text, or what is there instead. */
function shown(snapshot: Snapshot): Record<string, string> {
  const entries = [...snapshot.files].map(([path, file]) => {
    const text = file.kind === "file" ? new TextDecoder().decode(file.bytes) : `(${file.kind})`;
    return [path, text] as const;
  });
  return Object.fromEntries(entries);
}

async function shownAt(repository: string, ref = "HEAD"): Promise<Record<string, string>> {
  return shown(await snapshotAt(repository, git(repository, "rev-parse", ref)));
}

describe("snapshotAt gives", () => {
  test("the files that decide, each with its blob, and no others", async () => {
    const repository = newRepository({
      ...registry,
      "registry/cards/empty.yaml": "",
      "registry/cards/c.yml": "misplaced\n",
      "registry/README.md": "A registry.\n",
      "registry.yaml": "no\n",
      "cards/a.yaml": "other\n",
      ".github/toolcard.yml": "registry: registry/\n",
      ".github/workflows/gate.yml": "on: push\n",
      ".github/actions/x/action.yaml": "runs: {}\n",
      ".github/CODEOWNERS": "* @a\n",
      CODEOWNERS: "* @b\n",
      "docs/CODEOWNERS": "* @c\n",
      "docs/x.yaml": "no\n",
      ".github/notes.md": "no\n",
    });
    const commit = commitAll(repository);
    const snapshot = await snapshotAt(repository, commit);
    expect(snapshot).toMatchObject({ commit, folder: "registry" });
    expect(snapshot.files.get("registry/cards/a.yaml")).toMatchObject({
      blob: git(repository, "rev-parse", "HEAD:registry/cards/a.yaml"),
    });
    expect(shown(snapshot)).toEqual({
      ".github/CODEOWNERS": "* @a\n",
      ".github/actions/x/action.yaml": "runs: {}\n",
      ".github/toolcard.yml": "registry: registry/\n",
      ".github/workflows/gate.yml": "on: push\n",
      CODEOWNERS: "* @b\n",
      "docs/CODEOWNERS": "* @c\n",
      "registry/cards/a.yaml": "a: \u{1f600}\n",
      "registry/cards/c.yml": "misplaced\n",
      "registry/cards/empty.yaml": "",
      "registry/grants/b.yaml": "b: 1",
      "registry/toolcard.yaml": "label: x\n",
    });
  });

  test("what a commit has, not what is in the work tree or the index", async () => {
    const repository = newRepository(registry);
    const first = commitAll(repository);
    const before = await shownAt(repository, first);
    writeFileSync(join(repository, "registry/cards/a.yaml"), "a: 2\n");
    git(repository, "add", "-A");
    expect(await shownAt(repository)).toEqual(before);
    commitAll(repository);
    expect(await shownAt(repository, first)).toEqual(before);
    expect((await shownAt(repository))["registry/cards/a.yaml"]).toBe("a: 2\n");
  });

  test.each([
    ["registry: ops/my registry/\n", "ops/my registry", "ops/my registry/cards/a.yaml"],
    ["registry: .\n", "", "cards/a.yaml"],
    ["registry: .github\n", ".github", ".github/cards/a.yaml"],
    ["registry: docs/CODEOWNERS\n", "docs/CODEOWNERS", "docs/CODEOWNERS/cards/a.yaml"],
    ["# nothing\n", "registry", "registry/cards/a.yaml"],
  ])("the registry that the commit's own %j names", async (names, folder, card) => {
    const repository = newRepository({
      ".github/toolcard.yml": names,
      [card]: "a\n",
      "x/cards/b.yaml": "b\n",
    });
    const snapshot = await snapshotAt(repository, commitAll(repository));
    expect(snapshot.folder).toBe(folder);
    expect([...snapshot.files.keys()]).toContain(card);
    expect([...snapshot.files.keys()]).not.toContain("x/cards/b.yaml");
  });

  test.each([
    ["is no YAML", "{"],
    ["leads out of the repository", "registry: ../x\n"],
    ["is not UTF-8", Buffer.from("registry: \xff\n", "latin1")],
    ["is larger than 1 MiB", " ".repeat(1_048_577)],
  ])("no registry where .github/toolcard.yml %s", async (_what, content) => {
    const repository = newRepository({ ...registry, ".github/toolcard.yml": content });
    const snapshot = await snapshotAt(repository, commitAll(repository));
    expect(snapshot.folder).toBeUndefined();
    expect([...snapshot.files.keys()]).toEqual([".github/toolcard.yml"]);
  });

  test("by its kind what is no regular file, or too large", async () => {
    const repository = newRepository({
      ...registry,
      "registry/cards/big.yaml": " ".repeat(2_097_152),
      "registry/cards/limit.yaml": " ".repeat(1_048_576),
      "registry/cards/folder.yaml/x.txt": "",
      "registry/cards/team/x.yaml": "",
      ".github/CODEOWNERS": "#".repeat(2_999_999),
      CODEOWNERS: "#".repeat(3_000_000),
    });
    const link = (target: string, path: string) => symlinkSync(target, join(repository, path));
    link("a.yaml", "registry/cards/link.yaml");
    link("/etc", "registry/grants/etc");
    mkdirSync(join(repository, "docs"));
    link("../CODEOWNERS", "docs/CODEOWNERS");
    link("/etc", ".github/workflows");
    git(repository, "add", "-A");
    const commit = "0123456789012345678901234567890123456789";
    git(repository, "update-index", "--add", "--cacheinfo", `160000,${commit},registry/cards/sub.yaml`);
    git(repository, "commit", "-q", "-m", "first");
    const {
      "registry/cards/limit.yaml": limit,
      ".github/CODEOWNERS": owners,
      ...rest
    } = await shownAt(repository);
    expect([limit?.length, owners?.length]).toEqual([1_048_576, 2_999_999]);
    expect(rest).toEqual({
      ".github/workflows": "(link)",
      CODEOWNERS: "(too-large)",
      "docs/CODEOWNERS": "(link)",
      "registry/cards/a.yaml": "a: \u{1f600}\n",
      "registry/cards/big.yaml": "(too-large)",
      "registry/cards/folder.yaml": "(folder)",
      "registry/cards/link.yaml": "(link)",
      "registry/cards/sub.yaml": "(submodule)",
      "registry/cards/team": "(folder)",
      "registry/grants/b.yaml": "b: 1",
      "registry/grants/etc": "(link)",
      "registry/toolcard.yaml": "label: x\n",
    });
  });

  test.each(["ops", "ops/registry", "ops/registry/cards"])(
    "that %s is a link, and follows none",
    async (at) => {
      const repository = newRepository({
        ".github/toolcard.yml": "registry: ops/registry\n",
        "real/a.yaml": "a\n",
      });
      mkdirSync(join(repository, at, ".."), { recursive: true });
      symlinkSync("../real", join(repository, at));
      commitAll(repository);
      expect(await shownAt(repository)).toMatchObject({ [at]: "(link)" });
      expect(Object.keys(await shownAt(repository))).toHaveLength(2);
    },
  );

  test("bytes as they are: no line ends, filters, encodings or working tree of the repository's attributes", async () => {
    const repository = newRepository({
      ...registry,
      "registry/cards/a.yaml": "a: 1\r\n$Id$\n",
      "registry/cards/latin.yaml": Buffer.from("\xe9\n", "latin1"),
    });
    const commit = commitAll(repository);
    const before = await snapshotAt(repository, commit);
    writeFileSync(
      join(repository, ".gitattributes"),
      "*.yaml filter=x diff=x text eol=crlf ident working-tree-encoding=UTF-16 export-subst\n",
    );
    for (const key of [
      "filter.x.smudge",
      "filter.x.clean",
      "filter.x.process",
      "diff.x.textconv",
      "diff.x.command",
    ])
      git(repository, "config", key, "touch ran; false");
    git(repository, "config", "core.fsmonitor", "touch ran; false");
    git(repository, "config", "core.autocrlf", "true");
    expect(await snapshotAt(repository, commit)).toEqual(before);
    expect(before.files.get("registry/cards/latin.yaml")).toMatchObject({ bytes: Buffer.from([0xe9, 10]) });
  });

  test("the commit itself, whatever replaces it here", async () => {
    const repository = newRepository(registry);
    const commit = commitAll(repository);
    writeFileSync(join(repository, "registry/cards/a.yaml"), "replaced: 1\n");
    const other = commitAll(repository);
    git(repository, "replace", commit, other);
    git(repository, "replace", `${commit}:registry/grants/b.yaml`, `${other}:registry/toolcard.yaml`);
    expect(await shownAt(repository, commit)).toMatchObject({
      "registry/cards/a.yaml": "a: \u{1f600}\n",
      "registry/grants/b.yaml": "b: 1",
    });
  });

  test("the same from a bare repository, a worktree, a subfolder, a sparse and a shallow clone", async () => {
    const repository = newRepository(registry);
    const commit = commitAll(repository);
    const before = await shownAt(repository);
    const places = folderWith();
    git(repository, "worktree", "add", "-q", "--detach", join(places, "worktree"));
    git(places, "clone", "-q", "--bare", repository, "bare.git");
    git(places, "clone", "-q", "--sparse", repository, "sparse");
    git(places, "clone", "-q", "--depth", "1", `file://${repository}`, "shallow");
    for (const place of ["worktree", "bare.git", "sparse", "shallow"])
      expect(shown(await snapshotAt(join(places, place), commit))).toEqual(before);
    expect(shown(await snapshotAt(join(repository, "registry/cards"), commit))).toEqual(before);
  });

  test("the same where objects are named by SHA-256", async () => {
    const repository = folderWith(registry);
    git(repository, "init", "-q", "--object-format=sha256");
    const commit = commitAll(repository);
    expect(commit).toHaveLength(64);
    expect(Object.keys(await shownAt(repository))).toHaveLength(3);
    const blob = git(repository, "rev-parse", "HEAD:registry/cards/a.yaml");
    rmSync(join(repository, ".git/objects", blob.slice(0, 2), blob.slice(2)));
    await expect(snapshotAt(repository, commit)).rejects.toThrow(
      `"registry/cards/a.yaml" of ${commit} is not in this repository`,
    );
    const empty = git(repository, "-c", "alias.t=!git mktree </dev/null", "t");
    await expect(snapshotAt(repository, commit)).rejects.toThrow(`diff --shortstat ${empty} ${commit}`);
  });

  test("one error where two paths read alike", async () => {
    const repository = newRepository(registry);
    commitAll(repository);
    const blob = git(repository, "rev-parse", "HEAD:registry/toolcard.yaml");
    const names = Buffer.concat([
      Buffer.from(`100644 blob ${blob}\t\xff.yml\n`, "latin1"),
      Buffer.from(`100644 blob ${blob}\t\xfe.yml\n`, "latin1"),
    ]);
    writeFileSync(join(repository, "names"), names);
    const tree = git(repository, "-c", "alias.t=!git mktree <names", "t");
    const github = git(
      repository,
      "-c",
      `alias.t=!printf '040000 tree ${tree}\\t.github\\n' | git mktree`,
      "t",
    );
    const commit = git(repository, "commit-tree", "-m", "odd", github);
    await expect(snapshotAt(repository, commit)).rejects.toThrow("read alike");
  });
});

function partial(filter: string): { clone: string; commit: string; served: string } {
  const served = newRepository(registry);
  const commit = commitAll(served);
  git(served, "config", "uploadpack.allowFilter", "true");
  git(served, "config", "uploadpack.allowAnySHA1InWant", "true");
  const places = folderWith();
  git(places, "clone", "-q", "--no-checkout", `--filter=${filter}`, `file://${served}`, "clone");
  return { clone: join(places, "clone"), commit, served };
}

describe("snapshotAt of a partial clone", () => {
  test.each(["blob:none", "tree:0"])(
    "without %s fetches nothing, and names the command that does",
    async (filter) => {
      const { clone, commit } = partial(filter);
      git(clone, "config", "protocol.file.allow", "always");
      await expect(snapshotAt(clone, commit)).rejects.toThrow(
        `of ${commit} is not in this repository, and toolcard fetches nothing`,
      );
      // Folders and files are looked for one after the other.
      for (let tries = 0; tries < 3; tries++) {
        const message = await snapshotAt(clone, commit).then(
          () => "",
          (error: Error) => error.message,
        );
        if (message === "") break;
        const command = /: git (diff --shortstat .*)$/.exec(message)?.[1] ?? "";
        git(clone, ...command.split(" "));
      }
      expect((await snapshotAt(clone, commit)).files.size).toBe(3);
    },
  );

  test("offers no command with a name in it that a shell would read", async () => {
    const { served } = partial("blob:none");
    writeFileSync(join(served, "toolcard.yml"), "");
    mkdirSync(join(served, ".github"));
    writeFileSync(join(served, ".github/toolcard.yml"), 'registry: "$(touch ran)"\n');
    mkdirSync(join(served, "$(touch ran)/cards"), { recursive: true });
    writeFileSync(join(served, "$(touch ran)/cards/a.yaml"), "a\n");
    const commit = commitAll(served);
    const places = folderWith();
    git(places, "clone", "-q", "--no-checkout", "--filter=blob:none", `file://${served}`, "clone");
    const clone = join(places, "clone");
    git(clone, "show", `${commit}:.github/toolcard.yml`);
    await expect(snapshotAt(clone, commit)).rejects.toThrow(new RegExp(`${commit} --$`));
  });
});
