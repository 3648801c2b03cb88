import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordLandings } from "../../src/jobs/record.ts";
import type { RecordPort } from "../../src/jobs/record-port.ts";
import { claimsCard } from "../gate/sample.ts";
import { swap } from "../gate/table.ts";
import { CARD } from "./histories.ts";
import { Repository } from "./repository.ts";

const limit = (most: number) => ({ [CARD]: swap(claimsCard, "maxLength: 500", `maxLength: ${most}`) });

let here: Repository;
beforeEach(async () => {
  here = new Repository();
  await here.adopt();
  await here.merge(limit(400));
  here.push(limit(450));
  await here.merge(limit(300));
});
afterEach(() => here[Symbol.dispose]());

const CALLS = ["ledger", "landed", "merged", "snapshots", "contents", "people", "append"] as const;

/** The port, with something that happens before each of its calls. */
function watched(port: RecordPort, before: (call: string, count: number) => Promise<void>): RecordPort {
  let count = 0;
  const wrapped = CALLS.map((call) => {
    const method = port[call] as (...words: readonly unknown[]) => Promise<unknown>;
    return [
      call,
      async (...words: readonly unknown[]) => {
        await before(call, count++);
        return method(...words);
      },
    ];
  });
  return Object.fromEntries(wrapped) as RecordPort;
}

describe("recording", () => {
  it("comes to the same bytes whether it looked after each landing or once", async () => {
    const start = here.git("rev-parse", "toolcard-approvals");
    await here.record();
    const once = here.ledger;
    here.git("update-ref", "refs/heads/toolcard-approvals", start);
    for (const known of [1, 1, 1]) {
      await recordLandings({
        ...here.port,
        landed: async (since) => {
          const all = await here.port.landed(since);
          return { ...all, commits: all.commits.slice(0, known) };
        },
      });
    }
    expect(here.ledger).toBe(once);
  });

  it("has each change once when another writer records everything before any of its calls", async () => {
    let calls = 0;
    await recordLandings(watched(here.port, async () => void calls++));
    const alone = here.ledger;
    const start = here.git("rev-list", "--max-count=1", "--skip=1", "toolcard-approvals");
    for (let at = 0; at < calls; at++) {
      here.git("update-ref", "refs/heads/toolcard-approvals", start);
      await recordLandings(
        watched(here.port, async (_call, count) => {
          if (count === at) await here.record();
        }),
      );
      expect(here.ledger).toBe(alone);
    }
  });

  it("has each change once after a crash before any of its calls", async () => {
    let calls = 0;
    await recordLandings(watched(here.port, async () => void calls++));
    const alone = here.ledger;
    const start = here.git("rev-list", "--max-count=1", "--skip=1", "toolcard-approvals");
    for (let at = 0; at < calls; at++) {
      here.git("update-ref", "refs/heads/toolcard-approvals", start);
      const crashing = watched(here.port, async (_call, count) => {
        if (count === at) throw new Error("crash");
      });
      await expect(recordLandings(crashing)).rejects.toThrow("crash");
      await here.record();
      expect(here.ledger).toBe(alone);
    }
  });

  it("asks little where there is nothing to record", async () => {
    await here.record();
    const calls: string[] = [];
    await recordLandings(watched(here.port, async (call) => void calls.push(call)));
    expect(calls).toEqual(["ledger", "landed"]);
  });

  it("appends nothing to a broken record", async () => {
    await here.rewrite(here.ledger.replace("we start", "we begin"));
    expect(await here.record()).toMatchObject({ kind: "broken", faults: [{ line: 1 }] });
  });

  it("gives up, and says so, where others never stop appending", async () => {
    const port: RecordPort = { ...here.port, append: async () => "moved" };
    await expect(recordLandings(port)).rejects.toThrow("run it again");
  });
});
