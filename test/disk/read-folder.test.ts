import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { problemLine } from "../../src/core/yaml/problem.ts";
import { readFolder } from "../../src/disk/read-folder.ts";
import { folderWith } from "./folder.ts";

describe("readFolder", () => {
  test("reads the files of the registry's layout, and nothing else", async () => {
    const folder = folderWith({
      "toolcard.yaml": "label: x\n",
      "cards/a.yaml": "id: 1\n",
      "cards/README.md": "Cards.\n",
      "cards/.gitkeep": "",
      "grants/b.yaml": "agent: b\n",
      "notes/c.yaml": "c: 1\n",
      "approvals.jsonl": "{}\n",
    });
    const { files, problems } = await readFolder(folder);
    expect([...files.keys()]).toEqual(["cards/a.yaml", "grants/b.yaml", "toolcard.yaml"]);
    expect(new TextDecoder().decode(files.get("cards/a.yaml"))).toBe("id: 1\n");
    expect(problems).toEqual([]);
  });

  test("follows no link, waits for no pipe, reads no folder and nothing over 1 MiB", async () => {
    const outside = folderWith({ "secret.yaml": "secret: 1\n" });
    const folder = folderWith({
      "cards/big.yaml": new Uint8Array(1_048_577),
      "cards/most.yaml": new Uint8Array(1_048_576),
    });
    symlinkSync(join(outside, "secret.yaml"), join(folder, "cards/link.yaml"));
    symlinkSync("nowhere", join(folder, "toolcard.yaml"));
    symlinkSync(outside, join(folder, "grants"));
    mkdirSync(join(folder, "cards/folder.yaml"));
    mkdirSync(join(folder, "cards/team"));
    execFileSync("mkfifo", [join(folder, "cards/pipe.yaml")]);
    const { files, problems } = await readFolder(folder);
    expect([...files.keys()]).toEqual(["cards/most.yaml"]);
    expect(problems.map(problemLine).toSorted()).toEqual([
      "cards/big.yaml:1:1: the file is larger than 1 MiB; shorten it",
      "cards/folder.yaml:1:1: this is a folder, and what is in it is not read; put its files right into cards",
      "cards/link.yaml:1:1: this is a link, and links are not followed; put the file itself here",
      "cards/pipe.yaml:1:1: this is no regular file; put the file itself here",
      "cards/team:1:1: this is a folder, and what is in it is not read; put its files right into cards",
      "grants:1:1: this is a link, and links are not followed; make grants a folder",
      "toolcard.yaml:1:1: this is a link, and links are not followed; put the file itself here",
    ]);
  });

  test("gives a nearly right name to the registry's rules, which say what the right one is", async () => {
    const { files } = await readFolder(folderWith({ "toolcard.yml": "", "cards/a.yml": "" }));
    expect([...files.keys()]).toEqual(["cards/a.yml", "toolcard.yml"]);
  });

  test("says that there is no registry", async () => {
    const folder = folderWith({ file: "" });
    for (const [path, what] of [
      [join(folder, "nothing"), "there is no registry here"],
      [join(folder, "file"), "this is no folder"],
    ] as const) {
      const { files, problems } = await readFolder(path);
      expect(files.size).toBe(0);
      expect(problems).toMatchObject([{ file: path, line: 1, column: 1, what }]);
    }
  });
});
