import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ReadingNote } from "../../src/core/reading/reading.ts";
import { addPage, START, type Step } from "../../src/core/reading/walk.ts";

const LIMITS = { pages: 20, tools: 1_000 };
const MODERN = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

/** What a server answers to a cursor, and how often it was asked. */
function walk(
  server: (cursor: string | undefined, time: number) => unknown,
  modern = false,
  limits = LIMITS,
) {
  let step = addPage(START, undefined, server(undefined, 1), limits, modern);
  let asked = 1;
  while (step.kind === "next") {
    asked += 1;
    step = addPage(step.walk, step.cursor, server(step.cursor, asked), limits, modern);
  }
  return { end: step, asked };
}

type Pages = Readonly<Record<string, unknown>>;

const complete = (tools: unknown[], ...notes: ReadingNote[]): Step => ({ kind: "complete", tools, notes });

/** Servers as what they answer to each cursor; the first page is that of the cursor `first`. */
const WALKS: readonly { what: string; pages: Pages; end: object; asked?: number }[] = [
  { what: "one page", pages: { first: { tools: [1] } }, end: complete([1]) },
  { what: "no tools", pages: { first: { tools: [] } }, end: complete([]) },
  { what: "a cursor that is null", pages: { first: { tools: [1], nextCursor: null } }, end: complete([1]) },
  {
    what: "three pages, one of them empty",
    pages: { first: { tools: [1], nextCursor: "a" }, a: { tools: [], nextCursor: "b" }, b: { tools: [2] } },
    end: complete([1, 2]),
  },
  {
    what: "an empty cursor, which is one",
    pages: { first: { tools: [1], nextCursor: "" }, "": { tools: [2] } },
    end: complete([1, 2]),
  },
  {
    what: "an empty cursor that is meant as the end",
    pages: { first: { tools: [1], nextCursor: "" }, "": { tools: [1], nextCursor: "" } },
    end: complete([1], "cursor-repeated"),
    asked: 2,
  },
  {
    what: "a last page that names itself",
    pages: { first: { tools: [1], nextCursor: "a" }, a: { tools: [2], nextCursor: "a" } },
    end: complete([1, 2], "cursor-repeated"),
    asked: 3,
  },
  {
    what: "pages in a ring",
    pages: {
      first: { tools: [1], nextCursor: "a" },
      a: { tools: [2], nextCursor: "b" },
      b: { tools: [3], nextCursor: "a" },
    },
    end: complete([1, 2, 3], "cursor-repeated"),
    asked: 4,
  },
  {
    what: "one tool on two pages",
    pages: { first: { tools: [1], nextCursor: "a" }, a: { tools: [1] } },
    end: complete([1, 1]),
  },
  {
    what: "a cursor that is a number",
    pages: { first: { tools: [1], nextCursor: 7 } },
    end: { reason: "bad-cursor" },
  },
  {
    what: "a cursor that is an object",
    pages: { first: { tools: [1], nextCursor: {} } },
    end: { reason: "bad-cursor" },
  },
  { what: "no result", pages: { first: null }, end: { reason: "not-mcp" } },
  { what: "a result that is a list", pages: { first: [] }, end: { reason: "not-mcp" } },
  { what: "no tools at all", pages: { first: {} }, end: { reason: "not-mcp" } },
  { what: "tools by name", pages: { first: { tools: { a: {} } } }, end: { reason: "not-mcp" } },
  {
    what: "a second page without tools",
    pages: { first: { tools: [1], nextCursor: "a" }, a: {} },
    end: { reason: "not-mcp" },
  },
  {
    what: "a part of the list",
    pages: { first: { tools: [1], resultType: "partial" } },
    end: { reason: "incomplete", detail: "resultType is partial" },
  },
  {
    what: "a question instead of a list",
    pages: { first: { resultType: "input_required", inputRequests: {} } },
    end: { reason: "incomplete" },
  },
  {
    what: "a type that is no text",
    pages: { first: { tools: [], resultType: 1 } },
    end: { reason: "incomplete" },
  },
];

describe("a walk", () => {
  it.each(WALKS)("through $what ends as it should", ({ pages, end, asked }) => {
    const walked = walk((cursor) => pages[cursor ?? "first"]);
    expect(walked.end).toMatchObject(end);
    if (asked !== undefined) expect(walked.asked).toBe(asked);
  });

  it("through pages that change under their cursor fails", () => {
    const { end } = walk((_cursor, time) => ({ tools: [time], nextCursor: "same" }));
    expect(end).toMatchObject({ kind: "failed", reason: "bad-cursor" });
  });

  it("that never ends is too large", () => {
    const pages = walk((_cursor, time) => ({ tools: [time], nextCursor: String(time) }));
    expect(pages).toMatchObject({ end: { reason: "too-large", detail: "more than 20 pages" }, asked: 20 });
    const tools = walk((_cursor, time) => ({ tools: Array(600).fill(time), nextCursor: String(time) }));
    expect(tools).toMatchObject({ end: { reason: "too-large", detail: "more than 1000 tools" }, asked: 2 });
  });

  it.each([
    [{ ...MODERN, tools: [] }, []],
    [{ ...MODERN, cacheScope: "public", ttlMs: 5, tools: [] }, []],
    [{ tools: [] }, ["not-conformant"]],
    [{ ...MODERN, resultType: undefined, tools: [] }, ["not-conformant"]],
    [{ ...MODERN, ttlMs: -1, tools: [] }, ["not-conformant"]],
    [{ ...MODERN, ttlMs: 0.5, tools: [] }, ["not-conformant"]],
    [{ ...MODERN, cacheScope: "shared", tools: [] }, ["not-conformant"]],
  ])("notes what 2026-07-28 requires and %j lacks", (result, notes) => {
    expect(walk(() => result, true).end).toMatchObject({ kind: "complete", notes });
    expect(walk(() => result, false).end).toMatchObject({ kind: "complete", notes: [] });
  });

  it("gives all items of all pages, in order, however they are cut", () => {
    const cut = fc.array(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(cut, (pages) => {
        const { end, asked } = walk((cursor) => {
          const at = Number(cursor ?? 0);
          return { tools: pages[at], ...(at + 1 < pages.length && { nextCursor: String(at + 1) }) };
        });
        expect(end).toEqual(complete(pages.flat()));
        expect(asked).toBe(pages.length);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("ends within the limit of pages, whatever a server answers", () => {
    const cursor = fc.constantFrom("", "a", "b", "c", null, undefined);
    const page = fc.record({ tools: fc.array(fc.nat(1), { maxLength: 2 }), nextCursor: cursor });
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 40 }), (pages) => {
        const { end, asked } = walk((_cursor, time) => pages[time % pages.length]);
        expect(asked).toBeLessThanOrEqual(LIMITS.pages);
        if (end.kind === "complete") expect(end.tools.length).toBeLessThanOrEqual(2 * asked);
      }),
      { seed: 2, numRuns: 500 },
    );
  });
});
