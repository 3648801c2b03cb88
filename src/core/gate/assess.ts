import { DEFAULT_FOLDER, FOLDER_FILE } from "../registry/folder.ts";
import type { Settings } from "../registry/settings.ts";
import type { Problem } from "../yaml/problem.ts";
import { factsBetween } from "./compare.ts";
import type { GateFact } from "./fact.ts";
import type { ApprovedNow, RecordFault } from "./approved-now.ts";
import type { GateCache } from "./gate-cache.ts";
import type { OwnersAt } from "./owners-at.ts";
import type { PullRequestNow } from "./pull-request.ts";
import { registryAt, type RegistryAt } from "./registry-at.ts";
import { loweredRevisions } from "./revisions.ts";
import { folderOf, type Snapshot } from "./snapshot.ts";
import { asSinceApproved, wideningsOf, type Gated } from "./widening.ts";

/** A pull request held against one branch: its base, and the default branch where that is another one. */
export interface Leg {
  readonly branch: string;
  /** The settings of that branch as it is now. */
  readonly settings: Settings;
  /** Who owns what there. */
  readonly owners: OwnersAt;
  readonly facts: readonly GateFact[];
  readonly widenings: readonly Gated[];
}

/** Why no label helps. */
export type Refusal =
  | { readonly kind: "undeterminable"; readonly reasons: readonly string[] }
  /** Approvals are in use, and what was approved last can't be told. */
  | { readonly kind: "record"; readonly fault: RecordFault }
  /** `before`: it is so on the base already. */
  | { readonly kind: "invalid"; readonly problems: readonly Problem[]; readonly before: boolean };

/** What a pull request changes, before anybody asks who allowed it. */
export interface Assessment {
  readonly pull: PullRequestNow;
  readonly head: RegistryAt;
  /** The common ancestor with the base. */
  readonly start: RegistryAt;
  /** First that of the base. */
  readonly legs: readonly [Leg, ...Leg[]];
  readonly refusal: Refusal | undefined;
  /** The widenings that an earlier head had when the label let it pass, by their ids; for words alone. */
  readonly before: ReadonlySet<string> | undefined;
}

/** Where to find what was read. */
export interface Source {
  /** The snapshots of the commits that `commitsOf` names. */
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly cache: GateCache;
  /** Where approvals are in use: a file that is touched is measured from its last approved state as well. */
  readonly approved?: ApprovedNow | undefined;
}

/** The commits at which a pull request is looked at. */
export function commitsOf({ head, base, defaultBranch, mergeBase, allowedBefore }: PullRequestNow): string[] {
  const commits = [head, base.commit, defaultBranch.commit, mergeBase.base, mergeBase.default, allowedBefore];
  return [...new Set(commits.flatMap((commit) => commit ?? []))];
}

/**
 * Finds what a pull request widens: from where it left its base to its head, and from where it left the default branch,
 * each by the settings and the owners of that branch as it is now (DESIGN §10). It never throws.
 */
export function assess(pull: PullRequestNow, source: Source): Assessment {
  const missing: string[] = [];
  const at = (commit: string | undefined, near?: RegistryAt): RegistryAt => {
    const snapshot = commit === undefined ? undefined : source.snapshots.get(commit);
    if (commit !== undefined && snapshot === undefined) missing.push("a commit could not be read");
    const registry = registryAt(snapshot ?? NOTHING, source.cache, near);
    if (registry.unread.length > 0) missing.push("a deciding file could not be read");
    return registry;
  };
  const start = at(pull.mergeBase.base);
  const head = at(pull.head, start);
  const starts = [start, at(pull.mergeBase.default, start)] as const;
  const base = legOf(head, start, at(pull.base.commit, start), pull.base.branch, source);
  const legs: [Leg, ...Leg[]] = [base];
  if (isElsewhere(pull)) {
    const { branch, commit } = pull.defaultBranch;
    legs.push(legOf(head, starts[1], at(commit, start), branch, source));
  }
  if (pull.mergeBase.base === undefined) missing.push("its branch and the base have no commit in common");
  const problems = [...head.problems, ...loweredRevisions(starts, head)];
  const reasons = [...new Set([...pull.undeterminable, ...missing])];
  const refusal = refusalOf(reasons, source.approved, problems, start);
  return { pull, head, start, legs, refusal, before: earlierIds(pull, start, base, source) };
}

