import { isObject, own } from "../json/value.ts";
import { carried } from "./carry.ts";
import type { FailedReason, ReadingNote } from "./reading.ts";

/** How long a list may be. */
export interface ListLimits {
  /** Pages of one list. */
  readonly pages: number;
  /** Items of one list, over all pages. */
  readonly tools: number;
}

interface Page {
  /** The cursor it was asked with; none for the first page. */
  readonly cursor?: string;
  readonly items: readonly unknown[];
  readonly next?: string;
}

/** The pages of a tool list that are read so far, in order. */
export interface Walk {
  readonly pages: readonly Page[];
  readonly notes: readonly ReadingNote[];
}

/** What to do after a page: ask for the next one, or be done, well or badly. */
export type Step =
  | { readonly kind: "next"; readonly cursor: string; readonly walk: Walk }
  | { readonly kind: "complete"; readonly tools: readonly unknown[]; readonly notes: readonly ReadingNote[] }
  | { readonly kind: "failed"; readonly reason: FailedReason; readonly detail: string };

/** A walk before its first page. */
export const START: Walk = { pages: [], notes: [] };

/**
 * Takes the raw result of the `tools/list` request that was sent with `cursor` (undefined for the first one).
 *
 * The cursor rules: a list ends where `nextCursor` is missing or null; an empty string is a cursor (MCP 2026-07-28,
 * server/utilities/pagination). A cursor that comes a second time is asked once more: with the same page as before the
 * list ends there, without the repeat (servers in the wild do that on their last page); with another page it failed.
 * `modern` says whether the server speaks 2026-07-28 or later, whose results must say what they are.
 */
export function addPage(
  walk: Walk,
  cursor: string | undefined,
  result: unknown,
  limits: ListLimits,
  modern: boolean,
): Step {
  if (!isObject(result)) return failed("not-mcp", "the result is no object");
  const type = own(result, "resultType");
  if (type !== undefined && type !== "complete") {
    return failed("incomplete", `resultType is ${typeof type === "string" ? type : "no text"}`);
  }
  const items = own(result, "tools");
  if (!Array.isArray(items)) return failed("not-mcp", "the result has no list of tools");
  const next = own(result, "nextCursor") ?? undefined;
  if (next !== undefined && typeof next !== "string") return failed("bad-cursor", "nextCursor is no text");
  const count = walk.pages.reduce((sum, page) => sum + page.items.length, items.length);
  if (count > limits.tools) return failed("too-large", `more than ${limits.tools} tools`);

  const page: Page = {
    items: items.map(carried),
    ...(cursor !== undefined && { cursor }),
    ...(next !== undefined && { next }),
  };
  const notes = modern && !isConformant(result) ? withNote(walk.notes, "not-conformant") : walk.notes;
  return follow({ pages: walk.pages, notes }, page, limits);
}

function follow(walk: Walk, page: Page, limits: ListLimits): Step {
  const before = page.cursor === undefined ? undefined : walk.pages.find((p) => p.cursor === page.cursor);
  if (before !== undefined) {
    return samePage(before, page) ? repeated(walk) : failed("bad-cursor", "one cursor, two different pages");
  }
  const pages = [...walk.pages, page];
  if (page.next === undefined) return complete({ pages, notes: walk.notes });
  const asked = pages.some((p) => p.cursor === page.next);
  const last = walk.pages.at(-1);
  // A server that knows no cursors answers each request with its first page.
  if (asked && last !== undefined && samePage(last, page)) return repeated(walk);
  if (pages.length >= limits.pages) return failed("too-large", `more than ${limits.pages} pages`);
  return { kind: "next", cursor: page.next, walk: { pages, notes: walk.notes } };
}

function complete(walk: Walk): Step {
  return { kind: "complete", tools: walk.pages.flatMap((page) => page.items), notes: walk.notes };
}

function repeated(walk: Walk): Step {
  return complete({ pages: walk.pages, notes: withNote(walk.notes, "cursor-repeated") });
}

function failed(reason: FailedReason, detail: string): Step {
  return { kind: "failed", reason, detail };
}

function samePage(one: Page, other: Page): boolean {
  if (one.next !== other.next || one.items.length !== other.items.length) return false;
  return JSON.stringify(one.items) === JSON.stringify(other.items);
}

// MCP 2026-07-28: every result says its type, and a list how long it may be kept and by whom.
function isConformant(result: Readonly<Record<string, unknown>>): boolean {
  const ttl = own(result, "ttlMs");
  const scope = own(result, "cacheScope");
  return (
    own(result, "resultType") === "complete" &&
    Number.isSafeInteger(ttl) &&
    Number(ttl) >= 0 &&
    (scope === "public" || scope === "private")
  );
}

/** The notes with one more, each once. */
export function withNote(notes: readonly ReadingNote[], note: ReadingNote): readonly ReadingNote[] {
  return notes.includes(note) ? notes : [...notes, note];
}
