import { boundedDetail } from "../core/reading/detail.ts";
import type { Address, Reading } from "../core/reading/reading.ts";
import { addPage, START } from "../core/reading/walk.ts";
import { DEFAULT_LIMITS } from "../live/limits.ts";
import { ANY_RESULT, type GuardableClient } from "./client.ts";
import { tapOf, type Tap } from "./tap.ts";

/** Whose list it is, and when it is read. */
export interface ReadThrough {
  readonly server: string;
  readonly address: Address;
  readonly time: string;
}

/** Reads a server's whole list through a client that is connected already. It never throws: a failure is a reading too. */
export async function readThrough(client: GuardableClient, what: ReadThrough): Promise<Reading> {
  const base = { ...what, readAs: { capabilities: [] } };
  const failed = (reason: "server-error" | "unreachable", error: unknown): Reading => {
    const detail = boundedDetail(error instanceof Error ? error.message : String(error));
    return { ...base, outcome: "failed", reason, detail };
  };
  const { transport } = client;
  if (transport === undefined) return failed("unreachable", "the client is not connected");
  try {
    return { ...base, ...(await walk(client, tapOf(transport))) };
  } catch (error) {
    return failed("server-error", error);
  }
}

async function walk(client: GuardableClient, tap: Tap) {
  let walked = START;
  let cursor: string | undefined;
  for (;;) {
    const step = addPage(walked, cursor, await rawPage(client, tap, cursor), DEFAULT_LIMITS, false);
    if (step.kind === "complete")
      return { outcome: "complete", tools: step.tools, notes: step.notes, confirmed: false } as const;
    if (step.kind === "failed") {
      const detail = boundedDetail(step.detail);
      return { outcome: "failed", reason: step.reason, detail } as const;
    }
    ({ walk: walked, cursor } = step);
  }
}

const OPTIONS = { timeout: DEFAULT_LIMITS.requestMs } as const;

const UNHEARD = Symbol("unheard");

/** One page as the server gave it. What the SDK makes of it is no matter, so long as it came. */
async function rawPage(client: GuardableClient, tap: Tap, cursor: string | undefined): Promise<unknown> {
  const page = tap.nextPage(cursor);
  const params = cursor === undefined ? {} : { cursor };
  const request = { method: "tools/list", params };
  try {
    const asked: Promise<unknown> = client.request(request as never, ANY_RESULT as never, OPTIONS as never);
    // What comes in is heard before the SDK has it: what is answered first was not heard.
    const answered = asked.then(() => UNHEARD);
    answered.catch(() => {});
    const result = await Promise.race([page.heard, answered]);
    // Where the answer is an error, the SDK says which.
    const known = result === undefined ? await answered : result;
    if (known === UNHEARD) throw new Error("its answer did not come through the client's transport");
    return known;
  } finally {
    page.stop();
  }
}
