import type { Verdict } from "../core/gate/verdict.ts";
import type { GatePort } from "./gate-port.ts";

/** What was found of one commit: a verdict for each open pull request with it as the head, the worst first. */
export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly passes: boolean;
}

/**
 * Looks at a pull request again and publishes what is so now, whatever made us look (DESIGN §10). Undefined when it is
 * not there or not open.
 */
export type GatePullRequest = (port: GatePort, number: number) => Promise<Judged | undefined>;

/** Judges a merge group, and publishes it on the group's head. */
export type GateGroup = (
  port: GatePort,
  group: { readonly head: string; readonly base: string },
) => Promise<Judged>;
