import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mergeBase } from "../../src/disk/merge-base.ts";
import { folderWith } from "./folder.ts";
import { commitAll, git, newRepository } from "./repository.ts";

/** A branch `topic` that left `main` after its second commit; both went on by two. */
function forked(): { repository: string; second: string } {
  const repository = newRepository();
  const commits = [commitAll(repository), commitAll(repository)];
  git(repository, "branch", "topic");
  commitAll(repository);
  commitAll(repository);
  git(repository, "checkout", "-q", "topic");
  commitAll(repository);
  commitAll(repository);
  return { repository, second: commits[1] ?? "" };
}

const commit = (repository: string, ref: string): string => git(repository, "rev-parse", ref);

test("gives where two branches parted, and nothing where they never were one", async () => {
  const { repository, second } = forked();
  const [main, topic] = [commit(repository, "main"), commit(repository, "topic")];
  expect(await mergeBase(repository, main, topic)).toBe(second);
  expect(await mergeBase(repository, main, second)).toBe(second);
  expect(await mergeBase(repository, main, main)).toBe(main);
  git(repository, "checkout", "-q", "--orphan", "other");
  expect(await mergeBase(repository, main, commitAll(repository))).toBeUndefined();
});

test("heeds no graft and no replaced commit", async () => {
  const { repository, second } = forked();
  const [main, topic] = [commit(repository, "main"), commit(repository, "topic")];
  git(repository, "replace", "--graft", topic, main);
  expect(git(repository, "merge-base", main, topic)).toBe(main);
  expect(await mergeBase(repository, main, topic)).toBe(second);
  git(repository, "replace", "-d", topic);
  writeFileSync(join(repository, ".git/info/grafts"), `${topic} ${main}\n`);
  expect(git(repository, "merge-base", main, topic)).toBe(main);
  expect(await mergeBase(repository, main, topic)).toBe(second);
});

test.each([
  [1, false],
  [2, false],
  [3, true],
])("of a clone with the last %i commits alone is told only when they tell it: %s", async (depth, told) => {
  const { repository, second } = forked();
  const places = folderWith();
  const words = ["--depth", String(depth), "--no-single-branch", `file://${repository}`, "clone"];
  git(places, "clone", "-q", ...words);
  const clone = join(places, "clone");
  const asked = mergeBase(clone, commit(clone, "origin/main"), commit(clone, "origin/topic"));
  if (told) expect(await asked).toBe(second);
  else await expect(asked).rejects.toThrow("this clone is shallow; run git fetch --unshallow");
});

test("of a shallow clone is never an older commit than the true one", async () => {
  // One parent of the merge is `one`; the way from the other to `two`, where topic left, is cut off.
  const repository = newRepository();
  const one = commitAll(repository);
  const two = commitAll(repository);
  git(repository, "checkout", "-q", "-b", "topic");
  const topic = commitAll(repository);
  git(repository, "checkout", "-q", "main");
  for (let more = 0; more < 3; more++) commitAll(repository);
  git(repository, "checkout", "-q", "-b", "side", one);
  git(repository, "merge", "-q", "--no-ff", "-m", "merge", "main");
  const side = commit(repository, "side");
  const places = folderWith();
  git(places, "init", "-q", "clone");
  const clone = join(places, "clone");
  git(clone, "fetch", "-q", "--depth", "3", repository, "side");
  git(clone, "fetch", "-q", repository, "topic");
  expect(git(clone, "merge-base", side, topic)).toBe(one);
  await expect(mergeBase(clone, side, topic)).rejects.toThrow("shallow");
  git(clone, "fetch", "-q", "--unshallow", repository, "side");
  expect(await mergeBase(clone, side, topic)).toBe(two);
});
