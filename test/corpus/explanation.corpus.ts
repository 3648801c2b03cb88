import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Drift } from "../../src/core/drift/drift.ts";
import { codesOf } from "../../src/core/explain/codes.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import { JARGON, ownWords, RAW_JSON, unfolded } from "../explain/readable.ts";
import { listPairs } from "./lists.ts";

/** Every name that a drift says is new, gone or changed: of tools, and of fields without the mark of an item. */
function namesIn(drift: Drift): string[] {
  const fields = drift.changed.flatMap(({ input, output }) =>
    [input, output].flatMap(({ added, removed }) => added.concat(removed)),
  );
  return [...drift.added, ...drift.removed, ...drift.changed.map(({ tool }) => tool), ...fields.map(bare)];
}

function bare(path: string): string {
  return path.replace(/(?:\[\]|\.\*)$/, "");
}

/** A field's own name, by which a rule that joins several forms lists it. */
function lastOf(path: string): string {
  return bare(path.slice(path.lastIndexOf(".") + 1));
}

describe("the explanation of two versions of a published server", () => {
  it(
    "names every tool and field that came, went or changed, and stays within the limit",
    { timeout: 60_000 },
    () => {
      for (const { title, server, before, after } of listPairs()) {
        for (const drift of [diffTools(before, after, { server }), diffTools(after, before, { server })]) {
          const { sections } = explain(drift, { grants: [], maxBytes: Number.POSITIVE_INFINITY });
          const spans = new Set(codesOf(sections).map(bare));
          const missing = namesIn(drift).filter((name) => !spans.has(name) && !spans.has(lastOf(name)));
          expect(missing, title).toEqual([]);
          expect(Buffer.byteLength(markdownOf(explain(drift)))).toBeLessThanOrEqual(60_000);
        }
      }
    },
  );

  it("has no word of engineers and no value as programs write it outside the folds", () => {
    const pairs = listPairs();
    expect(pairs.length).toBeGreaterThan(0);
    for (const { title, server, before, after } of pairs) {
      for (const drift of [diffTools(before, after, { server }), diffTools(after, before, { server })]) {
        const markdown = markdownOf(explain(drift, { maxBytes: Number.POSITIVE_INFINITY }));
        expect(ownWords(markdown), title).not.toMatch(JARGON);
        expect(unfolded(markdown), title).not.toMatch(RAW_JSON);
      }
    }
  });
});
