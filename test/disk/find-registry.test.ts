import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findRegistry } from "../../src/disk/find-registry.ts";
import { folderWith } from "./folder.ts";

describe("findRegistry", () => {
  test("goes up to the repository, and takes the path that .github/toolcard.yml names", async () => {
    const repository = folderWith({
      ".git/HEAD": "",
      ".github/toolcard.yml": "registry: ops/registry/ # ours\n",
      "ops/registry/cards/a.yaml": "",
    });
    const found = { ok: true, repository, folder: "ops/registry" };
    expect(await findRegistry(repository)).toEqual(found);
    expect(await findRegistry(join(repository, "ops/registry/cards"))).toEqual(found);
  });

  test("takes registry when nothing is said, also in a worktree, where .git is a file", async () => {
    const repository = folderWith({ ".git": "gitdir: /elsewhere\n", "src/x": "" });
    const found = { ok: true, repository, folder: "registry" };
    expect(await findRegistry(join(repository, "src"))).toEqual(found);
  });

  test("stays where it started when there is no repository", async () => {
    const folder = folderWith();
    expect(await findRegistry(folder)).toEqual({ ok: true, repository: folder, folder: "registry" });
  });

  test("says what is wrong with .github/toolcard.yml", async () => {
    const repository = folderWith({ ".git/HEAD": "", ".github/toolcard.yml": "registry: ../elsewhere\n" });
    expect(await findRegistry(repository)).toMatchObject({
      ok: false,
      problems: [{ file: ".github/toolcard.yml", line: 1, column: 11 }],
    });
    const linked = folderWith({ ".git/HEAD": "", elsewhere: "registry: x\n" });
    mkdirSync(join(linked, ".github"));
    symlinkSync("../elsewhere", join(linked, ".github/toolcard.yml"));
    expect(await findRegistry(linked)).toMatchObject({ ok: false });
  });

  test.each(["link", "link/registry", "ops/link/registry"])(
    "does not go to %s, where a link may lead out of the repository",
    async (folder) => {
      const elsewhere = folderWith({ "registry/cards/a.yaml": "" });
      const repository = folderWith({
        ".git/HEAD": "",
        ".github/toolcard.yml": `registry: ${folder}\n`,
        "ops/x": "",
      });
      symlinkSync(elsewhere, join(repository, folder.replace(/link.*/, "link")));
      expect(await findRegistry(repository)).toMatchObject({
        ok: false,
        problems: [{ file: ".github/toolcard.yml", line: 1, column: 11 }],
      });
    },
  );
});
