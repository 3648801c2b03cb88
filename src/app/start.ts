import { createNodeMiddleware, Probot } from "probot";
import { toolcardApp } from "../app.ts";
import { createClient } from "../github/client.ts";
import { createGatePort } from "../github/gate-port.ts";
import { createRecordPort } from "../github/record-port.ts";
import { createGateMemory } from "../github/gate/memory.ts";
import type { AppSettings } from "./environment.ts";
import { createHandler, type Handler } from "./handler.ts";
import { BoundedOctokit, boundedFetch, installationsOf } from "./installations.ts";
import { createLog, logForProbot, type Log } from "./log.ts";
import { createQueue } from "./queue.ts";
import { work, type Working } from "./work.ts";

/** How the App runs. */
export interface StartOptions {
  /** `at-once`: a delivery is answered before it is worked on. `when-done`: where nothing runs on after the answer. */
  readonly answers: "at-once" | "when-done";
  /** Milliseconds for one look. */
  readonly lookMs: number;
  readonly write: (line: string) => void;
  /** After how many milliseconds to look again where GitHub did not answer; as usual where left out. */
  readonly again?: readonly number[];
}

/** The App, ready for requests. */
export interface Started {
  readonly handler: Handler;
  readonly log: Log;
  /** When all that was heard of is done. */
  readonly idle: () => Promise<void>;
}

/** How many pull requests are looked at at once; and after how many milliseconds again, where GitHub did not answer. */
const AT_ONCE = 4;
const AGAIN = { "at-once": [10_000, 60_000, 300_000], "when-done": [] };

/** Starts the App. Nothing is asked of GitHub before the first delivery. */
export async function startApp(settings: AppSettings, options: StartOptions): Promise<Started> {
  const { appId, privateKey, webhookSecret, apiUrl, webhookPath, logLevel } = settings;
  const { answers, lookMs, write, again = AGAIN[options.answers] } = options;
  const log = createLog({
    write,
    level: logLevel,
    secrets: [privateKey, webhookSecret],
    now: () => new Date(),
  });
  const probot = new Probot({
    appId,
    privateKey,
    secret: webhookSecret,
    baseUrl: apiUrl,
    // Probot logs whole payloads, and those of deliveries that nobody signed too.
    log: logForProbot(log) as unknown as Probot["log"],
    Octokit: BoundedOctokit,
    request: { fetch: boundedFetch },
  });
  await probot.ready();
  const { self, tokenFor } = installationsOf(probot);
  const queue = createQueue(AT_ONCE);
  const memory = createGateMemory();
  const working: Working = {
    queue,
    log,
    self,
    looking: async (place) => {
      const token = await tokenFor(place);
      const client = createClient({ apiUrl, token, repository: place.repository, totalMs: lookMs });
      const port = createGatePort(client, { by: "app", appId }, memory);
      const record = createRecordPort(client, { by: "app", appId }, memory);
      return { client, port, record, by: "app", now: Date.now };
    },
    again,
  };
  const doing = new Set<Promise<void>>();
  const app = toolcardApp((delivery) => {
    const done = work(delivery, working);
    // Whatever failed is logged.
    const ended = done.catch(() => {}).finally(() => doing.delete(ended));
    doing.add(ended);
    return answers === "when-done" ? done : Promise.resolve();
  });
  const receive = await createNodeMiddleware(app, { probot, webhooksPath: webhookPath });
  const verify = (body: string, signature: string) => probot.webhooks.verify(body, signature);
  const handler = createHandler({ path: webhookPath, verify, receive, log });
  const idle = async (): Promise<void> => {
    while (doing.size > 0) await Promise.all(doing);
    await queue.idle();
  };
  return { handler, log, idle };
}
