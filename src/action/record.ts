import type { Change } from "../core/record/entry.ts";
import { entryWords } from "../core/record/words.ts";
import { codeSpan, plain } from "../core/explain/inert.ts";
import { plural } from "../core/explain/phrase.ts";
import { createClient } from "../github/client.ts";
import { createGatePort } from "../github/gate-port.ts";
import { BranchHeld } from "../github/record/ledger.ts";
import { createRecordPort } from "../github/record-port.ts";
import { keepRecord, RecordBroken, RecordMissing } from "../jobs/keep-record.ts";
import { placeOf } from "../jobs/place.ts";
import type { Here } from "./context.ts";
import { failureWords } from "./failure-words.ts";
import type { Inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

const PERMISSIONS = "contents: write, pull-requests: read, statuses: read";

/**
 * `mode: record`: records what landed on the default branch and is not in the record yet, whatever the event. Nothing is
 * checked out, and of the event nothing is read.
 */
export async function record(inputs: Inputs, { environment }: Here, runner: Runner): Promise<boolean> {
  if (inputs.token === "")
    throw new Error("mode: record needs github-token: the workflow's own ${{ github.token }}, or an App's");
  runner.mask(inputs.token);
  const { apiUrl, repository, page } = placeOf(environment);
  const client = createClient({ apiUrl, token: inputs.token, repository });
  const publisher = { by: "action", url: page } as const;
  const recording = {
    client,
    by: publisher.by,
    port: createGatePort(client, publisher),
    record: createRecordPort(client, publisher),
  };
  try {
    const kept = await keepRecord(recording, inputs.dryRun);
    if (kept.kind !== "recorded") runner.annotate("warning", NOT_KEPT[kept.kind]);
    else {
      tell(kept.added, inputs.dryRun, runner);
      const failed = kept.issues?.failed;
      if (failed !== undefined) runner.annotate("warning", `${NO_ISSUES} (${failed})`);
    }
    return true;
  } catch (error) {
    const isTold = [RecordBroken, RecordMissing, BranchHeld].some((kind) => error instanceof kind);
    if (isTold) throw error;
    throw new Error(failureWords(error, PERMISSIONS), { cause: error });
  }
}

const NO_ISSUES =
  "the issues about unapproved changes are not as they should be: give the job issues: write, and let the repository have issues";

const NOT_KEPT = {
  "not-adopted":
    "approvals are not in use: there is no branch toolcard-approvals; toolcard approvals adopt begins with them",
  "other-publisher":
    "the settings name the App as who publishes the check (gate.by: app): it keeps the record, and the Action records nothing",
};

function tell(added: readonly Change[], dryRun: boolean, runner: Runner): void {
  runner.output("recorded", JSON.stringify(added.map(dataOf)));
  const what = dryRun ? "Would record" : "Recorded";
  const head =
    added.length === 0
      ? "Nothing landed that is not recorded."
      : `${what} ${plural(added.length, "change")}.`;
  runner.log([head, ...added.map(entryWords)].join("\n"));
  runner.summary(`## ${head}\n\n${added.map(pointOf).join("")}`);
  for (const { approved, file, sequence } of added)
    if (!approved)
      runner.annotate(
        "warning",
        `unapproved, at line ${sequence + 1} of the record: ${plain(file, { form: "name", limit: 80 })}`,
      );
}

function pointOf({ approved, file, pull, commit, approvers }: Change): string {
  const where = pull === null ? `commit ${codeSpan(commit.slice(0, 12))}` : `pull request ${pull.number}`;
  const by = [...new Set(approvers.map(({ login }) => codeSpan(login, { form: "name", limit: 80 })))];
  const state = approved ? `approved by ${by.join(", ")}` : "**not approved**";
  return `- ${codeSpan(file, { form: "name", limit: 200 })}: ${state} (${where})\n`;
}

function dataOf({ sequence, file, approved, pull }: Change) {
  return { sequence, file, approved, pullRequest: pull?.number ?? null };
}
