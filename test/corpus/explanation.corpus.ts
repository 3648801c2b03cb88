import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Drift } from "../../src/core/drift/drift.ts";
import { codesOf } from "../../src/core/explain/codes.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import type { Tool } from "../../src/core/tool/tool.ts";

// Tool lists of published servers, which are third-party data and no part of the repository.
const folder = new URL("../../../shared/corpus/", import.meta.url);
const pairs: readonly (readonly [server: string, before: string, after: string])[] = existsSync(folder)
  ? JSON.parse(readFileSync(new URL("pairs.json", folder), "utf8"))
  : [];

function toolsOf(server: string, version: string): Tool[] {
  const saved = JSON.parse(readFileSync(new URL(`${server}/${version}.json`, folder), "utf8"));
  return Array.isArray(saved) ? saved : saved.tools;
}

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
      for (const [server, old, now] of pairs) {
        const [before, after] = [toolsOf(server, old), toolsOf(server, now)];
        for (const drift of [diffTools(before, after, { server }), diffTools(after, before, { server })]) {
          const { sections } = explain(drift, { grants: [], maxBytes: Number.POSITIVE_INFINITY });
          const spans = new Set(codesOf(sections).map(bare));
          const missing = namesIn(drift).filter((name) => !spans.has(name) && !spans.has(lastOf(name)));
          expect(missing, `${server} ${old} ${now}`).toEqual([]);
          expect(Buffer.byteLength(markdownOf(explain(drift)))).toBeLessThanOrEqual(60_000);
        }
      }
    },
  );
});
