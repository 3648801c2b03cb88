import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import { judged } from "./judging.ts";
import { REPOSITORY } from "./sample.ts";
import { labelledBy, pullOf, snapshotOf, withFiles, type People } from "./scene.ts";
import { ROWS, type Row } from "./table.ts";

/** Somebody who owns everything, by any CODEOWNERS file of the table. */
const EVERYTHING: People = {
  owners: { "@acme/claims": ["otto"], "@acme/agents": ["otto"], "@acme/admins": ["otto"], "@a": ["otto"] },
  writers: ["otto"],
};

function sidesOf({ before = {}, change }: Row) {
  const base = withFiles(REPOSITORY, before);
  return [snapshotOf(base), snapshotOf(withFiles(base, change))] as const;
}

/** The same commit with more in it. */
function besideMore({ folder, files, commit }: Snapshot): Snapshot {
  const more = { "registry/grants/zoe.yaml": "agent: zoe\nenrolments: []\n", "registry/README.md": "more" };
  return { commit: `${commit.slice(0, -1)}x`, folder, files: new Map([...files, ...snapshotOf(more).files]) };
}

const ids = ({ widenings }: Verdict) => widenings.map(({ id }) => id);

describe("a pull request that", () => {
  it.each(ROWS)("$what: $says", (row) => {
    const [base, head] = sidesOf(row);
    const verdict = judged(pullOf(base, head), [base, head]);
    expect(verdict.kind, verdict.title).toBe(row.says);
    const kinds = new Set(verdict.widenings.map(({ id }) => id.split(" ")[0]));
    if (row.kinds !== undefined) expect(kinds).toEqual(new Set(row.kinds));
    const needs = new Set(verdict.widenings.flatMap(({ needs: files }) => files));
    if (row.needs !== undefined) expect(needs).toEqual(new Set(row.needs));
    if (row.title !== undefined) expect(verdict.title).toContain(row.title);
  });

  const labelled = ROWS.filter(({ says }) => says !== "passes");
  it.each(labelled)("$what, with the label of an owner of all of it", (row) => {
    const [base, head] = sidesOf(row);
    const pull = pullOf(base, head, labelledBy("otto"));
    expect(judged(pull, [base, head], EVERYTHING).kind).toBe(row.says === "refused" ? "refused" : "passes");
  });

  const judgeable = ROWS.filter(({ says }) => says !== "refused");
  it.each(judgeable)("$what: beside something else, the same widenings have the same ids", (row) => {
    const [base, head] = sidesOf(row);
    const [base2, head2] = [besideMore(base), besideMore(head)];
    expect(ids(judged(pullOf(base2, head2), [base2, head2]))).toEqual(
      expect.arrayContaining(ids(judged(pullOf(base, head), [base, head]))),
    );
  });
});

/** Rows that start from the sample and touch no file that the other one does. */
const somePair = fc
  .tuple(fc.constantFrom(...ROWS), fc.constantFrom(...ROWS))
  .filter(([one, other]) => one.before === undefined && other.before === undefined)
  .filter(([one, other]) => Object.keys(one.change).every((file) => !Object.hasOwn(other.change, file)));

it("never passes without a label what does not pass alone, whatever comes with it", () => {
  fc.assert(
    fc.property(somePair, fc.constantFrom("olga", undefined), ([one, other], labeller) => {
      const [base, head] = sidesOf({ ...one, change: { ...one.change, ...other.change } });
      const verdict = judged(pullOf(base, head), [base, head]);
      if (one.says !== "passes" || other.says !== "passes") expect(verdict.kind).not.toBe("passes");
      expect(verdict.kind === "passes").toBe(verdict.widenings.length === 0 && verdict.kind !== "refused");
      const labelled = judged(pullOf(base, head, labelledBy(labeller ?? "tom")), [base, head]);
      if (labeller === undefined) expect(labelled.kind).toBe(verdict.kind);
      if (labelled.kind === "passes") {
        const needs = labelled.widenings.flatMap(({ needs: files }) => files);
        expect(needs.every((file) => file.includes("/cards/"))).toBe(true);
      }
    }),
    { numRuns: 1500 },
  );
});
