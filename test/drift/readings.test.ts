import { describe, expect, test } from "vitest";
import { driftOf, toolsToWrite } from "../../src/core/drift/drift-of.ts";
import type { Drift } from "../../src/core/drift/drift.ts";
import type { Warning } from "../../src/core/drift/warning.ts";
import type { CompleteReading } from "../../src/core/reading/reading.ts";
import type { Card } from "../../src/core/registry/card.ts";
import { toolDigest } from "../../src/core/tool/normal.ts";
import type { Tool } from "../../src/core/tool/tool.ts";

const tool = (name: string, more: object = {}): Tool => ({ name, inputSchema: { type: "object" }, ...more });
const A = tool("a");
const B = tool("b");
const NEW = tool("new");
const EDITED = tool("b", { description: "Edited" });

const card = (more: Partial<Card> = {}) =>
  ({
    id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
    server: "claims-tools",
    revision: 1,
    remote: { type: "streamable-http", url: "https://claims.example.com/mcp", headers: [] },
    tools: [A, B],
    ...more,
  }) as Card;

const reading = (tools: readonly unknown[], more: Partial<CompleteReading> = {}): CompleteReading => ({
  outcome: "complete",
  server: "claims-tools",
  address: { type: "streamable-http", url: "https://claims.example.com/mcp" },
  readAs: { capabilities: [] },
  time: "2026-11-30T00:00:00Z",
  tools,
  notes: [],
  confirmed: true,
  ...more,
});

interface Case {
  readonly title: string;
  readonly card?: Partial<Card>;
  readonly tools: readonly unknown[];
  readonly reading?: Partial<CompleteReading>;
  readonly removedInProposal?: readonly string[];
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly touched?: readonly string[];
  readonly written: readonly Tool[];
  readonly warnings?: readonly Warning[];
}

const NAMELESS = { inputSchema: {} };
const CASES: readonly Case[] = [
  { title: "the same list is no drift", tools: [B, A], written: [A, B] },
  { title: "a tool is gone", tools: [A], removed: ["b"], written: [A] },
  { title: "a tool is new", tools: [A, B, NEW], added: ["new"], written: [A, B, NEW] },
  { title: "a tool is another", tools: [A, EDITED], touched: ["b"], written: [A, EDITED] },
  {
    title: "no tools at all, believed because it was read twice",
    tools: [],
    removed: ["a", "b"],
    written: [],
  },
  {
    title: "a tool is gone by one reading",
    tools: [A],
    reading: { confirmed: false },
    removed: ["b"],
    written: [A],
    warnings: [{ kind: "read-once" }],
  },
  {
    title: "a name listed twice is malformed: not gone, not proposed",
    tools: [A, B, EDITED],
    written: [A, B],
    warnings: [{ kind: "malformed-tool", tool: "b", why: "named-twice", count: 2 }],
  },
  {
    title: "a tool without a schema is malformed",
    tools: [A, { name: "b" }, { name: "c" }],
    written: [A, B],
    warnings: [
      { kind: "malformed-tool", tool: "b", why: "no-input-schema", count: 1 },
      { kind: "malformed-tool", tool: "c", why: "no-input-schema", count: 1 },
    ],
  },
  {
    title: "an item without a name: what is listed counts, nothing is gone",
    tools: [A, NEW, NAMELESS, NAMELESS],
    added: ["new"],
    written: [A, B, NEW],
    warnings: [
      { kind: "malformed-tool", why: "no-name", count: 2 },
      { kind: "nothing-counts-as-removed", why: "unnamed-item", tools: ["b"] },
    ],
  },
  {
    title: "an item without a name where nothing is missing",
    tools: [A, B, 7],
    written: [A, B],
    warnings: [{ kind: "malformed-tool", why: "not-an-object", count: 1 }],
  },
  {
    title: "another credential: nothing is gone",
    card: { readAs: { credential: "claims-readonly", capabilities: [] } },
    tools: [EDITED],
    touched: ["b"],
    written: [A, EDITED],
    warnings: [{ kind: "nothing-counts-as-removed", why: "other-credential", tools: ["a"] }],
  },
  {
    title: "other capabilities: nothing is gone",
    card: { readAs: { capabilities: ["sampling", "roots"] } },
    tools: [A],
    reading: { readAs: { capabilities: ["roots"] } },
    written: [A, B],
    warnings: [{ kind: "nothing-counts-as-removed", why: "other-capabilities", tools: ["b"] }],
  },
  {
    title: "the order of capabilities says nothing",
    card: { readAs: { capabilities: ["sampling", "roots"] } },
    tools: [A],
    reading: { readAs: { capabilities: ["roots", "sampling"] } },
    removed: ["b"],
    written: [A],
  },
  {
    title: "another version of the protocol is compared, and said",
    card: { readAs: { protocolVersion: "2025-11-25", capabilities: [] } },
    tools: [A],
    reading: { readAs: { protocolVersion: "2026-07-28", capabilities: [] } },
    removed: ["b"],
    written: [A],
  },
  {
    title: "a declined new tool stays off",
    card: { declined: [{ name: "new", digest: toolDigest(NEW) }] },
    tools: [A, B, NEW],
    written: [A, B],
    warnings: [{ kind: "declined-form", tool: "new" }],
  },
  {
    title: "a declined form of a tool on the card leaves the card's form",
    card: { declined: [{ name: "b", digest: toolDigest(EDITED) }] },
    tools: [A, EDITED],
    written: [A, B],
    warnings: [{ kind: "declined-form", tool: "b" }],
  },
  {
    title: "a declined tool that changed again is asked again",
    card: { declined: [{ name: "new", digest: toolDigest(NEW) }] },
    tools: [A, B, tool("new", { title: "N" })],
    added: ["new"],
    written: [A, B, tool("new", { title: "N" })],
  },
  {
    title: "a tool under a retired name is new and flagged",
    card: { retired: [{ name: "new", revision: 3 }] },
    tools: [A, B, NEW],
    added: ["new"],
    written: [A, B, NEW],
    warnings: [{ kind: "retired-name-returned", tool: "new", revision: 3 }],
  },
  {
    title: "a tool that the open proposal removes and that returns in another form is gone and new",
    tools: [A, EDITED],
    removedInProposal: ["b"],
    added: ["b"],
    removed: ["b"],
    written: [A, EDITED],
  },
  {
    title: "a tool that the open proposal removes and that returns as it was is as it was",
    tools: [A, B],
    removedInProposal: ["b"],
    written: [A, B],
  },
  {
    title: "a reading of another address is compared with nothing",
    tools: [NEW],
    reading: { address: { type: "streamable-http", url: "https://other.example.com/mcp" } },
    written: [A, B],
    warnings: [{ kind: "other-address" }],
  },
  {
    title: "notes of the reading are warnings",
    tools: [A, B],
    reading: { notes: ["cursor-repeated"] },
    written: [A, B],
    warnings: [{ kind: "reading-note", note: "cursor-repeated" }],
  },
];

