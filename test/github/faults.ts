/** Faults: what goes wrong with a call, before or after it took effect, at the n-th call or where a test says. */
import type { LoggedCall } from "./call-log.ts";

/**
 * `status`: an error before anything happened. `drop`, `hang`: no answer, nothing happened. The `…-after` kinds do
 * the work first: the client can't tell them from the others. `half`: the work is done, the answer breaks off.
 */
export type Fault =
  | { kind: "status"; status: number; message?: string; headers?: Record<string, string> }
  | { kind: "status-after"; status: number; message?: string }
  | { kind: "secondary-limit"; status?: 403 | 429; retryAfter?: number }
  | { kind: "primary-limit"; reset?: number }
  | { kind: "drop" | "drop-after" | "hang" | "hang-after" | "half" };

type Planned = { when: (call: LoggedCall) => boolean; fault: Fault; times: number };

export type Faults = {
  planned: Planned[];
  /** The fault of a call, used up if it was planned for a number of times. */
  next: (call: LoggedCall) => Fault | undefined;
};

export function createFaults(): Faults {
  const planned: Planned[] = [];
  return {
    planned,
    next: (call) => {
      const found = planned.find((one) => one.times > 0 && one.when(call));
      if (found === undefined) return undefined;
      found.times -= 1;
      return found.fault;
    },
  };
}

/** The answer of a fault that answers; undefined for one that does not. */
export function faultAnswer(
  fault: Fault,
  reset: number,
): { status: number; message: string; headers: Record<string, string> } | undefined {
  switch (fault.kind) {
    case "status":
    case "status-after":
      return {
        status: fault.status,
        message: fault.message ?? "Server Error",
        headers: fault.kind === "status" ? (fault.headers ?? {}) : {},
      };
    case "secondary-limit":
      return {
        status: fault.status ?? 403,
        message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        headers: { "retry-after": String(fault.retryAfter ?? 60) },
      };
    case "primary-limit":
      return {
        status: 403,
        message: "API rate limit exceeded for installation ID 1.",
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(fault.reset ?? reset) },
      };
    case "drop":
    case "drop-after":
    case "hang":
    case "hang-after":
    case "half":
      return undefined;
    default:
      return fault;
  }
}

/** True for faults that come after the call took effect. */
export const isAfter = ({ kind }: Fault): boolean =>
  kind === "drop-after" || kind === "hang-after" || kind === "half" || kind === "status-after";
