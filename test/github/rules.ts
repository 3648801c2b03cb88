/** Rulesets: what is forbidden on which branches, and GitHub's words for it. */
import { posix } from "node:path";
import type { JsonObject } from "../../src/core/json/value.ts";
import { loginOf, type Actor } from "./actor.ts";
import { commitsBetween, isAncestor } from "./history.ts";
import { Refusal } from "./refusal.ts";
import { missingChecks } from "./required-checks.ts";
import type { Repository } from "./repository.ts";

export type RuleType =
  | "creation"
  | "update"
  | "deletion"
  | "non_fast_forward"
  | "required_linear_history"
  | "required_signatures"
  | "pull_request"
  | "required_status_checks"
  | "merge_queue";

/** One rule. `branches`: globs of branch names, or `~DEFAULT_BRANCH`, or `~ALL`. `bypass`: logins it is not for. */
export type Rule = {
  id: number;
  type: RuleType;
  branches: readonly string[];
  parameters: JsonObject;
  bypass: readonly string[];
};

/** How a branch moves: `by` says whether somebody pushed, or GitHub merged. */
export type Move = {
  branch: string;
  before: string | undefined;
  after: string | undefined;
  by: "push" | "merge" | "queue";
};

/** The rules for a branch, whoever asks. */
export function rulesFor(repository: Repository, branch: string): Rule[] {
  return repository.rules.filter((rule) =>
    rule.branches.some((pattern) => {
      if (pattern === "~ALL") return true;
      if (pattern === "~DEFAULT_BRANCH") return branch === repository.defaultBranch;
      return pattern === branch || posix.matchesGlob(branch, pattern);
    }),
  );
}

/** The rule of a type that binds this actor on a branch. */
export function bindingRule(
  repository: Repository,
  branch: string,
  actor: Actor,
  type: RuleType,
): Rule | undefined {
  return rulesFor(repository, branch).find(
    (rule) => rule.type === type && !rule.bypass.includes(loginOf(actor)),
  );
}

/** Refuses a move that a rule forbids: 422, where a push with git would say GH013. */
export function enforceRules(repository: Repository, actor: Actor, move: Move): void {
  const broken = rulesFor(repository, move.branch)
    .filter((rule) => !rule.bypass.includes(loginOf(actor)))
    .map((rule) => violation(repository, rule, move))
    .filter((message) => message !== undefined);
  if (broken.length > 0) {
    throw new Refusal(
      422,
      `Repository rule violations found\n\n${broken.map((line) => `${line}\n\n`).join("")}`,
    );
  }
}

function violation(
  repository: Repository,
  rule: Rule,
  { branch, before, after, by }: Move,
): string | undefined {
  const { objects } = repository;
  const moved = before !== undefined && after !== undefined;
  switch (rule.type) {
    case "creation":
      return before === undefined ? "Cannot create ref due to creations being restricted." : undefined;
    case "update":
      return moved ? "Cannot update this protected ref." : undefined;
    case "deletion":
      return after === undefined ? "Cannot delete this branch" : undefined;
    case "non_fast_forward":
      return moved && !isAncestor(objects, before, after) ? "Cannot force-push to this branch" : undefined;
    case "required_linear_history": {
      const added = after === undefined ? [] : commitsBetween(objects, before, after);
      const merges = added.some((sha) => (objects.commits.get(sha)?.parents.length ?? 0) > 1);
      return merges ? "This branch must not contain merge commits." : undefined;
    }
    case "required_signatures": {
      const added = after === undefined ? [] : commitsBetween(objects, before, after);
      const unsigned = added.some((sha) => !objects.verified.has(sha));
      return unsigned ? "Commits must have verified signatures." : undefined;
    }
    case "pull_request":
      return by === "push" && before !== undefined
        ? "Changes must be made through a pull request."
        : undefined;
    case "merge_queue":
      return by !== "queue" && before !== undefined
        ? "Changes must be made through the merge queue"
        : undefined;
    case "required_status_checks":
      return by === "push" && moved ? missingChecks(repository, rule, after) : undefined;
    default:
      return neverRule(rule.type, branch);
  }
}

function neverRule(type: never, branch: string): never {
  throw new Error(`no such rule on ${branch}: ${String(type)}`);
}
