import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decide } from "../../src/core/scope/decide.ts";
import { SCHEMA_CHANGE_KINDS } from "../../src/core/differences/kinds.ts";
import { patcher } from "../../src/core/differences/patch.ts";
import { pruner } from "../../src/core/differences/prune.ts";
import { walkSchemas } from "../../src/core/differences/walk.ts";
import { fieldName, schema } from "../scope/arbitrary-schema.ts";

interface Case {
  readonly title: string;
  readonly dialect?: string;
  readonly before: unknown;
  readonly after: unknown;
}

const file = new URL("../fixtures/drift/schema-changes.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };

/** What stands between the new schema and the old one with every difference that was found made to it. */
function leftOver({ before, after, dialect }: Omit<Case, "title">): string[] {
  const walked = walkSchemas(before, after, { rootCloses: true, dialect });
  const edits = walked.differences
    .filter(({ kind }) => SCHEMA_CHANGE_KINDS[kind] === "permission" && kind !== "dialect-changed")
    .flatMap((difference) => difference.edits);
  const made = patcher(walked.before, walked.after)(walked.before.root, edits);
  const { gain, loss } = decide(made, walked.after.root, { side: "input", world: "strict", guard: false });
  return [gain, loss].filter((answer) => answer === "yes");
}

test.each(cases)("the differences are all there are: $title", ({ before, after, dialect }) => {
  const words = dialect === undefined ? {} : { dialect };
  expect(leftOver({ before, after, ...words })).toEqual([]);
  expect(leftOver({ before: after, after: before, ...words })).toEqual([]);
});

test("the differences are all there are, whatever the schemas", () => {
  fc.assert(
    fc.property(schema, schema, (before, after) => {
      expect(leftOver({ before, after })).toEqual([]);
    }),
    { seed: 20261130, numRuns: 500 },
  );
}, 60_000);

test("what a difference has nothing to do with may be left out to find its effect", () => {
  const objects = fc.dictionary(fieldName, schema, { minKeys: 2, maxKeys: 4 });
  const object = fc
    .tuple(objects, fc.uniqueArray(fieldName, { maxLength: 3 }))
    .map(([properties, required]) => ({
      type: "object",
      properties,
      required,
    }));
  fc.assert(
    fc.property(object, object, (before, after) => {
      const walked = walkSchemas(before, after, { rootCloses: true });
      const [prune, patch] = [pruner(walked.before.root), patcher(walked.before, walked.after)];
      const asked = { side: "input", world: "strict", guard: false } as const;
      for (const { edits } of walked.differences.slice(0, 4)) {
        const [all, less] = [walked.before.root, prune(edits)];
        const whole = decide(all, patch(all, edits), asked);
        const part = decide(less, patch(less, edits), asked);
        for (const world of ["closed", "open"] as const) {
          if (part[world]?.gain === "no") expect(whole[world]?.gain).not.toBe("yes");
          if (part[world]?.loss === "no") expect(whole[world]?.loss).not.toBe("yes");
        }
      }
    }),
    { seed: 20261130, numRuns: 200 },
  );
}, 60_000);
