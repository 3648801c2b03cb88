import { selectedCards } from "../core/drift/choose.ts";
import type { Reading } from "../core/reading/reading.ts";
import { proposeHere, type Proposed } from "../jobs/propose-here.ts";
import type { Context } from "./context.ts";
import { isInvalid } from "./invalid.ts";
import { readingsIn } from "./readings-files.ts";

/** `mode: scan`: holds readings against the cards, and proposes what differs. */
export async function scan(context: Context): Promise<boolean> {
  const { runner, inputs } = context;
  if (inputs.token === "" && !inputs.dryRun) {
    throw new Error("mode: scan needs github-token: an App's, or the workflow's own ${{ github.token }}");
  }
  const readings = await readingsOf(context);
  const proposed: Proposed | Failed =
    inputs.token === "" ? { outcomes: [] } : await proposals(context, readings).catch(nothingDone);
  const { findOut, tell } = await import("./tell.ts");
  const { isFailure, outcomeWords } = await import("../jobs/propose-words.ts");
  const found = findOut(context, readings);
  const { outcomes } = proposed;
  await tell(context, found, outcomes);
  // What was read is told, whatever became of the proposals.
  if ("error" in proposed) throw proposed.error;
  const failures = outcomes.filter(isFailure);
  for (const outcome of failures) runner.annotate("error", outcomeWords(outcome));
  for (const outcome of outcomes.filter(({ plan }) => plan.kind === "stop")) {
    runner.annotate("warning", outcomeWords(outcome));
  }
  const { notRecorded } = proposed;
  if (notRecorded !== undefined)
    runner.annotate("error", `what landed could not be recorded: ${notRecorded}`);
  const { drifts, unreadable } = found.report;
  const failed =
    failures.length > 0 ||
    notRecorded !== undefined ||
    (inputs.failOn.has("drift") && drifts.length > 0) ||
    (inputs.failOn.has("unreadable") && unreadable.length > 0);
  return !failed && !isInvalid(context);
}

/** The repository could not be looked at. */
interface Failed {
  readonly outcomes: readonly [];
  readonly error: unknown;
}

function nothingDone(error: unknown): Failed {
  return { outcomes: [], error };
}

async function readingsOf({ open, servers, here, inputs }: Context): Promise<readonly Reading[]> {
  if (inputs.readings.length > 0) return readingsIn(inputs.readings, here.cwd);
  const { registry } = open;
  const { readServers } = await import("../jobs/read-servers.ts");
  return readServers(selectedCards(registry, { ...(servers && { servers }) }), {
    settings: registry.settings,
    environment: here.environment,
    allowCommands: inputs.allowCommands,
    now: () => new Date(),
  });
}

function proposals(
  { open, servers, withGone, here, inputs }: Context,
  readings: readonly Reading[],
): Promise<Proposed> {
  const { registry, folder, repository } = open;
  return proposeHere({
    registry,
    folder,
    repository,
    readings,
    environment: here.environment,
    token: inputs.token,
    ...(servers && { servers }),
    withGone,
    recreate: inputs.recreate,
    ...(inputs.maxPullRequests !== undefined && { maxNew: inputs.maxPullRequests }),
    dryRun: inputs.dryRun,
  });
}
