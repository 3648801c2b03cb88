import { describe, expect, it } from "vitest";
import { landingsOf, type LandedCommit } from "../../src/core/record/landing.ts";

/** `a:1` is a commit that belongs to pull request 1, `a:1!` its merge commit, `a:1!@dev` of one merged into dev. */
function commitsOf(said: string): LandedCommit[] {
  let parent: string | undefined = "root";
  return said.split(" ").map((each) => {
    const [commit = "", ...of] = each.split(":");
    const pulls = of.map((one) => {
      const [, number, ends, base] = /^(\d+)(!?)(?:@(\w+))?$/.exec(one) ?? [];
      return { number: Number(number), base: base ?? "main", mergeCommit: ends === "!" ? commit : "later" };
    });
    const landed = { commit, parent, committed: 0, pulls };
    parent = commit;
    return landed;
  });
}

const saidOf = (commits: readonly LandedCommit[]) =>
  landingsOf(commits, "main").map(
    ({ before, after, pull }) => `${before}..${after}${pull === undefined ? "" : ` #${pull}`}`,
  );

describe("first-parent commits are cut into landings:", () => {
  it.each([
    ["a merge commit, or a squash", "a:1!", ["root..a #1"]],
    ["a rebase of three commits", "a:1 b:1 c:1!", ["root..c #1"]],
    ["pushes, each by itself", "a b", ["root..a", "a..b"]],
    ["a rebase between pushes", "a b:1 c:1! d", ["root..a", "a..c #1", "c..d"]],
    ["two rebases in a row", "a:1 b:1! c:2 d:2!", ["root..b #1", "b..d #2"]],
    ["a pull request of another branch", "a:1!@dev", ["root..a"]],
    ["one of another branch that also came here", "a:1!@dev:2!", ["root..a #2"]],
    ["commits of a pull request whose merge commit is lost", "a:1 b:1", ["root..a", "a..b"]],
    ["a push amid the commits of a pull request", "a:1 b c:1!", ["root..a", "a..b", "b..c #1"]],
    ["a commit that two pull requests end with", "a:2!:1!", ["root..a #1"]],
    ["a commit that two end with, one of which is longer", "a:2 b:1!:2!", ["root..b #2"]],
    ["a merge whose commit is in a later pull request too", "a:1!:2 b:2!", ["root..a #1", "a..b #2"]],
  ])("%s", (_what, said, landings) => {
    expect(saidOf(commitsOf(said))).toEqual(landings);
  });

  it("none are none", () => expect(landingsOf([], "main")).toEqual([]));
});
