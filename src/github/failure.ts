/** What went wrong with a call, as far as it decides what to do next. */
export type CallFailure =
  /** The setting that lets Actions open pull requests is off. */
  | { readonly kind: "actions-may-not-open" }
  /** A rule of the repository forbids it, in GitHub's words. */
  | { readonly kind: "rule"; readonly rule: string }
  /** The token may not do it. */
  | { readonly kind: "no-permission"; readonly said: string; readonly status: number }
  /** It is wrong as things are now: somebody else was faster, or it took effect already. */
  | { readonly kind: "not-as-thought"; readonly said: string }
  /** GitHub refuses it again though nothing changed in between: it is wrong for another reason. */
  | { readonly kind: "refused"; readonly said: string }
  /** GitHub shows nobody this repository (451). */
  | { readonly kind: "blocked" }
  /** It never came through: no answer, an error of GitHub's, a rate limit, the end of the run's time. */
  | { readonly kind: "not-done"; readonly said: string };

const MOST_SAID = 300;

/** Sorts the error that octokit threw. */
export function failureOf(error: unknown): CallFailure {
  const said = saidBy(error);
  const status = statusOf(error);
  if (/not permitted to create or approve pull requests/i.test(said)) return { kind: "actions-may-not-open" };
  if (/rule violations|GH013|protected branch|Cannot (?:create|update|delete) (?:ref|this)/i.test(said)) {
    return { kind: "rule", rule: ruleIn(said) };
  }
  if (status === 451) return { kind: "blocked" };
  if (/rate limit|abuse detection/i.test(said)) return { kind: "not-done", said };
  if (status === 401 || status === 403 || typesOf(error).includes("FORBIDDEN")) {
    return { kind: "no-permission", said, status };
  }
  if (typesOf(error).length > 0 || [404, 409, 410, 422].includes(status))
    return { kind: "not-as-thought", said };
  return { kind: "not-done", said };
}

/** Whether GitHub gave up on a query: it may answer one that asks for less. */
export function isTooMuch(error: unknown): boolean {
  if ([502, 504].includes(statusOf(error))) return true;
  return /resource limits|something went wrong while executing|respond .* in time|timeout/i.test(
    saidBy(error),
  );
}

function statusOf(error: unknown): number {
  return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 0;
}

/** The types of the errors in an answer of GraphQL; an error without one counts as a type of its own. */
function typesOf(error: unknown): string[] {
  if (!(error instanceof Error) || !("errors" in error) || !Array.isArray(error.errors)) return [];
  return error.errors.map((each: unknown) =>
    typeof each === "object" && each !== null && "type" in each ? String(each.type) : "",
  );
}

/** GitHub's words, on one line and bounded. They may quote what others wrote. */
function saidBy(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MOST_SAID);
}

/** The rule itself, without the heading and the link around it. */
function ruleIn(said: string): string {
  return said
    .replace(/^.*?rule violations found:?/i, "")
    .replace(/ - https?:\S*$/, "")
    .replace(/^Request failed due to following response errors:\s*-?/i, "")
    .trim();
}