function drifted(entry: Case): Drift {
  const removedInProposal = new Set(entry.removedInProposal);
  return driftOf({ card: card(entry.card), reading: reading(entry.tools, entry.reading), removedInProposal });
}

const driftAt = (time: string) => JSON.stringify(driftOf({ card: card(), reading: reading([A], { time }) }));

describe("the drift of a reading", () => {
  test.each(CASES)("$title", (entry) => {
    const drift = drifted(entry);
    const touched = drift.changes.flatMap(({ kind, tool: name }) =>
      kind === "tool-description-changed" ? name : [],
    );
    expect({ ...drift, touched }).toMatchObject({
      server: "claims-tools",
      added: entry.added ?? [],
      removed: entry.removed ?? [],
      touched: entry.touched ?? [],
      warnings: entry.warnings ?? [],
    });
    expect(toolsToWrite(card(entry.card), reading(entry.tools, entry.reading))).toEqual(entry.written);
  });

  test.each(CASES)("writing what it says leaves no drift but warnings: $title", (entry) => {
    const tools = toolsToWrite(card(entry.card), reading(entry.tools, entry.reading));
    const { added, removed, changed } = drifted({
      ...entry,
      card: { ...entry.card, tools },
      removedInProposal: [],
    });
    expect({ added, removed, changed }).toEqual({ added: [], removed: [], changed: [] });
  });

  test("another version of the protocol is one change of behaviour", () => {
    const before = card({ readAs: { protocolVersion: "2025-11-25", capabilities: [] } });
    const readAs = { protocolVersion: "2026-07-28", capabilities: [] };
    const drift = driftOf({ card: before, reading: reading([A, B], { readAs }) });
    expect(drift.scope).toBe("same");
    expect(drift.changes).toEqual([
      {
        kind: "protocol-version-changed",
        pointer: "/readAs/protocolVersion",
        before: "2025-11-25",
        after: "2026-07-28",
        scope: "same",
        breaks: false,
        grants: [],
      },
    ]);
  });

  test("what is written of chosen tools leaves the others as the card has them", () => {
    const live = reading([EDITED, NEW]);
    const choices = [["b"], ["a"], ["new"], ["a", "new"], [], ["elsewhere"]];
    const written = choices.map((names) => toolsToWrite(card(), live, new Set(names)));
    expect(written).toEqual([[A, EDITED], [B], [A, B, NEW], [B, NEW], [A, B], [A, B]]);
  });

  test("a drift of chosen tools has the warnings about them, and none about others", () => {
    const live = reading([EDITED, { name: "bad" }, { name: "worse" }, null]);
    const on = card({ tools: [A, B, { name: "bad", inputSchema: {} }] });
    const said = (...names: string[]) =>
      driftOf({ card: on, reading: live, only: new Set(names) }).warnings.map((warning) =>
        "tools" in warning ? warning.tools.join() : "tool" in warning ? warning.tool : warning.kind,
      );
    expect([said("a"), said("bad"), said("b"), said()]).toEqual([
      ["malformed-tool", "a"],
      ["malformed-tool", "bad"],
      ["malformed-tool"],
      ["malformed-tool"],
    ]);
  });

  test("the time of the reading leaves no trace", () => {
    expect(driftAt("2026-01-01T00:00:00Z")).toBe(driftAt("2027-02-02T02:02:02Z"));
  });

  test("the keys stand in their fixed order", () => {
    const drift = driftOf({ card: card(), reading: reading([A]) });
    expect(Object.keys(drift)).toEqual(
      "server added removed changed revokes scope changes grants warnings reading".split(" "),
    );
  });
});
