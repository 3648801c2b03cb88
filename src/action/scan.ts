import { writeFile } from "node:fs/promises";
import { explainerOf, proposalsMarkdown } from "../cli/scan-print.ts";
import { scanReport, selectedCards } from "../core/drift/scan-report.ts";
import { overviewMarkdown, reportMarkdown } from "../core/explain/report.ts";
import type { Reading } from "../core/reading/reading.ts";
import { proposeHere } from "../jobs/propose-here.ts";
import type { Outcome } from "../jobs/propose.ts";
import { isFailure, outcomeData, outcomeWords } from "../jobs/propose-words.ts";
import { readServers } from "../jobs/read-servers.ts";
import { temporaryFile, type Context } from "./context.ts";
import { isInvalid } from "./read.ts";
import { readingsIn } from "./readings-files.ts";

/** Room for the report in a summary, in bytes; the rest is in the file. */
const SUMMARY_BYTES = 900_000;

/** `mode: scan`: holds readings against the cards, and proposes what differs. */
export async function scan(context: Context): Promise<boolean> {
  const { open, servers, runner, inputs } = context;
  if (inputs.token === "" && !inputs.dryRun) {
    throw new Error("mode: scan needs github-token: an App's, or the workflow's own ${{ github.token }}");
  }
  const selection = { ...(servers && { servers }) };
  const readings = await readingsOf(context);
  const { report, drifted } = scanReport(open.registry, readings, selection);
  const outcomes = inputs.token === "" ? [] : await proposals(context, readings);
  await tell(context, { report, drifted }, outcomes);
  for (const outcome of outcomes.filter(isFailure)) runner.annotate("error", outcomeWords(outcome));
  const failed =
    outcomes.some(isFailure) ||
    (inputs.failOn.has("drift") && report.drifts.length > 0) ||
    (inputs.failOn.has("unreadable") && report.unreadable.length > 0);
  return !failed && !isInvalid(context);
}

async function readingsOf({ open, servers, here, inputs }: Context): Promise<readonly Reading[]> {
  if (inputs.readings.length > 0) return readingsIn(inputs.readings, here.cwd);
  const { registry } = open;
  return readServers(selectedCards(registry, { ...(servers && { servers }) }), {
    settings: registry.settings,
    environment: here.environment,
    allowCommands: inputs.allowCommands,
    now: () => new Date(),
  });
}

function proposals(
  { open, servers, here, inputs }: Context,
  readings: readonly Reading[],
): Promise<Outcome[]> {
  const { registry, folder, repository } = open;
  return proposeHere({
    registry,
    folder,
    repository,
    readings,
    environment: here.environment,
    token: inputs.token,
    ...(servers && { servers }),
    recreate: inputs.recreate,
    ...(inputs.maxPullRequests !== undefined && { maxNew: inputs.maxPullRequests }),
    dryRun: inputs.dryRun,
  });
}

async function tell(
  { open, here, runner }: Context,
  { report, drifted }: ReturnType<typeof scanReport>,
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
