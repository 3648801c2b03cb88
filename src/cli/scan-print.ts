import type { DriftedServer, ScanReport } from "../core/drift/scan-report.ts";
import type { ExplanationOptions } from "../core/explain/context.ts";
import { reportMarkdown, reportText } from "../core/explain/report.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { carried } from "../core/reading/carry.ts";
import type { Reading } from "../core/reading/reading.ts";
import type { Tool } from "../core/tool/tool.ts";
import { grantsOn, type Registry } from "../core/registry/registry.ts";
import type { Outcome } from "../jobs/propose.ts";
import type { Screen } from "./io.ts";
import { outcomeData, outcomeWords } from "../jobs/propose-words.ts";

/** All that a scan can say. */
export interface ScanSaid {
  readonly registry: Registry;
  readonly readings: readonly Reading[];
  readonly report: ScanReport;
  /** The drifts again, each with the tools that its card gets. */
  readonly drifted: readonly DriftedServer[];
  /** The files that were written. */
  readonly written: readonly string[];
  /** What came of the proposals; missing where none were asked for. */
  readonly proposed?: readonly Outcome[];
}

/** What a scan says, as data: with the readings, which `--readings` takes back. */
export function scanJson({ registry, readings, report, written, proposed }: ScanSaid): string {
  const saved = readings.map((reading) =>
    reading.outcome === "complete" ? { ...reading, tools: reading.tools.map(carried) } : reading,
  );
  const proposals = proposed?.map(outcomeData);
  const said = { ...report, problems: registry.problems, written, ...(proposals && { proposals }) };
  return `${asciiJson({ ...said, readings: saved })}\n`;
}

/** What a scan says, in words. */
export function scanWords(
  { registry, report, drifted, written, proposed }: ScanSaid,
  format: "text" | "markdown",
  screen: Screen = {},
): string {
  const options = { written, explanation: explainerOf(registry, drifted) };
  if (format === "markdown") return `${proposalsMarkdown(proposed)}${reportMarkdown(report, options)}`;
  const proposals = (proposed ?? []).map((outcome) => `${outcomeWords(outcome)}\n`).join("");
  return `${reportText(report, options, screen)}${proposals === "" ? "" : `\n${proposals}`}`;
}

/** What came of the proposals, as a section of Markdown; empty where there is nothing to say. */
export function proposalsMarkdown(proposed: readonly Outcome[] | undefined): string {
  if (proposed === undefined || proposed.length === 0) return "";
  return `## Proposals\n\n${proposed.map((outcome) => `- ${outcomeWords(outcome)}\n`).join("")}\n`;
}

/** How the drift of each server is explained. */
export function explainerOf(
  registry: Registry,
  drifted: readonly DriftedServer[],
): (server: string) => ExplanationOptions {
  const after = new Map(drifted.map(({ drift, tools }) => [drift.server, tools]));
  return (server) => explanationOptions(registry, server, after.get(server) ?? []);
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
