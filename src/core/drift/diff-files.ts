import { sorted } from "../json/order.ts";
import { toolList, type Tool, type ToolList } from "../tool/tool.ts";
import { diffCards } from "./diff-cards.ts";
import { diffTools } from "./diff-tools.ts";
import type { Drift, Grant } from "./drift.ts";
import type { ToolFile } from "./tool-file.ts";
import { sortedWarnings } from "./warn-order.ts";
import type { Warning } from "./warning.ts";
import { malformedWarnings } from "./live-tools.ts";

/** What `diff` can be told beside its two files. */
export interface DiffFilesOptions {
  /** The server's name, where no card says it. */
  readonly server?: string | undefined;
  readonly grants?: readonly Grant[] | undefined;
}

type Readable = Extract<ToolFile, { readonly ok: true }>;

/** Two files of tools held against each other. */
export interface FilesDiff {
  readonly drift: Drift;
  readonly before: readonly Tool[];
  readonly after: readonly Tool[];
}

/**
 * What two files of tools differ by: two cards with all that is on them, else their tools. An item that no card can hold,
 * on either side, is neither new nor gone nor changed: a warning says so. Where the new list has an item without a
 * readable name, which may be any tool, nothing counts as gone (DESIGN §7).
 */
export function diffFiles(old: Readable, now: Readable, options: DiffFilesOptions = {}): FilesDiff {
  const { grants } = options;
  const lists = { old: toolsOf(old), now: toolsOf(now) };
  const malformed = [...lists.old.malformed, ...lists.now.malformed];
  const unusable = new Set(malformed.map(({ name }) => name));
  const before = lists.old.tools.filter(({ name }) => !unusable.has(name));
  const offered = lists.now.tools.filter(({ name }) => !unusable.has(name));
  const kept = lists.now.malformed.some(({ name }) => name === undefined) ? missingIn(offered, before) : [];
  const after = [...offered, ...kept];
  if (old.card !== undefined && now.card !== undefined)
    return { drift: diffCards(old.card, now.card, grants), before, after };
  const server = options.server ?? old.card?.server ?? now.card?.server;
  const drift = diffTools(before, after, { server, grants });
  const warnings: Warning[] = [...drift.warnings, ...malformedWarnings(malformed)];
  if (kept.length > 0) {
    const tools = sorted(kept.map(({ name }) => name));
    warnings.push({ kind: "nothing-counts-as-removed", why: "unnamed-item", tools });
  }
  return { drift: { ...drift, warnings: sortedWarnings(warnings) }, before, after };
}

/** The wanted tools whose names a list lacks. */
function missingIn(tools: readonly Tool[], wanted: readonly Tool[]): Tool[] {
  const there = new Set(tools.map(({ name }) => name));
  return wanted.filter(({ name }) => !there.has(name));
}

function toolsOf(file: Readable): ToolList {
  return file.card === undefined ? toolList(file.items) : { tools: file.card.tools, malformed: [] };
}
