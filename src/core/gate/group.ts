import { sorted } from "../json/order.ts";
import type { Assessment, Source } from "./assess.ts";
import { factsBetween } from "./compare.ts";
import type { GroupMember, GroupNow } from "./pull-request.ts";
import { MOST_NOTES } from "./notes.ts";
import { problemNotes, refusedWords } from "./refused-words.ts";
import { registryAt } from "./registry-at.ts";
import { summariesOf, verdictId, worstFirst, type Judgement, type Publication } from "./publication.ts";
import { DESCRIPTION, shortest, TITLE } from "./title-words.ts";
import type { Verdict } from "./verdict.ts";
import { wideningsOf } from "./widening.ts";
import type { Problem } from "../yaml/problem.ts";

/** A member of a merge group, with its pull request as it is judged now. */
export interface MemberJudged extends Judgement {
  readonly member: GroupMember;
  readonly assessment: Assessment;
}

/** What is said of a merge group: of each member, the worst first, and of all. */
export interface GroupJudged {
  readonly verdicts: readonly Verdict[];
  readonly publication: Publication;
}

/** The commits at which a merge group is looked at, beside those of its members' pull requests. */
export function commitsOfGroup({ head, base, members }: GroupNow): string[] {
  return [...new Set([head, base, ...members.flatMap((member) => [member.head, member.base])])];
}

/** Why the members are no chain from the base of the group to its head; undefined when they are. */
function gapIn({ head, base, members, undeterminable }: GroupNow): string | undefined {
  const [reason] = undeterminable;
  if (reason !== undefined) return reason;
  let at = base;
  for (const member of members) {
    if (member.base !== at) return "the queue's entries leave a gap";
    at = member.head;
  }
  if (members.length === 0 || at !== head) return "the queue's entries do not lead to the group's head";
  return undefined;
}

/**
 * What is said of a merge group (DESIGN §10): it passes iff the registry at its head is valid, each member passes now, and
 * what the queue built for each member widens by the same as its own head does; else it has to be brought up to date,
 * where it is labelled anew.
 */
export function judgeGroup(group: GroupNow, members: readonly MemberJudged[], source: Source): GroupJudged {
  const gap = gapIn(group);
  const found = new Set(members.map(({ member }) => member.number));
  const lost = group.members.filter(({ number }) => !found.has(number));
  const verdicts = worstFirst(members.map((each) => ({ verdict: asMember(each, source) }))).map(
    ({ verdict }) => verdict,
  );
  const snapshot = source.snapshots.get(group.head);
  const problems = snapshot === undefined ? [] : registryAt(snapshot, source.cache).problems;
  const reasons = [
    ...(gap === undefined ? [] : [gap]),
    ...(lost.length === 0 ? [] : ["a pull request of the group is not open"]),
    ...(snapshot === undefined || registryAt(snapshot, source.cache).unread.length > 0
      ? ["the group's head could not be read"]
      : []),
  ];
  const content = {
    commit: group.head,
    ...wordsOf(verdicts, reasons, problems, (file) => snapshot?.files.get(file)?.kind === "file"),
  };
  return { verdicts, publication: { ...content, id: verdictId(content, []) } };
}

function wordsOf(
  verdicts: readonly Verdict[],
  reasons: readonly string[],
  problems: readonly Problem[],
  isThere: (file: string) => boolean,
): Omit<Publication, "commit" | "id"> {
  if (reasons.length > 0)
    return { passes: false, ...refusedWords({ kind: "undeterminable", reasons }), annotations: [] };
  if (problems.length > 0) {
    const annotations = problemNotes(problems, isThere).slice(0, MOST_NOTES);
    return { passes: false, ...refusedWords({ kind: "invalid", problems, before: false }), annotations };
  }
  const [worst] = verdicts;
  const passes = verdicts.every(({ kind }) => kind === "passes");
  if (worst === undefined || passes) {
    const count = verdicts.length === 1 ? "the pull request" : `all ${verdicts.length} pull requests`;
    const title = `Passes: ${count} of this merge group ${verdicts.length === 1 ? "passes" : "pass"}`;
    return { passes, title, description: title, summary: summariesOf(verdicts), annotations: [] };
  }
  return {
    passes,
    title: shortest(TITLE, `Pull request ${worst.pullRequest}: ${worst.title}`),
    description: shortest(DESCRIPTION, `Pull request ${worst.pullRequest}: ${worst.description}`),
    summary: summariesOf(verdicts),
    annotations: [],
  };
}

/** The verdict on a member: its own, unless the queue built something of it that widens otherwise. */
function asMember(judged: MemberJudged, source: Source): Verdict {
  const { verdict } = judged;
  if (verdict.kind !== "passes" || widensAlike(judged, source)) return verdict;
  const title =
    "Update the branch and label again: in the merge queue it widens something else than was labelled";
  return {
    ...verdict,
    kind: "needs-label",
    title,
    description: "Update the branch and label again: in the queue it widens otherwise",
    summary: `**Blocked.** What the merge queue built of this pull request widens something else than its own head, for which the label is. Bring its branch up to date with its base, and put the label on again there.\n\n${verdict.summary}`,
    annotations: [],
  };
}

function widensAlike({ member, assessment }: MemberJudged, { snapshots, cache }: Source): boolean {
  const [before, after] = [snapshots.get(member.base), snapshots.get(member.head)];
  if (before === undefined || after === undefined) return false;
  const [base, head] = [registryAt(before, cache), registryAt(after, cache)];
  if (base.unread.length > 0 || head.unread.length > 0) return false;
  const [leg] = assessment.legs;
  const ids = wideningsOf(factsBetween(base, head), head, leg.settings.gate).map(({ id }) => id);
  // What is wider since the last approved state is the same wherever the queue builds it, and is judged at its own head.
  const own = leg.widenings.flatMap(({ id, sinceApproved }) => (sinceApproved ? [] : [id]));
  return sorted(new Set(ids)).join("\n") === sorted(new Set(own)).join("\n");
}
