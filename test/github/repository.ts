/** A repository: its refs, settings, rules, and all that hangs on its pull requests and commits. */
import type { CheckRun, CheckSuite } from "./checks.ts";
import type { Issue } from "./issues.ts";
import type { Objects } from "./objects.ts";
import type { Role } from "./people.ts";
import type { Pull } from "./pull.ts";
import type { QueueEntry } from "./queue.ts";
import type { Rule } from "./rules.ts";
import type { Status } from "./statuses.ts";

export type Label = { id: number; name: string; color: string; description: string | null };

/** A line of the repository's activity: who moved which branch, how. */
export type Activity = {
  id: number;
  ref: string;
  before: string;
  after: string;
  type: "push" | "force_push" | "branch_deletion" | "branch_creation" | "pr_merge" | "merge_queue_merge";
  actor: string;
  at: string;
};

export type Settings = {
  /** "Allow GitHub Actions to create and approve pull requests": off, as on a new repository. */
  actionsMayOpenPulls: boolean;
  allowMergeCommit: boolean;
  allowSquashMerge: boolean;
  allowRebaseMerge: boolean;
  allowAutoMerge: boolean;
  deleteBranchOnMerge: boolean;
  hasIssues: boolean;
};

export type Repository = {
  id: number;
  owner: string;
  name: string;
  private: boolean;
  archived: boolean;
  defaultBranch: string;
  createdAt: string;
  pushedAt: string;
  /** The repository this one was forked from. */
  parentId: number | null;
  /** Shared by all forks. */
  objects: Objects;
  /** Full names of refs, like `refs/heads/main`. */
  refs: Map<string, string>;
  collaborators: Map<string, Role>;
  teams: Map<string, Role>;
  rules: Rule[];
  settings: Settings;
  labels: Map<string, Label>;
  pulls: Map<number, Pull>;
  /** Those that are no pull requests. */
  issues: Map<number, Issue>;
  statuses: Status[];
  suites: CheckSuite[];
  runs: CheckRun[];
  activity: Activity[];
  queue: QueueEntry[];
};

export const ZERO = "0".repeat(40);

export const DEFAULT_SETTINGS: Settings = {
  actionsMayOpenPulls: false,
  allowMergeCommit: true,
  allowSquashMerge: true,
  allowRebaseMerge: true,
  allowAutoMerge: false,
  deleteBranchOnMerge: false,
  hasIssues: true,
};

/** The commit at the tip of a branch. */
export const branchTip = (repository: Repository, branch: string): string | undefined =>
  repository.refs.get(`refs/heads/${branch}`);

/** A label by its name, in any case. */
export const findLabel = (repository: Repository, name: string): Label | undefined =>
  repository.labels.get(name.toLowerCase());
