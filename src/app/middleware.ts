import { readSettings } from "./environment.ts";
import type { Handler } from "./handler.ts";
import { toOutput } from "./log.ts";
import { startApp } from "./start.ts";

/** What the middleware is made from. */
export interface MiddlewareOptions {
  /** Where the App's settings are, as docs/app.md names them; the process's own where left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds for one look; GitHub gives up on a delivery after ten seconds. */
  readonly lookMs?: number;
  /** Where lines of the log go; to standard output where left out. */
  readonly write?: (line: string) => void;
}

/**
 * The App as a function of request and response, for servers of others and for hosts that start one for each request. A
 * delivery is answered when all that it asks for is done: such a host may stop what goes on after the answer.
 * @throws Error that names the variables that are missing or wrong
 */
export async function createNodeMiddleware(options: MiddlewareOptions = {}): Promise<Handler> {
  const { environment = process.env, lookMs = 60_000, write = toOutput } = options;
  const { handler } = await startApp(readSettings(environment), { answers: "when-done", lookMs, write });
  return handler;
}
