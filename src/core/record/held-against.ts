import type { MergedPull } from "./evidence.ts";
import type { Moment } from "../gate/pull-request.ts";
import { canonicalJson } from "../json/canonical.ts";
import type { Approver, Change } from "./entry.ts";

/** A fact of an entry that GitHub tells otherwise now. */
interface Difference {
  readonly field: string;
  /** As JSON. */
  readonly recorded: string;
  readonly now: string;
}

/** An entry, held against what comes out of GitHub now with the ownership of entry. */
export interface HeldAgainst {
  readonly differences: readonly Difference[];
  /** What GitHub can't say any more, in words: accounts that are gone, verdicts that it no longer keeps. */
  readonly lost: readonly string[];
}

/** After how many milliseconds GitHub gives up check runs: https://docs.github.com/rest/guides/using-the-rest-api-to-interact-with-checks */
const KEPT = 400 * 24 * 3600 * 1000;

const GONE = "an account is gone";
const NO_VERDICT = "GitHub keeps no verdict that old";

/** What git says too, or GitHub for good. */
const PLAIN = [
  "of",
  "server",
  "agent",
  "id",
  "revision",
  "before",
  "after",
  "parent",
  "commit",
  "committed",
  "owners",
] as const;

/** What an entry that would be too long leaves out. */
const CONTENT = ["drift", "grants"] as const;

/** The two entries, and what was found so far. */
interface Holding {
  readonly entry: Change;
  readonly now: Change;
  readonly merged: MergedPull | undefined;
  /** `excuse`: why it may differ. */
  readonly hold: (field: string, then: unknown, now: unknown, excuse?: string) => void;
  /** Where GitHub does not keep verdicts that long: what hangs on them is lost. */
  readonly noVerdict: string | undefined;
}

/** Whose name is gone of those who had it merged. */
interface MergersGone {
  readonly by: string | undefined;
  readonly asked: string | undefined;
}

/**
 * Holds an entry against the same landing as GitHub tells it now. An account that is gone has no name any more, so what
 * hangs on it is lost and no difference; all else must be equal.
 * @param now the entry that comes out with the ownership as it was recorded
 * @param asked when GitHub was asked, in milliseconds
 */
export function heldAgainst(
  entry: Change,
  now: Change,
  merged: MergedPull | undefined,
  asked: Moment,
): HeldAgainst {
  const differences: Difference[] = [];
  const lost = new Set<string>();
  const isOld = merged !== undefined && merged.pull.verdicts.length === 0 && asked - merged.mergedAt > KEPT;
  const holding: Holding = {
    entry,
    now,
    merged,
    noVerdict: isOld ? NO_VERDICT : undefined,
    hold: (field, was, is, excuse) => {
      const [recorded, told] = [canonicalJson(was ?? null), canonicalJson(is ?? null)];
      if (recorded === told) return;
      if (excuse === undefined) differences.push({ field, recorded, now: told });
      else lost.add(excuse);
    },
  };
  for (const field of PLAIN) holding.hold(field, entry[field], now[field]);
  for (const field of CONTENT) if (!entry.cut) holding.hold(field, entry[field], now[field]);
  holdPull(holding);
  const lostApprovers = holdApprovers(holding, holdMerger(holding));
  const isLabellerGone = now.label?.why === "not-by-person";
  const label = (isLabellerGone ? gone(entry.label?.by, now.label?.by) : undefined) ?? holding.noVerdict;
  holding.hold("label", entry.label, now.label, label);
  const excuse = lostApprovers ?? label ?? holding.noVerdict;
  holding.hold("through", entry.through, now.through, lostApprovers);
  holding.hold("missing", entry.missing.map(kindOf), now.missing.map(kindOf), excuse);
  holding.hold("approved", entry.approved, now.approved, excuse);
  return { differences, lost: [...lost] };
}

function holdPull({ entry, now, hold }: Holding): void {
  hold("pull.number", entry.pull?.number, now.pull?.number);
  hold("pull.head", entry.pull?.head, now.pull?.head);
  hold("pull.author", entry.pull?.author, now.pull?.author, gone(entry.pull?.author, now.pull?.author));
  const excuse = partsGone(entry.contributors, now.contributors);
  hold("contributors", named(entry.contributors), named(now.contributors), excuse);
}

function holdMerger({ entry, now, hold, noVerdict }: Holding): MergersGone {
  const [had, has] = [entry.merged, now.merged];
  const by = gone(had?.by, has?.by);
  const asked = gone(had?.asked?.by, has?.asked?.by) ?? by;
  hold("merged.at", had?.at, has?.at);
  hold("merged.by", had?.by, has?.by, by);
  hold("merged.via", had?.via, has?.via, asked);
  hold("merged.asked.at", had?.asked?.at, has?.asked?.at, by);
  hold("merged.asked.head", had?.asked?.head, has?.asked?.head, by);
  hold("merged.asked.by", had?.asked?.by, has?.asked?.by, asked);
  hold("merged.notCounted", had?.notCounted, has?.notCounted, asked ?? noVerdict);
  return { by, asked };
}

/** Gives why approvers are lost, where some are. */
function holdApprovers(holding: Holding, { by, asked }: MergersGone): string | undefined {
  const { entry, now, merged, hold, noVerdict } = holding;
  const review = merged?.pull.reviews.some(({ author }) => author === null) === true ? GONE : undefined;
  hold("stale", entry.stale, now.stale, review);
  const isPartGone =
    partsGone(entry.contributors, now.contributors) ?? gone(entry.pull?.author, now.pull?.author);
  let lost: string | undefined;
  for (const approver of entry.approvers) {
    const same = now.approvers.find((each) => keyOf(each) === keyOf(approver));
    const merger = (approver.as === "merge" ? by : asked) ?? noVerdict;
    const excuse = same !== undefined ? isPartGone : approver.as === "review" ? review : merger;
    if (same === undefined) lost ??= excuse;
    hold("approvers", approver, same, excuse);
  }
  const known = new Set(entry.approvers.map(keyOf));
  hold(
    "approvers",
    null,
    now.approvers.find((each) => !known.has(keyOf(each))),
  );
  return lost;
}

/** Why a name that was recorded is none any more; undefined where it is one. */
function gone(then: string | null | undefined, now: string | null | undefined): string | undefined {
  return typeof then === "string" && now === null ? GONE : undefined;
}

function keyOf({ login, as, commit, file }: Approver): string {
  return JSON.stringify([login.toLowerCase(), as, commit, file]);
}

function named(contributors: Change["contributors"]): string[] {
  return contributors.map(({ login, as }) => JSON.stringify([as, login])).toSorted();
}

/** Where only names are gone, each as what it was recorded. */
function partsGone(entry: Change["contributors"], now: Change["contributors"]): string | undefined {
  const left = named(now.filter(({ login }) => login !== null));
  const known = new Set(named(entry));
  const nameless = new Set(now.flatMap(({ login, as }) => (login === null ? [as] : [])));
  const isSame = left.every((each) => known.has(each));
  const leftOut = entry.filter(({ login, as }) => !left.includes(JSON.stringify([as, login])));
  return isSame && nameless.size > 0 && leftOut.every(({ as }) => nameless.has(as)) ? GONE : undefined;
}

/** Why ownership was unknown or not there is of then: the kind and the file must be as they were. */
function kindOf(missing: Change["missing"][number]): unknown {
  if (missing.kind === "owner-unknown" || missing.kind === "no-approval")
    return { kind: "no-approval", file: missing.file };
  return missing;
}
