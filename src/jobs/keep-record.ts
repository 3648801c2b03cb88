import { namesRecord } from "../core/gate/publisher.ts";
import type { Change } from "../core/record/entry.ts";
import { LEDGER_BRANCH } from "../core/record/ledger.ts";
import type { GateClient } from "../github/gate/client.ts";
import { readTip } from "../github/record/landed.ts";
import { createIssuesPort } from "../github/issues-port.ts";
import { keepIssues, type IssuesKept } from "./keep-issues.ts";
import { publishes, type Looking } from "./look.ts";
import { recordLandings } from "./record.ts";
import type { RecordPort } from "./record-port.ts";

/** What the record is kept with. */
export interface Recording extends Looking {
  readonly record: RecordPort;
  readonly client: GateClient;
}

/** What came of keeping the record. */
export type Kept =
  /** The settings name somebody else as who publishes the check (`gate.by`), and so as who keeps the record. */
  | { readonly kind: "other-publisher" }
  | { readonly kind: "not-adopted" }
  /** `issues`: what became of those about unapproved changes; undefined in a dry run. */
  | {
      readonly kind: "recorded";
      readonly added: readonly Change[];
      readonly issues: IssuesKept | undefined;
    };

/** Nothing is ever appended to a record that is broken. */
export class RecordBroken extends Error {
  constructor(line: number) {
    super(
      `the record of approvals is broken at line ${line}, and nothing was appended: toolcard verify says what is wrong; ` +
        `put the branch ${LEDGER_BRANCH} back as it was`,
    );
  }
}

/** Approvals are in use, and their record is gone: nothing is ever begun anew in its place. */
export class RecordMissing extends Error {
  constructor(why: "named" | "deleted") {
    const what = {
      named: `the settings name a record of approvals (approval.genesis), and there is no branch ${LEDGER_BRANCH}`,
      deleted: `the branch ${LEDGER_BRANCH} was deleted while the record was written`,
    }[why];
    super(
      `${what}; nothing was recorded: push the branch from a clone that has it ` +
        `(git push origin origin/${LEDGER_BRANCH}:refs/heads/${LEDGER_BRANCH}), or restore it on GitHub`,
    );
  }
}

/**
 * Records all that landed on the default branch, where we are who does.
 * @throws what the port throws; RecordBroken; RecordMissing
 */
export async function keepRecord(recording: Recording, dryRun = false): Promise<Kept> {
  // Whose verdicts count says who keeps the record.
  const { tip } = await readTip(recording.client);
  if (!(await publishes(tip, recording))) return { kind: "other-publisher" };
  const kept = await recordAll(recording, dryRun);
  if (kept.kind === "not-adopted") {
    const [now] = await recording.port.snapshots([tip]);
    if (now !== undefined && namesRecord(now)) throw new RecordMissing("named");
  }
  return kept;
}

/**
 * Records all that landed on the default branch, and keeps the issues about what is not approved.
 * @param dryRun only find out what would be appended
 * @throws what the port throws; RecordBroken; RecordMissing
 */
export async function recordAll(
  { record, client }: Pick<Recording, "record" | "client">,
  dryRun = false,
): Promise<Kept> {
  let self: string | undefined;
  const port: RecordPort = {
    ...record,
    ledger: async () => {
      const now = await record.ledger();
      if (now === undefined && self !== undefined) throw new RecordMissing("deleted");
      self = now?.self;
      return now;
    },
    ...(dryRun && { append: () => Promise.resolve("done") }),
  };
  const added: Change[] = [];
  for (;;) {
    const done = await recordLandings(port);
    if (done.kind === "not-adopted") return done;
    if (done.kind === "broken") throw new RecordBroken(done.faults[0]?.line ?? 1);
    added.push(...done.added);
    // What a dry run does not append would be found again.
    if (dryRun) return { kind: "recorded", added, issues: undefined };
    if (!done.more) {
      const issues = await keepIssues(done.entries, createIssuesPort(client, self ?? ""));
      return { kind: "recorded", added, issues };
    }
  }
}
