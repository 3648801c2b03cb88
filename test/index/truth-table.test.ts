import { expect, test } from "vitest";
import { authorize } from "../../src/core/index/authorize.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import type { ReasonCode } from "../../src/core/index/reasons.ts";
import type { Reading } from "../../src/core/reading/reading.ts";
import type { Registry } from "../../src/core/registry/registry.ts";
import { CARD_ID, cardOf, grantsOf, NOW, OTHER_ID, readingOf, registryOf } from "./scene.ts";

// Every combination of what may hold of one call, and what is to be said of it: the first row of RULES that fits.

const DIMENSIONS = {
  suspended: ["no", "yes", "in the approved state"],
  enrolled: ["yes", "no", "other id", "not approved"],
  granted: ["yes", "no", "other job", "not approved"],
  card: ["has it", "lacks it", "has it, not approved"],
  retired: ["no", "yes"],
  reading: [
    "complete",
    "failed",
    "none",
    "too old",
    "lacks it",
    "other address",
    "twice",
    "malformed",
    "unapproved address",
  ],
  arguments: ["both", "card only", "live only", "neither", "not by the approved card"],
} as const;

type Cell = { readonly [Key in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[Key][number] };

const RULES: readonly [reason: ReasonCode, holds: (cell: Cell) => boolean][] = [
  ["suspended", ({ suspended }) => suspended !== "no"],
  ["not-enrolled", ({ enrolled }) => enrolled === "no" || enrolled === "other id"],
  ["unapproved", ({ enrolled }) => enrolled === "not approved"],
  ["not-granted", ({ granted }) => granted === "no" || granted === "other job"],
  ["unapproved", ({ granted }) => granted === "not approved"],
  ["not-on-card", ({ card }) => card === "lacks it"],
  ["unapproved", ({ card }) => card === "has it, not approved"],
  ["unreadable", ({ reading }) => reading === "failed" || reading === "none"],
  ["too-old", ({ reading }) => reading === "too old"],
  ["other-address", ({ reading }) => reading === "other address"],
  ["unapproved", ({ reading }) => reading === "unapproved address"],
  ["gone", ({ reading }) => reading === "lacks it"],
  ["malformed", ({ reading }) => reading === "twice" || reading === "malformed"],
  ["beyond-card", ({ arguments: given }) => given === "live only" || given === "neither"],
  ["beyond-approved", ({ arguments: given }) => given === "not by the approved card"],
  ["beyond-live", ({ arguments: given }) => given === "card only"],
  ["allowed", () => true],
];

const field = (...names: string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});
const TOOL = { name: "note", inputSchema: field("text", "onCard", "notApproved") };
const LIVE = { name: "note", inputSchema: field("text", "onLive", "notApproved") };
const APPROVED = { name: "note", inputSchema: field("text", "onCard", "onLive") };

const ARGUMENTS: Readonly<Record<Cell["arguments"], unknown>> = {
  both: { text: "a" },
  "card only": { onCard: "a" },
  "live only": { onLive: "a" },
  neither: { nowhere: "a" },
  "not by the approved card": { notApproved: "a" },
};

function presentOf({ suspended, enrolled, granted, card, retired }: Cell): Registry {
  const job = granted === "other job" ? "other" : "intake";
  const grants = granted === "no" ? [] : [{ tool: "note", job }];
  return registryOf({
    "cards/claims.yaml": cardOf(card === "lacks it" ? [] : [TOOL], {
      ...(suspended === "yes" && { suspended: "INC-1" }),
      ...(retired === "yes" && { revision: 3, retired: [{ name: "note", revision: 2 }] }),
    }),
    ...(enrolled !== "no" && {
      "grants/bot.yaml": grantsOf(grants, enrolled === "other id" ? OTHER_ID : CARD_ID),
    }),
  });
}

function approvedOf({ suspended, enrolled, granted, card, reading }: Cell): Registry {
  const grants = granted === "not approved" ? [] : [{ tool: "note", job: "intake" }];
  const remote = { type: "streamable-http", url: "https://before.example.com/mcp" };
  return registryOf({
    "cards/claims.yaml": cardOf(card === "has it, not approved" ? [] : [APPROVED], {
      ...(suspended === "in the approved state" && { suspended: "INC-2" }),
      ...(reading === "unapproved address" && { remote }),
    }),
    ...(enrolled !== "not approved" && { "grants/bot.yaml": grantsOf(grants) }),
  });
}

function readingsOf({ reading }: Cell): Reading[] {
  switch (reading) {
    case "complete":
    case "unapproved address":
      return [readingOf([LIVE])];
    case "failed":
      return [
        readingOf([], {
          outcome: "failed",
          reason: "timeout",
          detail: "",
          tools: undefined,
          notes: undefined,
          confirmed: undefined,
        }),
      ];
    case "none":
      return [];
    case "too old":
      return [readingOf([LIVE], { time: "2026-11-30T08:59:59Z" })];
    case "lacks it":
      return [readingOf([])];
    case "other address":
      return [
        readingOf([LIVE], { address: { type: "streamable-http", url: "https://claims.example.com/mcp/" } }),
      ];
    case "twice":
      return [readingOf([LIVE, LIVE])];
    case "malformed":
      return [readingOf([{ name: "note", inputSchema: 5 }])];
    default:
      return reading satisfies never;
  }
}

function cells(): Cell[] {
  return Object.entries(DIMENSIONS).reduce<Record<string, string>[]>(
    (rows, [key, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value }))),
    [{}],
  ) as unknown as Cell[];
}

test("every combination of card, grants, approval, reading and arguments has its one reason", () => {
  const seen = new Map<ReasonCode, number>();
  const wrong: string[] = [];
  for (const cell of cells()) {
    const index = mergeIndex(presentOf(cell), readingsOf(cell), { now: NOW, approved: approvedOf(cell) });
    const call = {
      agent: "bot",
      job: "intake",
      server: "claims",
      tool: "note",
      arguments: ARGUMENTS[cell.arguments],
    };
    const { reason, allowed, why } = authorize(index, call);
    const expected = RULES.find(([, holds]) => holds(cell))?.[0];
    seen.set(reason, (seen.get(reason) ?? 0) + 1);
    if (reason !== expected || allowed !== (reason === "allowed") || why === "")
      wrong.push(`${JSON.stringify(cell)}: ${reason}, not ${expected}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(new Set(seen.keys())).toEqual(new Set(RULES.map(([reason]) => reason)));
});

test("without approvals in use the same table holds for the present alone", () => {
  const present = cells().filter((cell) => !Object.values(cell).some((value) => /approved/.test(value)));
  const wrong = present.flatMap((cell) => {
    const index = mergeIndex(presentOf(cell), readingsOf(cell), { now: NOW });
    const call = {
      agent: "bot",
      job: "intake",
      server: "claims",
      tool: "note",
      arguments: ARGUMENTS[cell.arguments],
    };
    const { reason } = authorize(index, call);
    const expected = RULES.find(([, holds]) => holds(cell))?.[0];
    return reason === expected ? [] : [`${JSON.stringify(cell)}: ${reason}, not ${expected}`];
  });
  expect(present.length).toBeGreaterThan(500);
  expect(wrong.slice(0, 5)).toEqual([]);
});
