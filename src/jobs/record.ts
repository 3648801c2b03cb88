import { GateCache } from "../core/gate/gate-cache.ts";
import { decidingFiles } from "../core/record/deciding.ts";
import type { Change, Entry } from "../core/record/entry.ts";
import { landingsOf, type Landing } from "../core/record/landing.ts";
import { following, linesOf, readLedger, type LedgerFault } from "../core/record/ledger.ts";
import { recordLanding } from "../core/record/record.ts";
import { stateOf } from "../core/record/state.ts";
import type { LandedSince, RecordPort } from "./record-port.ts";
import { answersAbout, seeLanding, type Contents } from "./see-landing.ts";

/** What came of recording. */
export type Recorded =
  | { readonly kind: "not-adopted" }
  /** Nothing is ever appended to a record that is broken. */
  | { readonly kind: "broken"; readonly faults: readonly LedgerFault[] }
  /** `more`: there are landings left for the next run. `entries`: all of the record, the new ones among them. */
  | {
      readonly kind: "recorded";
      readonly added: readonly Change[];
      readonly entries: readonly Entry[];
      readonly more: boolean;
    };

/** How often a branch that somebody else appends to is read anew. */
const ATTEMPTS = 10;

/** How many landings one run looks into: what was lost for longer heals in several. */
const MOST_LANDINGS = 200;

/**
 * Records what landed on the default branch and is not in the record yet, whatever made us look (DESIGN §12): replayed,
 * reordered and lost events come to the same entries, and of two writers at once the second begins anew on what the first
 * wrote.
 * @throws what the port throws; Error when others kept appending
 */
export async function recordLandings(
  port: RecordPort,
  cache: GateCache = new GateCache(),
): Promise<Recorded> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = await port.ledger();
    if (now === undefined) return { kind: "not-adopted" };
    const { entries, faults } = readLedger(now.text);
    if (faults.length > 0) return { kind: "broken", faults };
    const { all, more } = await withLandings(port, entries, cache);
    const added = all.slice(entries.length).filter((entry) => entry.kind === "change");
    if (added.length === 0) return { kind: "recorded", added, entries, more };
    const done = await port.append(now.text + linesOf(added), now.head, messageFor(added));
    if (done === "done") return { kind: "recorded", added, entries: all, more };
  }
  throw new Error("the record kept growing while it was written; run it again");
}

/** Numbers alone: nothing that others wrote is in a commit's message. */
function messageFor(added: readonly Change[]): string {
  const unapproved = added.filter(({ approved }) => !approved).length;
  const what = added.length === 1 ? "1 change" : `${added.length} changes`;
  return `Record ${what}${unapproved === 0 ? "" : `, ${unapproved} unapproved`}\n`;
}

/** The entries of a record with those that what landed adds. */
async function withLandings(
  port: RecordPort,
  entries: readonly Entry[],
  cache: GateCache,
): Promise<{ all: readonly Entry[]; more: boolean }> {
  const start = stateOf(entries);
  if (start === undefined) return { all: entries, more: false };
  const history = await port.landed(start.commit);
  const landings = await toLookInto(port, history, start.commit, start.recorded);
  const contents: Contents = new Map();
  const all = [...entries];
  for (const landing of landings.slice(0, MOST_LANDINGS)) {
    const seen = await seeLanding(landing, all, { port, contents, cache });
    const answers = await answersAbout(seen, (questions) => port.people(questions));
    all.push(...following(all, recordLanding(seen, answers)));
  }
  return { all, more: landings.length > MOST_LANDINGS };
}

/** The landings that may have changed something. Where the branch was pushed over, what it is now is one by itself. */
async function toLookInto(
  port: RecordPort,
  { branch, commits, base, tip }: LandedSince,
  since: string,
  recorded: ReadonlyMap<string, string>,
): Promise<readonly Landing[]> {
  const landings = landingsOf(commits, branch);
  if (base === since) return landings.filter(({ touches }) => touches);
  if (landings.length > 0) return landings;
  const [snapshot] = await port.snapshots([tip]);
  if (snapshot === undefined) return [];
  const now = decidingFiles(snapshot);
  const isSame =
    now.size === recorded.size && [...now].every(([file, digest]) => recorded.get(file) === digest);
  // Nobody knows when it was pushed; the commit's own time is as good as none.
  return isSame ? [] : [{ before: tip, after: tip, committed: 0, pull: undefined, touches: true }];
}
