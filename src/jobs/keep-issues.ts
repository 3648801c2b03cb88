import { plain } from "../core/explain/inert.ts";
import type { Entry } from "../core/record/entry.ts";
import { issueSteps } from "../core/record/issues.ts";
import { stateOf } from "../core/record/state.ts";
import type { IssuesPort } from "./issues-port.ts";

/** What came of keeping the issues. `failed`: why they are not as they should be; the record does not hang on that. */
export interface IssuesKept {
  readonly opened: number;
  readonly closed: number;
  readonly failed?: string;
}

/** Among how many of the newest entries a change is looked for whose issue may still be open, as after a crash. */
const RECENT = 100;

/** The issues are looked at again after opening one: two of us at once may have opened the same. */
const ROUNDS = 2;

/**
 * Opens an issue for each file that is otherwise than it was approved, and closes those that are over. Where nothing is or
 * was unapproved lately, nothing is read.
 */
export async function keepIssues(entries: readonly Entry[], port: IssuesPort): Promise<IssuesKept> {
  let [opened, closed] = [0, 0];
  if (!wasLately(entries)) return { opened, closed };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const planned = issueSteps(entries, await port.open());
      // What was opened a moment ago need not be listed yet.
      const steps = round === 0 ? planned : planned.filter(({ kind }) => kind === "close");
      for (const step of steps) {
        await port.apply(step);
        if (step.kind === "open") opened++;
        else closed++;
      }
      if (round > 0 || opened === 0) break;
    }
    return { opened, closed };
  } catch (error) {
    const failed = plain(error instanceof Error ? error.message : String(error), { limit: 300 });
    return { opened, closed, failed };
  }
}

/** Whether a file is otherwise than it was approved, or was so lately. */
function wasLately(entries: readonly Entry[]): boolean {
  const start = Math.max(1, entries.length - RECENT);
  const states = [stateOf(entries), stateOf(entries.slice(0, start))];
  return (
    states.some((state) => (state?.unapproved.size ?? 0) > 0) ||
    entries.slice(start).some((entry) => entry.kind === "change" && !entry.approved)
  );
}
