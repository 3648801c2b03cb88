/** The primary rate limit: so many calls an hour for each token, told in the headers of every answer. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { ok, type Answer } from "./answer.ts";
import type { Call } from "./call.ts";

/** What is left to one token, as `GET /rate_limit` says it and as the headers do. `reset`: seconds since the epoch. */
export type RateLimits = { limit: number; reset: number; used: Map<string, number> };

export const createRateLimits = (reset: number): RateLimits => ({ limit: 5000, reset, used: new Map() });

/** Counts a call of a token; false when it had none left. */
export function spend(limits: RateLimits, token: string): boolean {
  const used = limits.used.get(token) ?? 0;
  if (used >= limits.limit) return false;
  limits.used.set(token, used + 1);
  return true;
}

export function rateHeaders(limits: RateLimits, token: string): Record<string, string> {
  const used = limits.used.get(token) ?? 0;
  return {
    "x-ratelimit-limit": String(limits.limit),
    "x-ratelimit-remaining": String(limits.limit - used),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(limits.reset),
    "x-ratelimit-resource": "core",
  };
}

/** `GET /rate_limit`: costs nothing. */
export function getRateLimit({ world, token }: Call): Answer {
  const { limit, reset, used } = world.rates;
  const spent = used.get(token) ?? 0;
  const core: JsonObject = { limit, remaining: limit - spent, reset, used: spent };
  return ok({ resources: { core, search: core }, rate: core });
}