function earlierIds(
  { allowedBefore: commit }: PullRequestNow,
  start: RegistryAt,
  { settings }: Leg,
  source: Source,
): ReadonlySet<string> | undefined {
  const { snapshots, cache } = source;
  const snapshot = commit === undefined ? undefined : snapshots.get(commit);
  if (snapshot === undefined) return undefined;
  const earlier = registryAt(snapshot, cache);
  const widenings = wideningsOf(factsBetween(start, earlier), earlier, settings.gate);
  return new Set([...widenings, ...sinceApproved(start, earlier, settings, source)].map(({ id }) => id));
}

function refusalOf(
  reasons: readonly string[],
  approved: Source["approved"],
  problems: readonly Problem[],
  start: RegistryAt,
): Refusal | undefined {
  if (reasons.length > 0) return { kind: "undeterminable", reasons };
  if (approved?.fault !== undefined) return { kind: "record", fault: approved.fault };
  if (problems.length === 0) return undefined;
  const known = new Set(start.problems.map((problem) => JSON.stringify(problem)));
  return {
    kind: "invalid",
    problems,
    before: problems.every((problem) => known.has(JSON.stringify(problem))),
  };
}

/** Whether the default branch is another one, so that what is new to it has to be looked at by itself. */
function isElsewhere({ base, defaultBranch, mergeBase }: PullRequestNow): boolean {
  if (base.branch === defaultBranch.branch) return false;
  return base.commit !== defaultBranch.commit || mergeBase.base !== mergeBase.default;
}

function legOf(head: RegistryAt, start: RegistryAt, rules: RegistryAt, branch: string, source: Source): Leg {
  const { settings, owners } = rules;
  const facts = factsBetween(start, head);
  const widenings = wideningsOf(facts, head, settings.gate);
  const known = new Set(widenings.map(({ id }) => id));
  const more = sinceApproved(start, head, settings, source).filter(({ id }) => !known.has(id));
  return { branch, settings, owners, facts, widenings: byId([...widenings, ...more]) };
}

/**
 * What is wider than the last approved state in the files that the pull request touches: the head is held against itself
 * with these files as they were approved.
 */
function sinceApproved(
  start: RegistryAt,
  head: RegistryAt,
  { gate }: Settings,
  { approved, cache }: Source,
): Gated[] {
  const measured = new Map(
    [...(approved?.files ?? [])].filter(([file]) => blobAt(start, file) !== blobAt(head, file)),
  );
  if (measured.size === 0) return [];
  const files = new Map(head.snapshot.files);
  for (const [file, at] of measured) {
    if (at === undefined) files.delete(file);
    else files.set(file, at);
  }
  const names = [...measured].map(([file, at]) => [file, at?.blob ?? null]);
  const commit = `${head.snapshot.commit} with ${JSON.stringify(names)}`;
  const folder = measured.has(FOLDER_FILE) ? folderOf(files) : head.snapshot.folder;
  const before = registryAt({ commit, folder, files }, cache, head);
  return wideningsOf(factsBetween(before, head), head, gate)
    .filter(({ file }) => measured.has(file))
    .map(asSinceApproved);
}

function blobAt({ snapshot }: RegistryAt, file: string): string | undefined {
  return snapshot.files.get(file)?.blob;
}

/** Widenings, each once. */
export function byId(widenings: readonly Gated[]): Gated[] {
  return [...new Map(widenings.map((widening) => [widening.id, widening])).values()];
}

/** Where two branches have nothing in common, all is new. */
const NOTHING: Snapshot = { commit: "", folder: DEFAULT_FOLDER, files: new Map() };
