import type { Tool } from "../tool/tool.ts";
import { boundedDetail } from "./detail.ts";
import { lackingNames } from "./lacking.ts";
import type { CompleteReading, FailedReading, Reading } from "./reading.ts";
import { listDifferences, sameLists } from "./same.ts";
import { withNote } from "./walk.ts";

/** Whether a reading lacks tools of the card, so that it has to be read a second time before it is believed. */
export function needsSecondReading(first: Reading, cardTools: readonly Tool[]): first is CompleteReading {
  return first.outcome === "complete" && !first.confirmed && lackingNames(cardTools, first.tools).length > 0;
}

/**
 * What is believed of two readings, the second made in a new connection because the first lacked tools of the card
 * (DESIGN §7). A failed second reading stands. If the second equals the card, it is believed, with a note. If both say the
 * same, the second is believed and confirmed. Otherwise nothing is known: `unstable`.
 */
export function settle(first: CompleteReading, second: Reading, cardTools: readonly Tool[]): Reading {
  if (second.outcome === "failed") return second;
  if (second.outcome === "not-advertised")
    return unstable(second, "the second reading lists no tools at all");
  if (sameLists(second.tools, cardTools)) {
    return { ...second, notes: withNote(second.notes, "second-reading-clean") };
  }
  const differences = listDifferences(first.tools, second.tools);
  if (differences.length > 0) {
    const names = differences.map(({ name, how }) => `${name ?? "an item without a name"} (${how})`);
    return unstable(second, `${differences.length} differ: ${names.slice(0, 20).join(", ")}`);
  }
  const notes = first.notes.reduce((all, note) => withNote(all, note), second.notes);
  return { ...second, notes, confirmed: true };
}

function unstable(second: Exclude<Reading, FailedReading>, detail: string): FailedReading {
  const { server, address, readAs, time } = second;
  return {
    server,
    address,
    readAs,
    time,
    outcome: "failed",
    reason: "unstable",
    detail: boundedDetail(detail),
  };
}
