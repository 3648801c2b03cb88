import type { Snapshot } from "../core/gate/snapshot.ts";
import type { ObjectId } from "../core/propose/state.ts";
import type { RecordPort } from "../jobs/record-port.ts";
import type { GateClient } from "./gate/client.ts";
import { isCommitThere } from "./gate/commit-there.ts";
import { createGateMemory, type GateMemory } from "./gate/memory.ts";
import type { Publisher } from "./gate/own-verdicts.ts";
import { askPeople } from "./gate/people.ts";
import { CommitMissing, readSnapshots } from "./gate/snapshots.ts";
import { NO_ANSWER } from "./gate/standing.ts";
import { readContents } from "./record/contents.ts";
import { readLanded } from "./record/landed.ts";
import { appendToLedger, readLedgerNow, type LedgerSeen } from "./record/ledger.ts";
import { readMerged } from "./record/merged-pull.ts";

/**
 * Opens the record's port on a repository.
 * @param client as for `createGatePort`
 * @param publisher who publishes the check: whose verdicts on a merged head count as ours
 * @param memory kept between runs, and shared by all ports of a process
 */
export function createRecordPort(
  client: GateClient,
  publisher: Publisher,
  memory: GateMemory = createGateMemory(),
): RecordPort {
  const since = memory.tick();
  let read: LedgerSeen | undefined;
  return {
    ledger: async () => {
      read = await readLedgerNow(client, memory);
      return read && { self: read.self, head: read.head, text: read.text };
    },
    landed: (from) => readLanded(from, client, memory),
    merged: (number, before) => readMerged(number, before, publisher, client, memory),
    snapshots: (commits) => snapshotsThere(commits, client, memory),
    contents: (names) => readContents(names, client, memory),
    people: async (questions) => {
      const answers = await askPeople(questions, { fresh: true, since }, client, memory);
      // What GitHub did not say now must not be recorded as unknown for good.
      for (const answer of answers)
        if (answer.is === "unknown" && answer.why.startsWith(NO_ANSWER)) throw new Error(answer.why);
      return answers;
    },
    append: async (text, onto, message) =>
      read?.head === onto ? appendToLedger(text, read, message, client) : "moved",
  };
}

/** The snapshots of those commits that GitHub still has. @throws what octokit throws; CommitMissing when it has one and does not show it */
async function snapshotsThere(
  commits: readonly ObjectId[],
  client: GateClient,
  memory: GateMemory,
): Promise<readonly Snapshot[]> {
  try {
    return await readSnapshots(commits, client, memory);
  } catch (error) {
    if (!(error instanceof CommitMissing)) throw error;
    // What an answer leaves out must not be recorded as unread for good.
    if (await isCommitThere(error.commit, client)) throw error;
    return snapshotsThere(
      commits.filter((commit) => commit !== error.commit),
      client,
      memory,
    );
  }
}
