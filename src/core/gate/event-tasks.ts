import { isObject, own } from "../json/value.ts";
import type { ObjectId } from "../propose/state.ts";
import { mayDecide } from "./may-decide.ts";

/** What an event makes us look at again. Whatever else it says is not believed: all is read anew. */
export type GateTask =
  | { readonly kind: "pull-request"; readonly number: number }
  /** Every open pull request with this head. */
  | { readonly kind: "head"; readonly commit: ObjectId }
  | { readonly kind: "group"; readonly head: ObjectId; readonly base: ObjectId }
  /** Every open pull request. */
  | { readonly kind: "all" }
  /** What landed on the default branch and is not in the record yet. */
  | { readonly kind: "record" }
  /** The commands in a comment on a pull request. */
  | { readonly kind: "comment"; readonly number: number; readonly comment: number };

/** The events that lead to anything, by their names on GitHub; the App subscribes to these. */
export const EVENTS = [
  "check_run",
  "check_suite",
  "issue_comment",
  "merge_group",
  "pull_request",
  "pull_request_review",
  "push",
] as const;

type EventName = (typeof EVENTS)[number];

const PULL_REQUEST_ACTIONS = [
  "opened",
  "reopened",
  "synchronize",
  "edited",
  "labeled",
  "unlabeled",
  "closed",
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** What we do ourselves and what leaves every verdict as it is. A proposal that we open or rewrite is judged like any other. */
const OWN_IGNORED: ReadonlySet<unknown> = new Set(["labeled", "unlabeled", "edited"]);

/**
 * What to look at again after an event of GitHub's. It never throws: what is not as GitHub sends it leads to nothing.
 * @param payload as it was delivered
 * @param self our own login, with its suffix; undefined when it is not known
 */
export function tasksOf(name: string, payload: unknown, self?: string): GateTask[] {
  if (!isObject(payload) || !isEvent(name)) return [];
  const action = own(payload, "action");
  const byUs = self !== undefined && textAt(payload, "sender", "login") === self;
  switch (name) {
    case "pull_request":
      return byUs && OWN_IGNORED.has(action) ? [] : pullRequestTasks(payload, action);
    case "pull_request_review":
      return pullRequests(numberAt(payload, "pull_request", "number"));
    case "merge_group":
      return action === "checks_requested" ? groupTasks(payload) : [];
    case "check_run":
    case "check_suite":
      return action === "rerequested" ? heads(commitAt(payload, name, "head_sha")) : [];
    case "push":
      return pushTasks(payload);
    case "issue_comment":
      return byUs || action !== "created" ? [] : commentTasks(payload);
    default:
      return name satisfies never;
  }
}

function isEvent(name: string): name is EventName {
  return (EVENTS as readonly string[]).includes(name);
}

function pullRequestTasks(payload: Fields, action: unknown): GateTask[] {
  if (!(PULL_REQUEST_ACTIONS as readonly unknown[]).includes(action)) return [];
  const tasks = pullRequests(numberAt(payload, "pull_request", "number"));
  if (action === "closed" && at(payload, "pull_request", "merged") === true)
    return [...tasks, { kind: "record" }];
  // The head that it had may be that of others, whose verdict was the worst of them all.
  return action === "synchronize" ? [...tasks, ...heads(commitAt(payload, "before"))] : tasks;
}

function groupTasks(payload: Fields): GateTask[] {
  const head = commitAt(payload, "merge_group", "head_sha");
  const base = commitAt(payload, "merge_group", "base_sha");
  return head === undefined || base === undefined ? [] : [{ kind: "group", head, base }];
}

/** A push to the default branch that may have changed what decides. Where it does not list its files, it may have. */
function pushTasks(payload: Fields): GateTask[] {
  const branch = textAt(payload, "repository", "default_branch");
  const isDefault = branch !== undefined && own(payload, "ref") === `refs/heads/${branch}`;
  if (!isDefault || own(payload, "deleted") === true) return [];
  const paths = own(payload, "forced") === true ? undefined : pathsIn(own(payload, "commits"));
  return paths === undefined || paths.some(mayDecide) ? [{ kind: "all" }, { kind: "record" }] : [];
}

/** GitHub tells of no more commits of one push: https://docs.github.com/webhooks/webhook-events-and-payloads#push */
const MOST_COMMITS = 2048;

/** The files that the commits of a push change; undefined where they are not all said. */
function pathsIn(commits: unknown): string[] | undefined {
  if (!Array.isArray(commits) || commits.length === 0 || commits.length >= MOST_COMMITS) return undefined;
  const paths: string[] = [];
  for (const commit of commits) {
    for (const key of ["added", "modified", "removed"]) {
      const list: unknown = isObject(commit) ? own(commit, key) : undefined;
      if (!Array.isArray(list)) return undefined;
      paths.push(...list.filter((path) => typeof path === "string"));
    }
  }
  return paths;
}

function commentTasks(payload: Fields): GateTask[] {
  const number = numberAt(payload, "issue", "number");
  const comment = numberAt(payload, "comment", "id");
  const isPull = isObject(at(payload, "issue", "pull_request"));
  const mayCommand = textAt(payload, "comment", "body")?.includes("/toolcard") === true;
  if (!isPull || !mayCommand || number === undefined || comment === undefined) return [];
  return [{ kind: "comment", number, comment }];
}

function pullRequests(number: number | undefined): GateTask[] {
  return number === undefined ? [] : [{ kind: "pull-request", number }];
}

function heads(commit: ObjectId | undefined): GateTask[] {
  return commit === undefined ? [] : [{ kind: "head", commit }];
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) found = isObject(found) ? own(found, key) : undefined;
  return found;
}

function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : undefined;
}

function numberAt(value: unknown, ...keys: readonly string[]): number | undefined {
  const found = at(value, ...keys);
  return typeof found === "number" && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/** The id of a commit; all zeros stand for none. */
function commitAt(value: unknown, ...keys: readonly string[]): ObjectId | undefined {
  const found = textAt(value, ...keys);
  return found !== undefined && /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(found) ? found : undefined;
}
