import type { DriftedServer, ScanReport } from "../core/drift/scan-report.ts";
import type { ExplanationOptions } from "../core/explain/context.ts";
import { reportMarkdown, reportText } from "../core/explain/report.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { carried } from "../core/reading/carry.ts";
import type { Reading } from "../core/reading/reading.ts";
import type { Tool } from "../core/tool/tool.ts";
import { grantsOn, type Registry } from "../core/registry/registry.ts";

/** All that a scan can say. */
export interface ScanSaid {
  readonly registry: Registry;
  readonly readings: readonly Reading[];
  readonly report: ScanReport;
  /** The drifts again, each with the tools that its card gets. */
  readonly drifted: readonly DriftedServer[];
  /** The files that were written. */
  readonly written: readonly string[];
}

/** What a scan says, as data: with the readings, which `--readings` takes back. */
export function scanJson({ registry, readings, report, written }: ScanSaid): string {
  const saved = readings.map((reading) =>
    reading.outcome === "complete" ? { ...reading, tools: reading.tools.map(carried) } : reading,
  );
  return `${asciiJson({ ...report, problems: registry.problems, written, readings: saved })}\n`;
}

/** What a scan says, in words. */
export function scanWords(
  { registry, report, drifted, written }: ScanSaid,
  format: "text" | "markdown",
  colour: boolean,
): string {
  const after = new Map(drifted.map(({ drift, tools }) => [drift.server, tools]));
  const explanation = (server: string) => explanationOptions(registry, server, after.get(server) ?? []);
  const options = { written, explanation };
  return format === "markdown" ? reportMarkdown(report, options) : reportText(report, options, { colour });
}

/** What a registry knows that an explanation of one of its servers can say. */
function explanationOptions(registry: Registry, server: string, after: readonly Tool[]): ExplanationOptions {
  const card = registry.cards.find((file) => file.value.server === server)?.value;
  return {
    place: "scan",
    grants: grantsOn(registry, server),
    gate: registry.settings.gate,
    label: registry.settings.label,
    labelBy: registry.settings.labelBy,
    ...(card !== undefined && {
      card: { id: card.id, revisions: [card.revision, card.revision + 1] },
      tools: { before: card.tools, after },
    }),
  };
}
