import type { Drift } from "../drift/drift.ts";
import type { Warning } from "../drift/warning.ts";
import type { CleanServer, ScanReport } from "../drift/scan-report.ts";
import { contextOf, type ExplanationOptions } from "./context.ts";
import { explain } from "./explanation.ts";
import { markdownOf, titleMarkdown } from "./markdown.ts";
import type { Explanation, Item, Section } from "./model.ts";
import { name, plural, words, type Phrase } from "./phrase.ts";
import { unreadableWords } from "./reading-words.ts";
import { textOf, type TextOptions } from "./render-text.ts";
import { warningWords } from "./warnings.ts";

/** What the report of a scan says beside the drifts. */
export interface ReportOptions {
  /** How to explain the drift of a server. */
  explanation(server: string): ExplanationOptions;
  /** The files that were written. */
  readonly written: readonly string[];
}

/** The report of a scan for a terminal: the explanation of each drift, then how the other servers are. */
export function reportText(report: ScanReport, options: ReportOptions, terminal: TextOptions = {}): string {
  const parts = report.drifts.map((drift) =>
    textOf(explain(drift, options.explanation(drift.server)), terminal),
  );
  return [...parts, textOf(overview(report, options), terminal)].join(
    `\n${"-".repeat(terminal.columns ?? 80)}\n\n`,
  );
}

/** The report of a scan as Markdown: the overview first, as in a job's summary, then the explanation of each drift. */
export function reportMarkdown(report: ScanReport, options: ReportOptions): string {
  const drifts = report.drifts.map((drift) => explain(drift, options.explanation(drift.server)));
  return [overview(report, options), ...drifts]
    .map((explanation) => `## ${titleMarkdown(explanation)}\n\n${markdownOf(explanation)}`)
    .join("\n");
}

/** The report of a scan as Markdown without the explanations: how each server is, in a line. */
export function overviewMarkdown(report: ScanReport, options: ReportOptions): string {
  const { title, ...rest } = overview(report, options);
  return `## ${title}\n\n${markdownOf({ title, ...rest })}`;
}

/** How all servers of a scan are, in a few lines. */
function overview({ drifts, clean, unreadable }: ScanReport, { written }: ReportOptions): Explanation {
  const drifted = drifts.map(({ server }) => item(name(server)));
  const sections: Section[] = [
    section("noted", words("Drifted"), drifted),
    section(
      "warnings",
      words("Could not be read"),
      unreadable.map((server) => item(unreadableWords(server))),
    ),
    section("noted", words("In line with their cards"), clean.map(cleanItem)),
    section(
      "decision",
      words("Written"),
      written.map((path) => item(name(path))),
    ),
  ].filter(({ items }) => items.length > 0);
  const total = drifts.length + clean.length + unreadable.length;
  const counts = `${drifts.length} drifted, ${clean.length} in line with the card, ${unreadable.length} not read`;
  const nothing = total === 0 ? words("The registry has no card to read.") : words(`${counts}.`);
  return { title: plural(total, "server"), summary: nothing, cuts: [], sections, tooLarge: false };
}

function section(id: Section["id"], heading: Phrase, items: readonly Item[]): Section {
  return { id, heading, items };
}

function item(text: Phrase): Item {
  return { text };
}

function cleanItem({ server, warnings }: CleanServer): Item {
  if (warnings.length === 0) return item(name(server));
  const context = contextOf(withoutDrift(server, warnings), {});
  const fold = {
    summary: plural(warnings.length, "warning"),
    items: warnings.map((warning) => warningWords(warning, context)),
  };
  return { text: name(server), fold };
}

/** Warnings about a server that is in line with its card, as a drift without changes. */
export function withoutDrift(server: string, warnings: readonly Warning[]): Drift {
  return {
    server,
    added: [],
    removed: [],
    changed: [],
    revokes: [],
    scope: "same",
    changes: [],
    grants: [],
    warnings,
  };
}
