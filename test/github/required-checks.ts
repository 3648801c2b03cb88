/** Which of the checks that a branch requires are not green on a commit. */
import type { JsonObject } from "../../src/core/json/value.ts";
import { isObject } from "../../src/core/json/value.ts";
import type { Repository } from "./repository.ts";
import type { Rule } from "./rules.ts";

/** `app`: the id of the App the check must come from, undefined when any will do. */
export type RequiredCheck = { context: string; app: number | undefined };

export function requiredChecks(rule: Rule | undefined): RequiredCheck[] {
  const given: unknown = rule?.parameters["required_status_checks"];
  if (!Array.isArray(given)) return [];
  return given.filter(isObject).map((check) => {
    const app = check["integration_id"];
    return { context: String(check["context"]), app: typeof app === "number" ? app : undefined };
  });
}

/** What a ruleset's parameters say for these checks. */
export function requireChecks(contexts: readonly string[], app?: number): JsonObject {
  return {
    strict_required_status_checks_policy: false,
    required_status_checks: contexts.map((context) => ({
      context,
      ...(app === undefined ? {} : { integration_id: app }),
    })),
  };
}

/**
 * `green`, `failing`, or `expected` when nothing has reported. If a status and a check run share the name, both
 * have to be green; `neutral` and `skipped` count as green.
 */
export function checkState(
  repository: Repository,
  sha: string,
  required: RequiredCheck,
): "green" | "failing" | "expected" {
  const status = repository.statuses.findLast(
    (one) => one.sha === sha && one.context === required.context && (required.app ?? one.app) === one.app,
  );
  const run = repository.runs.findLast(
    (one) => one.sha === sha && one.name === required.context && (required.app ?? one.app.id) === one.app.id,
  );
  if (status === undefined && run === undefined) return "expected";
  if (status !== undefined && status.state !== "success")
    return status.state === "pending" ? "expected" : "failing";
  if (run === undefined) return "green";
  if (run.status !== "completed") return "expected";
  return ["success", "neutral", "skipped"].includes(run.conclusion ?? "") ? "green" : "failing";
}

/** GitHub's sentence about the checks that are not green; undefined when all are. */
export function missingChecks(
  repository: Repository,
  rule: Rule | undefined,
  sha: string,
): string | undefined {
  const required = requiredChecks(rule);
  const open = required
    .map(({ context, app }) => ({ context, state: checkState(repository, sha, { context, app }) }))
    .filter(({ state }) => state !== "green");
  const [first] = open;
  if (first === undefined) return undefined;
  if (open.length === 1) return `Required status check "${first.context}" is ${first.state}.`;
  const states = new Set(open.map(({ state }) => state));
  const word = states.size === 1 ? first.state : "have not succeeded: expected or failing";
  return `${open.length} of ${required.length} required status checks are ${word}.`;
}
