import { Octokit } from "@octokit/core";
import type { OctokitOptions } from "@octokit/core/types";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { wholeRequest } from "./whole-request.ts";

/** Where GitHub is, as whom to speak to it, and how long all of it may take. */
export interface ClientOptions {
  /** The base of the REST API, as `GITHUB_API_URL` has it. */
  readonly apiUrl: string;
  readonly token: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Milliseconds for everything together; no call begins or goes on after that. */
  readonly totalMs?: number;
  /** Milliseconds for one call; 30 seconds where left out. */
  readonly callMs?: number;
  /** How often a call is repeated that failed on the way, or that a rate limit refused; 1 where left out. */
  readonly retries?: number;
}

/** One repository on GitHub. */
export interface Client {
  readonly octokit: Octokit;
  /** Owner and name, as every call takes them. */
  readonly at: { readonly owner: string; readonly repo: string };
  /** True once the time is over. */
  readonly isOver: () => boolean;
}

const TOTAL_MS = 10 * 60_000;
const CALL_MS = 30_000;

const PacedOctokit = Octokit.plugin(throttling, retry);

/**
 * Opens a client: octokit with its own plugins for rate limits and for retries, both bounded. Writes go one after the
 * other with the pauses that GitHub asks for; on loopback, where no GitHub is, without them.
 * @throws Error when `repository` is not `owner/name`
 */
export function createClient({ apiUrl, token, repository, ...limits }: ClientOptions): Client {
  const { totalMs = TOTAL_MS, callMs = CALL_MS, retries = 1 } = limits;
  const [owner = "", repo = "", ...rest] = repository.split("/");
  if (owner === "" || repo === "" || rest.length > 0) throw new Error(`${repository} is not owner/name`);
  const end = Date.now() + totalMs;
  const over = AbortSignal.timeout(totalMs);
  const mayWait = (seconds: number, _options: unknown, _octokit: unknown, before: number) =>
    before < retries && Date.now() + 1000 * seconds < end;
  const throttle = { onRateLimit: mayWait, onSecondaryRateLimit: mayWait };
  const here = isLoopback(apiUrl);
  if (here) Object.assign(throttle, { global: UNPACED, write: UNPACED, notifications: UNPACED });
  const options: OctokitOptions = {
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/, ""),
    userAgent: "toolcard",
    request: { fetch: wholeRequest(over, callMs) },
    throttle,
    retry: { retries, retryAfterBaseValue: here ? 1 : 1000 },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  // Nothing is paced on loopback: where nothing is repeated either, the plugins would only cost time at every call.
  const octokit = here && retries === 0 ? new Octokit(options) : new PacedOctokit(options);
  return { octokit, at: { owner, repo }, isOver: () => over.aborted };
}

/** As a group of the throttling plugin, one that never waits. */
const UNPACED = {
  key: () => ({
    schedule: (_options: unknown, run: (...args: unknown[]) => unknown, ...args: unknown[]) =>
      Promise.resolve(run(...args)),
  }),
};

function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
