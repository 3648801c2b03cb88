import type { GateCache } from "../core/gate/gate-cache.ts";
import { questionKey, type PeopleAnswers, type PeopleQuestion, type Standing } from "../core/gate/people.ts";
import { approvedContent, type ContentName } from "../core/record/approved.ts";
import type { Entry } from "../core/record/entry.ts";
import type { LandingSeen } from "../core/record/evidence.ts";
import type { Landing } from "../core/record/landing.ts";
import { recordQuestions } from "../core/record/record.ts";
import { stateOf } from "../core/record/state.ts";
import type { RecordPort } from "./record-port.ts";

/** Files at commits that were read already, by both. */
export type Contents = Map<string, Uint8Array | undefined>;

/** What a landing is looked into with. */
export interface Seeing {
  readonly port: Pick<RecordPort, "merged" | "snapshots" | "contents">;
  readonly contents: Contents;
  readonly cache: GateCache;
}

/**
 * Reads all that decides about one landing, on what a record says before it.
 * @throws what the port throws; Error when the record has no first entry, or a commit could not be read
 */
export async function seeLanding(
  landing: Landing,
  entries: readonly Entry[],
  { port, contents, cache }: Seeing,
): Promise<LandingSeen> {
  const state = stateOf(entries);
  if (state === undefined) throw new Error("a record without its first entry");
  const merged = landing.pull === undefined ? undefined : await port.merged(landing.pull, landing.before);
  const commits = [landing.before, landing.after, merged?.pull.head, merged?.mergeBase];
  const wanted = [...new Set(commits.flatMap((commit) => commit ?? []))];
  const snapshots = new Map((await port.snapshots(wanted)).map((each) => [each.commit, each]));
  const isLost = [landing.before, landing.after].some(
    (commit) => commit !== undefined && !snapshots.has(commit),
  );
  if (isLost) throw new Error("a commit of the default branch could not be read; nothing was recorded");
  const names = [...state.approved].map(([file, { commit }]) => ({ commit, file }));
  await fetchContents(port, names, contents);
  const { snapshot: approved } = approvedContent(state, (name) => contents.get(nameKey(name)));
  return { landing, merged, snapshots, recorded: state.recorded, approved, cache };
}

async function fetchContents(
  port: Seeing["port"],
  names: readonly ContentName[],
  contents: Contents,
): Promise<void> {
  const lacking = names.filter((name) => !contents.has(nameKey(name)));
  if (lacking.length === 0) return;
  const read = await port.contents(lacking);
  for (const [at, name] of lacking.entries()) contents.set(nameKey(name), read[at]);
}

function nameKey({ commit, file }: ContentName): string {
  return `${commit} ${file}`;
}

/** Asks what is needed of people, until no answer is missing that could change an entry. */
export async function answersAbout(
  seen: LandingSeen,
  ask: (questions: readonly PeopleQuestion[]) => Promise<readonly Standing[]> | readonly Standing[],
): Promise<PeopleAnswers> {
  const answers = new Map<string, Standing>();
  for (;;) {
    const wanted = recordQuestions(seen, answers);
    if (wanted.length === 0) return answers;
    const said = await ask(wanted);
    for (const [at, question] of wanted.entries())
      answers.set(questionKey(question), said[at] ?? { is: "unknown", why: "GitHub gave no answer" });
  }
}
