import { toolList, type MalformedTool, type Tool } from "../tool/tool.ts";
import { diffCards } from "./diff-cards.ts";
import { diffTools } from "./diff-tools.ts";
import type { Drift, Grant } from "./drift.ts";
import type { ToolFile } from "./tool-file.ts";
import { sortedWarnings } from "./warn-order.ts";
import { malformedWarnings } from "./live-tools.ts";

/** What `diff` can be told beside its two files. */
export interface DiffFilesOptions {
  /** The server's name, where no card says it. */
  readonly server?: string | undefined;
  readonly grants?: readonly Grant[] | undefined;
}

type Readable = Extract<ToolFile, { readonly ok: true }>;

/**
 * What two files of tools differ by: two cards with all that is on them, else their tools. An item that no card can hold,
 * on either side, is neither new nor gone nor changed: a warning says so.
 */
export function diffFiles(before: Readable, after: Readable, options: DiffFilesOptions = {}): Drift {
  const { grants } = options;
  if (before.card !== undefined && after.card !== undefined)
    return diffCards(before.card, after.card, grants);
  const [old, now] = [sides(before), sides(after)];
  const malformed = [...old.malformed, ...now.malformed];
  const unusable = new Set(malformed.map(({ name }) => name));
  const usable = (tools: readonly Tool[]) => tools.filter(({ name }) => !unusable.has(name));
  const server = options.server ?? before.card?.server ?? after.card?.server;
  const drift = diffTools(usable(old.tools), usable(now.tools), { server, grants });
  return { ...drift, warnings: sortedWarnings([...drift.warnings, ...malformedWarnings(malformed)]) };
}

function sides(file: Readable): { tools: readonly Tool[]; malformed: readonly MalformedTool[] } {
  return file.card === undefined ? toolList(file.items) : { tools: file.card.tools, malformed: [] };
}
