import { GateCache } from "../../src/core/gate/gate-cache.ts";
import type { PeopleAnswers, Standing } from "../../src/core/gate/people.ts";
import { questionKey } from "../../src/core/gate/people.ts";
import type { Actor, PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import { adoptionOf } from "../../src/core/record/adoption.ts";
import { approvedContent } from "../../src/core/record/approved.ts";
import type { Change, Draft, Entry } from "../../src/core/record/entry.ts";
import type { Contributor, LandingSeen, MergeEvent } from "../../src/core/record/evidence.ts";
import { following, linesOf, readLedger } from "../../src/core/record/ledger.ts";
import { recordLanding, recordQuestions } from "../../src/core/record/record.ts";
import { stateOf } from "../../src/core/record/state.ts";
import { REPOSITORY } from "../gate/sample.ts";
import {
  answer,
  PEOPLE,
  person,
  pullOf,
  snapshotOf,
  withFiles,
  type Content,
  type People,
  type Tree,
} from "../gate/scene.ts";

export type Changes = Readonly<Record<string, Content | undefined>>;

/** The lines that drafts add to a record. */
export const linesAfter = (entries: readonly Entry[], drafts: readonly Draft[]) =>
  linesOf(following(entries, drafts));

/** Seconds after the beginning, as GitHub's moments. Opened at 100, our verdict at 110, merged at 200. */
export const at = (seconds: number) => 1_790_000_000_000 + seconds * 1000;

/** A review by somebody: of the merged head, unless it says which other commit. */
interface ReviewSaid {
  readonly by: string | null;
  readonly state?: PullRequestNow["reviews"][number]["state"];
  readonly at?: number;
  readonly of?: "an earlier head" | "a lost commit";
}

interface PullSaid {
  /** What the head changes, from where it left the default branch. */
  readonly head: Changes;
  /** What was otherwise where it left the default branch. */
  readonly from?: Changes;
  readonly author?: string | null;
  readonly mergedBy?: Actor;
  readonly events?: readonly MergeEvent[];
  readonly reviews?: readonly ReviewSaid[];
  /** Who put the label on, and when. */
  readonly label?: readonly [by: string, at: number];
  /** When our verdicts on the head came; 110 unless said. */
  readonly verdicts?: readonly number[];
  readonly contributors?: readonly Contributor[];
  readonly undeterminable?: readonly string[];
}

export interface Step {
  readonly pull?: PullSaid;
  /** What comes to the default branch; what the head changes, unless said. */
  readonly lands?: Changes;
  /** What the branch was pushed over with first, without any commit of its own. */
  readonly rewound?: Changes;
}

/** A repository that was adopted, and its record. */
export class World {
  tree: Tree;
  text: string;
  readonly trees = new Map<string, Tree>();
  readonly #people: People;
  readonly #cache = new GateCache();
  #pulls = 0;

  constructor(start: Changes = {}, people: People = PEOPLE) {
    this.#people = people;
    this.tree = withFiles(REPOSITORY, start);
    const adopted = adoptionOf(
      this.snapshot(this.tree),
      { at: at(0), by: "ada", why: "we start" },
      this.#cache,
    );
    if (!adopted.ok) throw new Error(JSON.stringify(adopted.problems));
    this.text = linesAfter([], [adopted.draft]);
  }

  snapshot(tree: Tree): Snapshot {
    const snapshot = snapshotOf(tree);
    this.trees.set(snapshot.commit, tree);
    return snapshot;
  }

  get entries(): readonly Entry[] {
    const { entries, faults } = readLedger(this.text);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
    return entries;
  }

  contentOf = ({ commit, file }: { commit: string; file: string }): Uint8Array | undefined => {
    const content = this.trees.get(commit)?.[file];
    return typeof content === "string" ? new TextEncoder().encode(content) : undefined;
  };

  approved() {
    const state = stateOf(this.entries);
    if (state === undefined) throw new Error("no record");
    return { state, content: approvedContent(state, this.contentOf) };
  }

  /** Something lands, and is recorded. */
  land(step: Step): Change[] {
    const seen = this.see(step);
    const drafts: Draft[] = recordLanding(seen, this.answers(seen));
    const before = this.entries.length;
    this.text += linesAfter(this.entries, drafts);
    return this.entries.slice(before).flatMap((entry) => (entry.kind === "change" ? [entry] : []));
  }

  see({ pull, lands = pull?.head ?? {}, rewound = {} }: Step): LandingSeen {
    this.tree = withFiles(this.tree, rewound);
    const before = this.snapshot(this.tree);
    this.tree = withFiles(this.tree, lands);
    const after = this.snapshot(this.tree);
    const { state, content } = this.approved();
    const start = this.snapshot(withFiles(this.trees.get(before.commit) ?? {}, pull?.from ?? {}));
    const head = this.snapshot(withFiles(this.trees.get(start.commit) ?? {}, pull?.head ?? {}));
    const snapshots = new Map([before, after, start, head].map((each) => [each.commit, each]));
    const number = pull === undefined ? undefined : ++this.#pulls;
    return {
      landing: {
        before: before.commit,
        after: after.commit,
        committed: at(200),
        pull: number,
        touches: true,
      },
      merged: pull && mergedOf(pull, start, head, number ?? 0),
      snapshots,
      recorded: state.recorded,
      approved: content.snapshot,
      cache: this.#cache,
    };
  }

  answers(seen: LandingSeen): PeopleAnswers {
    const answers = new Map<string, Standing>();
    for (let round = 0; round < 5; round++) {
      const questions = recordQuestions(seen, answers);
      if (questions.length === 0) return answers;
      for (const question of questions) answers.set(questionKey(question), answer(question, this.#people));
    }
    throw new Error("it never stops asking");
  }
}

function mergedOf(said: PullSaid, start: Snapshot, head: Snapshot, number: number): LandingSeen["merged"] {
  const { author = "andy", mergedBy = person("olga"), events = [], contributors = [], label } = said;
  const pull = pullOf(start, head, {
    number,
    state: "merged",
    author: author === null ? null : person(author),
    aimedAt: at(100),
    labels: label === undefined ? [] : ["widens-scope"],
    labelEvents:
      label === undefined
        ? []
        : [
            {
              kind: "labeled",
              label: "widens-scope",
              actor: person(label[0]),
              at: at(label[1]),
              viaApp: false,
            },
          ],
    reviews: (said.reviews ?? []).map(({ by, state = "approved", at: when = 150, of }) => ({
      author: by === null ? null : person(by),
      state,
      commit: of === undefined ? head.commit : of === "a lost commit" ? undefined : "e".repeat(40),
      at: at(when),
    })),
    verdicts: (said.verdicts ?? [110]).map((when) => ({
      commit: head.commit,
      at: at(when),
      passes: false,
      id: "first",
    })),
    undeterminable: said.undeterminable ?? [],
  });
  return { pull, mergedAt: at(200), mergedBy, events, contributors, mergeBase: start.commit };
}

/** An entry in one line: what an approval rests on, or what is missing. */
export function saidOf(entry: Change): string {
  const by = entry.approvers.map(
    ({ login, as, owner, line, independent }) =>
      `${login} by ${as} as ${owner} (line ${line}${independent === "yes" ? "" : `, independent: ${independent}`})`,
  );
  const parts = [
    by.join(" and "),
    entry.through.length === 0 ? "" : `through ${entry.through.join(", ")}`,
    entry.missing.map(missingSaid).join(", "),
    entry.merged?.notCounted ? `merger does not count: ${entry.merged.notCounted}` : "",
    entry.stale.length === 0 ? "" : `stale: ${entry.stale.map(({ login }) => login).join(", ")}`,
    entry.label === null
      ? ""
      : `label ${entry.label.counts ? `by ${entry.label.by}` : (entry.label.why ?? "")}`,
  ];
  const file = entry.file.split("/").at(-1) ?? "";
  return `${file} ${entry.approved ? "approved" : "unapproved"}: ${parts.filter((part) => part !== "").join("; ")}`;
}

function missingSaid(missing: Change["missing"][number]): string {
  return "file" in missing ? `${missing.kind} ${missing.file.split("/").at(-1)}` : missing.kind;
}
