import { writeFile } from "node:fs/promises";
import { explainerOf, proposalsMarkdown } from "../cli/scan-print.ts";
import { scanReport } from "../core/drift/scan-report.ts";
import { overviewMarkdown, reportMarkdown } from "../core/explain/report.ts";
import type { Reading } from "../core/reading/reading.ts";
import type { Outcome } from "../jobs/propose.ts";
import { outcomeData } from "../jobs/propose-words.ts";
import { temporaryFile, type Context } from "./context.ts";

/** Room for the report in a summary, in bytes; the rest is in the file. */
const SUMMARY_BYTES = 900_000;

/** What a scan found, with what is needed to tell of it. */
export type Found = ReturnType<typeof scanReport>;

/** Holds the readings against the cards. */
export function findOut({ open, servers }: Context, readings: readonly Reading[]): Found {
  return scanReport(open.registry, readings, { ...(servers && { servers }) });
}

/** Tells of a scan in every way that a step can: outputs, summary, log and the report's file. */
export async function tell(
  { open, here, runner }: Context,
  { report, drifted }: Found,
  outcomes: readonly Outcome[],
): Promise<void> {
  const { registry } = open;
  const options = { written: [], explanation: explainerOf(registry, drifted) };
  const proposed = proposalsMarkdown(outcomes);
  const whole = `${proposed}${reportMarkdown(report, options)}`;
  const file = temporaryFile(here, "toolcard-report.md");
  await writeFile(file, whole);
  runner.output("drift", JSON.stringify(report.drifts.map(({ server }) => server)));
  runner.output("unreadable", JSON.stringify(report.unreadable.map(({ server }) => server)));
  runner.output("pull-requests", JSON.stringify(outcomes.map(outcomeData)));
  runner.output("report", file);
  const overview = `${proposed}${overviewMarkdown(report, options)}`;
  const short = `${overview}\nThe explanations are left out here: the output \`report\` names the file that has them.\n`;
  runner.summary(Buffer.byteLength(whole) <= SUMMARY_BYTES ? whole : short);
  runner.log(overview);
}
