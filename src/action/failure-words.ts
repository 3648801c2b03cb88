import { plain } from "../core/explain/inert.ts";
import { failureOf } from "../github/failure.ts";

/**
 * Why something could not be done on GitHub, in words.
 * @param permissions what to give a job whose token may not do it
 */
export function failureWords(error: unknown, permissions: string): string {
  const failure = failureOf(error);
  switch (failure.kind) {
    case "no-permission":
      return `the token may not do it: give the job ${permissions} (${plain(failure.said)})`;
    case "not-done":
    case "not-as-thought":
    case "refused":
      return `GitHub did not answer as it should: run this again (${plain(failure.said)})`;
    case "rule":
      return `a rule of the repository forbids it: ${plain(failure.rule)}`;
    case "actions-may-not-open":
    case "blocked":
      return "GitHub does not let this be done";
    default:
      return failure satisfies never;
  }
}
