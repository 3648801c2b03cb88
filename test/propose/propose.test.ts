import { describe, expect, test } from "vitest";
import { planProposals } from "../../src/core/propose/limit.ts";
import { planProposal } from "../../src/core/propose/propose.ts";
import { noticeWords, planWords } from "../../src/core/propose/words.ts";
import { LIFE_CYCLE } from "./life-cycle.ts";
import { drift, proposed, state, wanted } from "./states.ts";

describe("the life cycle of a proposal", () => {
  test.each(LIFE_CYCLE)("$row", ({ state: given, plan }) => {
    const found = planProposal(given);
    const seen = Object.keys(plan).map((key) => [key, Reflect.get(found, key)]);
    expect(Object.fromEntries(seen)).toEqual(plan);
    expect(found.server).toBe("claims-tools");
  });

  test.each(LIFE_CYCLE)("has one line in the summary: $row", ({ state: given }) => {
    const line = planWords(planProposal(given));
    expect(line).toMatch(/^`claims-tools`: [^\n]+\.$/);
    expect(line).not.toMatch(/undefined|NaN|\[object/);
  });

  test("covers every kind of plan for one server", () => {
    const kinds = new Set(LIFE_CYCLE.map(({ plan }) => plan.kind));
    const all = "close delete-branch nothing open replace retext silent skip stop wait".split(" ");
    expect([...kinds].toSorted()).toEqual(all);
  });

  test("names the setting that keeps Actions from opening pull requests", () => {
    const line = planWords(planProposal(state({ refused: { kind: "pull-requests" } })));
    expect(line).toContain("Allow GitHub Actions to create and approve pull requests");
  });

  test("shows what GitHub says about a rule as code, not as text", () => {
    const rule = "`x` @org/team <!-- \n::set-output";
    const line = planWords(planProposal(state({ refused: { kind: "branch", rule } })));
    expect(line).toContain("(`` `x` @org/team <!-- ␤::set-output ``)");
  });

  test("says on the pull request why it stops or ends, and how to go on", () => {
    expect(noticeWords("foreign-commit")).toContain("/toolcard recreate");
    expect(noticeWords("drift-gone")).toContain("closes");
    expect(noticeWords("card-gone")).toContain("closes");
  });

  test("a name that is no server's gets nowhere near a branch", () => {
    for (const server of ["a..b", "../main", "a b", "A", "x.lock", "", "a".repeat(64), "a\n", "-a"]) {
      expect(() => planProposal(state({ server }))).toThrow(RangeError);
    }
  });
});

describe("a run with many servers", () => {
  const quiet = { ...drift, scope: "narrows" as const, revokes: [], grants: [] };

  test("opens at most as many as allowed, those that revoke or widen first, then by name", () => {
    const states = [
      state({ server: "d" }),
      state({ server: "b" }),
      state({ server: "a", wanted: { ...wanted, drift: quiet } }),
      state({ server: "c", wanted: { ...wanted, drift: { ...quiet, scope: "unknown" } } }),
    ];
    const plans = planProposals(states, 3);
    expect(plans.map(({ server, kind }) => `${server} ${kind}`)).toEqual([
      "b open",
      "c open",
      "d open",
      "a defer",
    ]);
    expect(planProposals(states.toReversed(), 3)).toEqual(plans);
    expect(plans.map(planWords).at(-1)).toContain("puts off");
  });

  test("limits only new proposals", () => {
    const other = { ...wanted, title: "other" };
    const states = [
      state({ server: "b" }),
      proposed({ server: "z", wanted: other }),
      proposed({ server: "a", wanted: other }),
    ];
    const plans = planProposals(states, 0).map(({ server, kind }) => `${server} ${kind}`);
    expect(plans).toEqual(["a retext", "z retext", "b defer"]);
  });
});
