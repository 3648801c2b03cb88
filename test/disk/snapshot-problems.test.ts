import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import { registryAt } from "../../src/core/gate/registry-at.ts";
import { readRegistry } from "../../src/core/registry/registry.ts";
import { problemLine } from "../../src/core/yaml/problem.ts";
import { readFolder } from "../../src/disk/read-folder.ts";
import { snapshotAt } from "../../src/disk/snapshot.ts";
import { commitAll, newRepository } from "./repository.ts";

const bad = load(
  readFileSync(new URL("../registry/bad-registries.yaml", import.meta.url), "utf8"),
) as readonly { readonly title: string; readonly files: Readonly<Record<string, string>> }[];

/** The problems that lint finds in the folder, and those that the gate finds in the commit. */
async function problems(repository: string): Promise<{ lint: string[]; gate: string[] }> {
  const commit = commitAll(repository);
  const { files, problems: found } = await readFolder(join(repository, "registry"));
  const lint = readRegistry(files, found).problems.map(problemLine);
  const read = registryAt(await snapshotAt(repository, commit), new GateCache()).problems;
  return { lint, gate: read.map((problem) => problemLine(problem).replace(/^registry\//, "")) };
}

function inRegistry(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`registry/${path}`, text]));
}

test.each(bad)("of $title the gate says what lint says", async ({ files }) => {
  const { lint, gate } = await problems(newRepository(inRegistry(files)));
  expect(lint).not.toEqual([]);
  expect(gate).toEqual(lint);
});

test("of what is no file, in the wrong place or too large, the gate says what lint says", async () => {
  const repository = newRepository(
    inRegistry({
      "cards/big.yaml": " ".repeat(1_048_577),
      "cards/team/x.yaml": "id: 1\n",
      "cards/folder.yaml/x.yaml": "id: 1\n",
      "cards/x.yml": "id: 1\n",
      "cards/README.md": "fine\n",
      "toolcard.yml": "label: x\n",
      "TOOLCARD.yaml": "label: x\n",
      "CARDS/x.yaml": "id: 1\n",
      "other/x.yaml": "fine\n",
    }),
  );
  mkdirSync(join(repository, "registry/elsewhere"));
  symlinkSync("big.yaml", join(repository, "registry/cards/link.yaml"));
  symlinkSync("README.md", join(repository, "registry/cards/LINK.md"));
  symlinkSync("elsewhere", join(repository, "registry/grants"));
  symlinkSync("elsewhere", join(repository, "registry/Grants"));
  const { lint, gate } = await problems(repository);
  expect(lint.length).toBeGreaterThan(10);
  expect(gate).toEqual(lint);
});
