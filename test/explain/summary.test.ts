import { describe, expect, it } from "vitest";
import type { Change, Grant } from "../../src/core/drift/drift.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { inline } from "../../src/core/explain/markdown.ts";
import { everyWarning } from "./every-warning.ts";
import { EVERY_KIND } from "./every-kind.ts";
import { ownSentences } from "./readable.ts";
import { change, drift } from "./stories.ts";

const held = (tool: string, agent = "intake-bot"): Grant => ({ agent, tool, job: "claims-intake" });
const field = (path: string, tool = "create_note", grants = [held(tool)]) =>
  change({ kind: "field-added", tool, side: "input", path, world: "closed", grants });
const lower = (tool: string) =>
  change({
    kind: "limit-lowered",
    tool,
    side: "input",
    path: "a",
    before: 2,
    after: 1,
    scope: "narrows",
    breaks: true,
  });
const lost = (tool: string) =>
  change({ kind: "field-removed", tool, side: "output", path: "a", before: {}, scope: "narrows" });
const removed = change({ kind: "tool-removed", tool: "old", scope: "narrows", grants: [held("old")] });
const added = change({ kind: "tool-added", tool: "new", after: {} });
const hint = (tool: string, grants = [held(tool)]) =>
  change({ kind: "read-only-hint-changed", tool, before: true, after: false, grants });
const execution = (tool: string, grants = [held(tool)]) =>
  change({ kind: "execution-changed", tool, pointer: "/execution", after: {}, scope: "same", grants });

function summaryOf(changes: readonly Change[]): string {
  return inline(explain(drift(changes), { owners: ["@acme/owners"], grants: [] }).summary);
}

describe("the first block", () => {
  it.each<[string, readonly Change[], string]>([
    [
      "names one agent, one field and one tool",
      [field("visibility")],
      "Merging this lets `intake-bot` set one more field, `visibility`, on `create_note`.",
    ],
    [
      "counts what it can't name, and says where nobody holds a grant",
      [field("a", "one", []), field("b", "two", [])],
      "Merging this lets its callers set 2 more fields on 2 tools, which nobody may call yet.",
    ],
    [
      "says apart what the server takes less of and what it gives back less of",
      [lower("one"), lower("two"), lost("three")],
      "Merging this notes that the server now accepts less on 2 tools and gives back less on `three`. Nobody gets more access.",
    ],
    [
      "says how many of several tools nobody may call",
      [field("a", "one"), field("b", "two", [])],
      "Merging this lets `intake-bot` set 2 more fields on 2 tools, 1 of which nobody may call yet.",
    ],
    [
      "says that a tool without grants is gone, as such",
      [change({ kind: "tool-removed", tool: "unused", scope: "narrows" }), lower("one")],
      "Merging this notes that the server now accepts less on `one` and no longer has `unused`. Nobody gets more access.",
    ],
    [
      "says how many of several tools agents use",
      [execution("one"), execution("two"), execution("three", [])],
      "Merging this notes 3 changes to 3 tools, 2 of these tools used by `intake-bot`, none of which lets an agent send more. Nobody gets more access.",
    ],
    [
      "puts all that gets wider into one sentence where there are three ways beside a grant that goes",
      [removed, field("a"), hint("one"), hint("two", []), added, lower("one")],
      "Merging this takes `old` away from `intake-bot`. It lets `intake-bot` set one more field, `a`, on `create_note`, accepts 2 changes that the server already made to 2 tools, 1 of these tools used by `intake-bot`, and lists 1 new tool, which nobody may call yet. It also notes that the server now accepts less on `one`.",
    ],
  ])("%s", (_title, changes, said) => {
    expect(summaryOf(changes)).toBe(said);
  });

  it("has three sentences at most, whatever changes come together", () => {
    const kinds = Object.entries(EVERY_KIND).map(([kind, { tool: _tool, ...partial }]) => {
      return change({ kind: kind as Change["kind"], ...partial });
    });
    for (let at = 0; at < kinds.length; at++) {
      for (const warnings of [[], everyWarning]) {
        const some = [removed, added, ...kinds.slice(at, at + 5)];
        const { summary } = explain(drift(some, { warnings }), { owners: ["@acme/owners"], grants: [] });
        expect(ownSentences(inline(summary)).length).toBeLessThanOrEqual(3);
      }
    }
  });
});
