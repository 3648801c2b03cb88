import type { Leg } from "../gate/assess.ts";
import { questionsFor } from "../gate/decide.ts";
import { questionKey, type PeopleAnswers, type PeopleQuestion } from "../gate/people.ts";
import { registryAt, type RegistryAt } from "../gate/registry-at.ts";
import type { Snapshot } from "../gate/snapshot.ts";
import { sorted } from "../json/order.ts";
import { DEFAULT_FOLDER } from "../registry/folder.ts";
import { approvalOf, questionsForApprovers, type FileApproval } from "./approvers.ts";
import { asMerged, candidatesOf, type Candidates } from "./candidates.ts";
import { decidingFiles, decidingPath, digestOfFile, type Deciding } from "./deciding.ts";
import type { ChangeDraft, Missing } from "./entry.ts";
import type { LandingSeen, MergedPull } from "./evidence.ts";
import { fileChange } from "./file-change.ts";
import { labelSaid } from "./label-said.ts";
import { cardsThatRevoke } from "./only-loses.ts";
import { strictest } from "./strictest.ts";
import { timeText } from "./time.ts";
import { widerOf, type Wider } from "./wider.ts";

/** A landing that was looked into, before anybody asks who owns what. */
interface Looked {
  readonly seen: LandingSeen;
  readonly before: RegistryAt;
  readonly after: RegistryAt;
  readonly approved: RegistryAt;
  /** The deciding files as they are after it. */
  readonly now: ReadonlyMap<string, string>;
  /** The files that the record has otherwise, or not yet, in order. */
  readonly changed: readonly string[];
  /** Missing where it came without a pull request. */
  readonly pull:
    | {
        readonly merged: MergedPull;
        readonly candidates: Candidates;
        readonly wider: Wider;
        readonly leg: Leg;
        /** By the grants file that only loses what leaves some cards: the files of these. */
        readonly revoking: ReadonlyMap<string, readonly string[]>;
      }
    | undefined;
}

/** What must be asked of GitHub next to record a landing; nothing when all that counts is known. */
export function recordQuestions(seen: LandingSeen, answers: PeopleAnswers): PeopleQuestion[] {
  const { pull, changed, approved } = look(seen);
  if (pull === undefined || changed.length === 0) return [];
  const files = [...changed, ...[...pull.revoking.values()].flat()];
  const questions = [
    ...questionsForApprovers(files, pull.candidates.counting, approved.owners, answers),
    ...questionsFor(pull.leg, asMerged(pull.merged), answers),
  ];
  return [...new Map(questions.map((question) => [questionKey(question), question])).values()];
}

/**
 * The entries of a landing: one for each deciding file that it changed, in order, all approved or none (DESIGN §12). An
 * answer that is missing counts as unknown, and unknown ownership is no approval. It never throws.
 */
export function recordLanding(seen: LandingSeen, answers: PeopleAnswers): ChangeDraft[] {
  const looked = look(seen);
  const { pull, changed, approved } = looked;
  const label =
    pull === undefined
      ? null
      : labelSaid(pull.leg, asMerged(pull.merged), answers, isInvalidAtHead(seen, pull.merged));
  const approvals = new Map<string, FileApproval | undefined>();
  for (const file of changed) {
    const cards = pull?.revoking.get(file);
    const counting = pull?.candidates.counting;
    approvals.set(file, counting && approvalOf(file, cards, counting, approved.owners, answers));
  }
  const missing = missingOf(looked, [...approvals.values()], label);
  return changed.map((file) => entryOf(file, looked, approvals.get(file), missing, label));
}

const known = new WeakMap<LandingSeen, Looked>();

/** Looks into a landing once: each answer about people asks again what is to be asked next. */
function look(seen: LandingSeen): Looked {
  const looked = known.get(seen) ?? lookInto(seen);
  known.set(seen, looked);
  return looked;
}

function lookInto(seen: LandingSeen): Looked {
  const { landing, merged, snapshots, cache, recorded } = seen;
  const at = (commit: string | undefined): RegistryAt =>
    registryAt((commit === undefined ? undefined : snapshots.get(commit)) ?? NOTHING, cache);
  const [before, after, approved] = [at(landing.before), at(landing.after), registryAt(seen.approved, cache)];
  const now = decidingFiles(after.snapshot);
  const paths = sorted(new Set([...recorded.keys(), ...now.keys()]));
  const changed = paths.filter((path) => recorded.get(path) !== now.get(path));
  if (merged === undefined) return { seen, before, after, approved, now, changed, pull: undefined };
  const settings = strictest(approved.settings, before.settings);
  const wider = widerOf(seen, merged, new Set(changed), settings.gate);
  const leg: Leg = { branch: "", settings, owners: approved.owners, facts: [], widenings: wider.atHead };
  const revoking = new Map<string, readonly string[]>();
  for (const file of changed) {
    const cards = cardsThatRevoke(file, seen, after);
    if (cards !== undefined) revoking.set(file, cards);
  }
  const candidates = candidatesOf(merged, settings);
  return { seen, before, after, approved, now, changed, pull: { merged, candidates, wider, leg, revoking } };
}

