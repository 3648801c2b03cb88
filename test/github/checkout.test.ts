import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mergeBase } from "./history.ts";
import { commitFiles, propose, startScene } from "./scene.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "toolcard-checkout-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" }).trim();

test("git itself finds nothing wrong with what a whole flow made, and reads it as we do", async () => {
  const scene = await startScene();
  const { github, repo, rest, at } = scene;
  const bob = repo.as("bob");
  for (const method of ["merge", "squash", "rebase"] as const) {
    const head = await commitFiles(scene, repo.tip() ?? "", { [`cards/${method}.yaml`]: `x: ${method}\n` });
    await rest.git.createRef({ ...at, ref: `refs/heads/${method}`, sha: head });
    const { data } = await rest.pulls.create({ ...at, head: method, base: "main", title: method });
    bob.push("main", {
      "a.txt": `before ${method}\n`,
      [`run-${method}`]: { mode: "100755", content: "#!/bin/sh\n" },
    });
    await rest.pulls.merge({ ...at, pull_number: data.number, merge_method: method });
  }
  const { head } = await propose(scene);
  repo.checkOut(folder);

  expect(git("fsck", "--full", "--strict", "--no-dangling")).toBe("");
  expect(git("rev-parse", "HEAD")).toBe(repo.tip());
  expect(git("status", "--porcelain")).toBe("");
  expect(readFileSync(join(folder, "cards/squash.yaml"), "utf8")).toBe("x: squash\n");
  expect(git("rev-parse", "origin/toolcard/b")).toBe(head);
  expect(git("merge-base", "main", "squash")).toBe(
    mergeBase(repo.state.objects, repo.tip() ?? "", repo.tip("squash") ?? ""),
  );
  const listed = await rest.repos.listCommits({ ...at, per_page: 100 });
  expect(listed.data.map(({ sha }) => sha).toSorted()).toEqual(
    git("rev-list", "main").split("\n").toSorted(),
  );
  const tree = await rest.git.getTree({ ...at, tree_sha: "main", recursive: "1" });
  const lines = tree.data.tree.map(({ mode, type, sha, path }) => `${mode} ${type} ${sha}\t${path}`);
  expect(lines.join("\n")).toBe(git("ls-tree", "-r", "-t", "main"));
  const compared = await rest.repos.compareCommitsWithBasehead({ ...at, basehead: "squash...main" });
  const changed = git("diff", "--name-status", "--no-renames", "squash...main").split("\n");
  const letters = { added: "A", modified: "M", removed: "D" } as Record<string, string>;
  expect(compared.data.files?.map(({ status, filename }) => `${letters[status]}\t${filename}`)).toEqual(
    changed,
  );
  await github.close();
});
