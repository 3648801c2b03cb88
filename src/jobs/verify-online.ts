import { GateCache } from "../core/gate/gate-cache.ts";
import type { Standing } from "../core/gate/people.ts";
import type { Moment } from "../core/gate/pull-request.ts";
import { assumedAnswer } from "../core/record/assumed.ts";
import type { Change, Entry } from "../core/record/entry.ts";
import type { LandingSeen } from "../core/record/evidence.ts";
import { heldAgainst } from "../core/record/held-against.ts";
import { landingsOf } from "../core/record/landing.ts";
import { following } from "../core/record/ledger.ts";
import { linked } from "../core/record/line.ts";
import {
  copyFindings,
  lineNumber,
  type Lost,
  type OnlineFinding,
  type Ownership,
} from "../core/record/online.ts";
import { recordLanding } from "../core/record/record.ts";
import type { RecordPort } from "./record-port.ts";
import { answersAbout, seeLanding, type Seeing } from "./see-landing.ts";

/** What GitHub says of a record. */
export interface VerifiedOnline {
  readonly findings: readonly OnlineFinding[];
  readonly ownerships: readonly Ownership[];
  readonly lost: readonly Lost[];
}

/** What is verified, and with what. It never appends. */
export interface VerifyingOnline {
  /** The clone's record: its text, and its entries, whose chain holds. */
  readonly text: string;
  readonly entries: readonly Entry[];
  /** Only entries after this hash are derived again. */
  readonly since?: string | undefined;
  readonly port: Omit<RecordPort, "append">;
  /** When GitHub is asked. */
  readonly now: Moment;
}

/** What is found, as it is found. */
interface Found {
  readonly findings: OnlineFinding[];
  readonly ownerships: Ownership[];
  readonly lost: Lost[];
}

/**
 * Derives each landing again from what GitHub still knows, on what the record says before it and with the ownership that the
 * record has, and holds the entries against it; then asks whether each approver owns the file now.
 * @throws what the port throws: nothing is verified then
 */
export async function verifyOnline(verifying: VerifyingOnline): Promise<VerifiedOnline> {
  const { text, entries, since, port } = verifying;
  const found: Found = { findings: [], ownerships: [], lost: [] };
  const there = await port.ledger();
  found.findings.push(...copyFindings(text, there?.text ?? ""));
  const known = entries.findIndex(({ hash }) => hash === since);
  const from = Math.max(0, known);
  const start = entries[from];
  if (start === undefined) return found;
  const history = await port.landed(start.commit);
  const landings = landingsOf(history.commits, history.branch);
  const seeing: Seeing = { port, contents: new Map(), cache: new GateCache() };
  const groups = groupsOf(entries.slice(from + 1));
  const onBranch = new Set(landings.map(({ after }) => after));
  for (const group of groups) if (!onBranch.has(group.commit)) notOnBranch(group, entries, found);
  const byCommit = new Map(groups.map((group) => [group.commit, group]));
  let before = from + 1;
  for (const landing of landings.filter(({ touches, after }) => touches || byCommit.has(after))) {
    const group = byCommit.get(landing.after);
    const first = group?.entries[0]?.sequence ?? before;
    const seen = await seeLanding(landing, entries.slice(0, first), seeing);
    if (group === undefined) notRecorded(seen, entries.slice(0, before), found);
    else {
      await holdGroup(group, seen, entries[first - 1], verifying, found);
      before = first + group.entries.length;
    }
  }
  return found;
}

/** The entries of one landing. */
interface Group {
  readonly commit: string;
  readonly entries: readonly Change[];
}

function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Change[]>();
  for (const entry of entries) {
    if (entry.kind !== "change") continue;
    const group = groups.get(entry.commit) ?? [];
    group.push(entry);
    groups.set(entry.commit, group);
  }
  return [...groups].map(([commit, group]) => ({ commit, entries: group }));
}

/** Whether a later entry says that the branch was pushed over, and so may have lost this landing. */
function wasPushedOver(entries: readonly Entry[], { entries: [first] }: Group): boolean {
  return entries.some(
    (entry) =>
      entry.kind === "change" &&
      entry.sequence >= (first?.sequence ?? 0) &&
      entry.missing.some(({ kind }) => kind === "history-rewritten"),
  );
}

/** The default branch has no such landing: it never had it, or it was pushed over since, as a later entry says. */
function notOnBranch(group: Group, all: readonly Entry[], { findings, lost }: Found): void {
  const { commit, entries } = group;
  const isLost = wasPushedOver(all, group);
  for (const entry of entries) {
    const [line, { file }] = [lineNumber(entry), entry];
    if (isLost) lost.push({ line, file, why: "the default branch was pushed over since" });
    else findings.push({ kind: "not-landed", line, file, commit });
  }
}

/** A landing without entries that should have some. */
function notRecorded(seen: LandingSeen, entries: readonly Entry[], { findings }: Found): void {
  const commit = seen.landing.after;
  for (const entry of following(entries, recordLanding(seen, new Map())))
    if (entry.kind === "change") findings.push({ kind: "not-recorded", file: entry.file, commit });
}

async function holdGroup(
  { commit, entries }: Group,
  seen: LandingSeen,
  before: Entry | undefined,
  { port, now: asked }: VerifyingOnline,
  { findings, ownerships, lost }: Found,
): Promise<void> {
  const derived = await derive(seen, entries, before);
  for (const entry of entries) {
    const [line, file] = [lineNumber(entry), entry.file];
    const now = derived.get(file);
    if (now === undefined) findings.push({ kind: "not-landed", line, file, commit });
    else {
      const held = heldAgainst(entry, now, seen.merged, asked);
      for (const each of held.differences)
        findings.push({ kind: "entry-differs", line, file, commit, ...each });
      for (const why of held.lost) lost.push({ line, file, why });
    }
    const { approvers } = entry;
    const questions = approvers.map(({ login, owner }) => ({ kind: "is-owner", login, owner }) as const);
    const answers = questions.length === 0 ? [] : await port.people(questions);
    for (const [at, { login, owner, file: owned }] of approvers.entries()) {
      const why = whyNot(answers[at]);
      ownerships.push({
        line,
        file: owned,
        login,
        owner,
        is: why === null ? "confirmed" : "recorded-only",
        why,
      });
    }
  }
}

/** Why an ownership is not confirmed; null when it is. */
function whyNot(answer: Standing | undefined): string | null {
  if (answer === undefined) return "GitHub gave no answer";
  if (answer.is === "unknown") return answer.why;
  return answer.is === "yes" ? null : "not so now";
}

/** The entries that come out now with the ownership of then. Where the label does not, whoever put it on is believed too. */
async function derive(
  seen: LandingSeen,
  entries: readonly Change[],
  before: Entry | undefined,
): Promise<ReadonlyMap<string, Change>> {
  const derived = new Map<string, Change>();
  for (const labeller of [false, true]) {
    const answers = await answersAbout(seen, (questions) =>
      questions.map((question) => assumedAnswer(question, entries, labeller)),
    );
    for (const draft of recordLanding(seen, answers)) {
      const entry = linked(draft, before);
      const known = derived.get(draft.file);
      const then = entries.find(({ file }) => file === draft.file)?.label ?? null;
      if (entry.kind !== "change") continue;
      if (known === undefined) derived.set(draft.file, entry);
      else if (known.label?.counts !== then?.counts)
        derived.set(draft.file, { ...known, label: entry.label });
    }
  }
  return derived;
}