function isInvalidAtHead({ snapshots, cache }: LandingSeen, { pull }: MergedPull): boolean {
  const head = snapshots.get(pull.head);
  return head === undefined || registryAt(head, cache).problems.length > 0;
}

/** Everything that keeps the landing as a whole from being approved. */
function missingOf(
  { seen, before, after, pull }: Looked,
  approvals: readonly (FileApproval | undefined)[],
  label: ChangeDraft["label"],
): Missing[] {
  const missing: Missing[] = [];
  if (!isContinuous(seen, before)) missing.push({ kind: "history-rewritten" });
  const unread = [...(pull?.merged.pull.undeterminable ?? []), ...(pull?.wider.unread ?? [])];
  if (!seen.snapshots.has(seen.landing.after) || after.unread.length > 0)
    unread.push("what landed could not be read");
  for (const why of new Set(unread)) missing.push({ kind: "unread", why });
  if (pull === undefined) return [...missing, { kind: "no-pull-request" }];
  for (const approval of approvals) if (approval?.missing !== undefined) missing.push(approval.missing);
  for (const { file, what } of pull.wider.landedOnly.slice(0, MOST_WIDER))
    missing.push({ kind: "landed-wider", file, what });
  const isRequired = pull.leg.settings.approval.label === "required";
  if (isRequired && label?.counts === false) missing.push({ kind: "no-label", why: label.why ?? "" });
  return missing;
}

const MOST_WIDER = 100;

/** Whether the record has the files as they were before the landing; else the branch was pushed over. */
function isContinuous({ recorded }: LandingSeen, { snapshot }: RegistryAt): boolean {
  const before = decidingFiles(snapshot);
  return (
    before.size === recorded.size && [...before].every(([file, digest]) => recorded.get(file) === digest)
  );
}

function entryOf(
  file: string,
  { seen, before, after, approved, now, pull }: Looked,
  approval: FileApproval | undefined,
  missing: readonly Missing[],
  label: ChangeDraft["label"],
): ChangeDraft {
  const { landing, recorded } = seen;
  const isApproved = missing.length === 0;
  const deciding = decidingPath(file, after.folder) ?? decidingPath(file, before.folder) ?? ELSEWHERE;
  const { of, server, agent, id, revision, drift, grants } = fileChange(file, deciding, before, after);
  return {
    kind: "change",
    approved: isApproved,
    file,
    of,
    server,
    agent,
    id,
    revision,
    before: recorded.get(file) ?? null,
    after: now.get(file) ?? null,
    parent: landing.before ?? null,
    commit: landing.after,
    committed: timeText(landing.committed),
    pull: pull === undefined ? null : pullSaid(pull.merged),
    merged: pull === undefined ? null : mergedSaid(pull.merged, pull.candidates),
    owners: ownersSaid(file, approved),
    approvers: approval === undefined ? [] : [...approval.approvers],
    through: approval === undefined ? [] : [...approval.through],
    stale: pull === undefined ? [] : pull.candidates.stale,
    missing: [...missing],
    label,
    contributors: pull === undefined ? [] : contributorsSaid(pull.merged),
    drift,
    grants,
  };
}

/** A file that was recorded when another folder was the registry's, or that history lost. */
const ELSEWHERE: Deciding = { of: "folder", name: undefined };

function pullSaid({ pull }: MergedPull): ChangeDraft["pull"] {
  return { number: pull.number, head: pull.head, author: pull.author?.login ?? null };
}

function mergedSaid(
  { mergedAt, mergedBy }: MergedPull,
  { merger, notCounted }: Candidates,
): ChangeDraft["merged"] {
  const { via, asked, actor } = merger;
  return {
    at: timeText(mergedAt),
    by: mergedBy?.login ?? null,
    via,
    asked:
      asked === undefined
        ? null
        : { by: actor?.login ?? null, at: timeText(asked.at), head: asked.head ?? null },
    notCounted,
  };
}

function ownersSaid(file: string, { owners, snapshot }: RegistryAt): ChangeDraft["owners"] {
  const rule = owners.rule(file);
  if (rule === undefined || owners.file === undefined) return null;
  const digest = digestOfFile(snapshot.files.get(owners.file)) ?? null;
  return { file: owners.file, digest, line: rule.line, owners: [...rule.owners] };
}

function contributorsSaid({ contributors }: MergedPull): ChangeDraft["contributors"] {
  const said = new Map(
    contributors.map(({ who, as }) => [
      JSON.stringify([as, who?.login ?? null]),
      { login: who?.login ?? null, as },
    ]),
  );
  return sorted(said.keys()).flatMap((key) => said.get(key) ?? []);
}

const NOTHING: Snapshot = { commit: "", folder: DEFAULT_FOLDER, files: new Map() };
