import type { Actor, LabelEvent, OwnVerdict, Review } from "../../src/core/gate/pull-request.ts";
import type { Standing } from "../../src/core/gate/people.ts";
import type { Tree } from "./content.ts";
import { History } from "./history.ts";

/** A pull request of the random repository. */
export interface Pull {
  readonly number: number;
  readonly author: Actor;
  readonly branch: string;
  base: string;
  state: "open" | "closed" | "merged";
  aimedAt: number;
  labels: string[];
  readonly labelEvents: LabelEvent[];
  readonly reviews: Review[];
  comment: { id: number; body: string } | undefined;
  undeterminable: string[];
}

/** An entry of the merge queue: a pull request, and what the queue built for it on what. */
export interface Entry {
  readonly number: number;
  readonly base: string;
  readonly head: string;
}

/** Who is who: it changes as people come and go. */
export interface People {
  readonly writers: readonly string[];
  readonly teams: Readonly<Record<string, readonly string[] | "unreadable">>;
}

export const PERSONS = ["olga", "alice", "bob", "carol", "wes", "tria", "mallory"] as const;

export function person(login: string): Actor {
  return { login, kind: "person" };
}

export const TOOLCARD: Actor = { login: "toolcard[bot]", kind: "bot" };

/** A repository on a GitHub that is only a few maps. Time goes on by a second with all that anyone does. */
export class World {
  readonly history = new History();
  readonly branches = new Map<string, string>();
  readonly pulls: Pull[] = [];
  queue: Entry[] = [];
  readonly verdicts: (OwnVerdict & { readonly title: string })[] = [];
  /** Whether GitHub refuses to take labels off. */
  labelsStay = false;
  readonly repositoryLabels = new Set<string>();
  now = 1_800_000_000_000;
  private readonly peopleSince: { at: number; people: People }[] = [];

  constructor(main: Tree, people: People) {
    this.branches.set("main", this.history.commit(main, []));
    this.peopleSince.push({ at: 0, people });
  }

  /** Lets time go on, by a second if nothing else is said. */
  tick(seconds = 1): number {
    this.now += seconds * 1000;
    return this.now;
  }

  tip(branch: string): string {
    const id = this.branches.get(branch);
    if (id === undefined) throw new Error(`there is no branch ${branch}`);
    return id;
  }

  treeOf(branch: string): Tree {
    return this.history.tree(this.tip(branch));
  }

  head(pull: Pull): string {
    return this.tip(pull.branch);
  }

  open(): Pull[] {
    return this.pulls.filter(({ state }) => state === "open");
  }

  /** A commit on a branch; by force it takes the place of the last one. */
  push(branch: string, tree: Tree, force = false): void {
    const parents = force
      ? [this.history.mergeBase(this.tip(branch), this.tip("main")) ?? this.tip("main")]
      : [this.tip(branch)];
    this.branches.set(branch, this.history.commit(tree, parents));
    this.moved(branch);
  }

  /** Brings a branch up to its base. False where both changed one file. */
  update(branch: string, base: string): boolean {
    const tree = this.history.merged(this.tip(branch), this.tip(base));
    if (tree === undefined) return false;
    this.branches.set(branch, this.history.commit(tree, [this.tip(branch), this.tip(base)]));
    this.moved(branch);
    return true;
  }

  /** What follows when a branch moves: a pull request whose head moved leaves the queue, with all behind it. */
  private moved(branch: string): void {
    this.tick();
    for (const pull of this.open()) if (pull.branch === branch) this.dequeue(pull.number);
    if (branch === "main") this.queue = [];
  }

  openPull(branch: string, base: string, author: Actor): Pull {
    const pull: Pull = {
      number: this.pulls.length + 1,
      author,
      branch,
      base,
      state: "open",
      aimedAt: this.tick(),
      labels: [],
      labelEvents: [],
      reviews: [],
      comment: undefined,
      undeterminable: [],
    };
    this.pulls.push(pull);
    return pull;
  }

  retarget(pull: Pull, base: string): void {
    if (pull.base === base) return;
    pull.base = base;
    pull.aimedAt = this.tick();
    this.dequeue(pull.number);
  }

  label(pull: Pull, label: string, actor: Actor, viaApp = false): void {
    if (pull.labels.some((each) => each.toLowerCase() === label.toLowerCase())) return;
    pull.labels.push(label);
    pull.labelEvents.push({ kind: "labeled", label, actor, at: this.tick(), viaApp });
  }

  unlabel(pull: Pull, label: string, actor: Actor): void {
    const kept = pull.labels.filter((each) => each.toLowerCase() !== label.toLowerCase());
    if (kept.length === pull.labels.length) return;
    pull.labels = kept;
    pull.labelEvents.push({ kind: "unlabeled", label, actor, at: this.tick(), viaApp: false });
  }

  review(pull: Pull, login: string, state: Review["state"]): void {
    if (state === "approved" && pull.author?.login === login) return;
    pull.reviews.push({ author: person(login), state, commit: this.head(pull), at: this.tick() });
  }

  /** Somebody takes the last review of a person back. */
  dismiss(pull: Pull, login: string): void {
    const at = pull.reviews.findLastIndex(
      ({ author, state }) => author?.login === login && state !== "commented",
    );
    const review = pull.reviews[at];
    if (review !== undefined) pull.reviews[at] = { ...review, state: "dismissed" };
    this.tick();
  }

  publish(verdict: Omit<OwnVerdict, "at">, title: string): void {
    this.verdicts.push({ ...verdict, at: this.tick(), title });
  }

  verdictOf(commit: string): OwnVerdict | undefined {
    return this.verdicts.findLast((verdict) => verdict.commit === commit);
  }

  /** Puts a pull request into the queue, if GitHub would: it must be green, for main, and without a conflict. */
  enqueue(pull: Pull): void {
    const queued = this.queue.some(({ number }) => number === pull.number);
    if (queued || pull.base !== "main" || this.verdictOf(this.head(pull))?.passes !== true) return;
    const base = this.queue.at(-1)?.head ?? this.tip("main");
    const tree = this.history.merged(base, this.head(pull));
    if (tree === undefined) return;
    const head = this.history.commit(tree, [base, this.head(pull)]);
    this.queue.push({ number: pull.number, base, head });
    this.tick();
  }

  /** Takes a pull request out of the queue; those behind it are built anew. */
  dequeue(number: number): void {
    const at = this.queue.findIndex((entry) => entry.number === number);
    if (at < 0) return;
    const behind = this.queue.slice(at + 1);
    this.queue = this.queue.slice(0, at);
    for (const entry of behind) {
      const pull = this.pulls.find((each) => each.number === entry.number);
      if (pull?.state === "open") this.enqueue(pull);
    }
  }

  /** Merges a green pull request on its own: one commit on its base. */
  merge(pull: Pull): void {
    if (this.verdictOf(this.head(pull))?.passes !== true) return;
    const tree = this.history.merged(this.tip(pull.base), this.head(pull));
    if (tree === undefined) return;
    const head = this.head(pull);
    const base = this.tip(pull.base);
    pull.state = "merged";
    this.dequeue(pull.number);
    this.branches.set(pull.base, this.history.commit(tree, [base, head]));
    this.moved(pull.base);
  }

  /** Merges the first entries of the queue, if the last of them is green. */
  land(count: number): void {
    const group = this.queue.slice(0, count);
    const last = group.at(-1);
    if (last === undefined || this.verdictOf(last.head)?.passes !== true) return;
    for (const { number } of group) {
      const pull = this.pulls.find((each) => each.number === number);
      if (pull !== undefined) pull.state = "merged";
    }
    this.queue = this.queue.slice(count);
    this.branches.set("main", last.head);
    this.tick();
  }

  setPeople(people: People): void {
    this.peopleSince.push({ at: this.tick(), people });
  }

  people(): People {
    return this.peopleSince.at(-1)?.people ?? { writers: [], teams: {} };
  }

  /** Who was who at some moment of the last five minutes, as long ago as a cache may be. */
  oldPeople(): People {
    const since = this.now - 300_000;
    return this.peopleSince.findLast(({ at }) => at <= since)?.people ?? this.people();
  }
}

/** Whether somebody may write, by who is who. */
export function mayWrite(people: People, login: string): boolean {
  return people.writers.includes(login.toLowerCase());
}

/** Whether somebody is meant by an owner of CODEOWNERS: a login, a team, or an address, of which nothing is known. */
export function isOwner(people: People, login: string, owner: string): Standing["is"] {
  const name = owner.toLowerCase();
  if (!name.startsWith("@")) return "unknown";
  if (!name.includes("/"))
    return name === `@${login.toLowerCase()}` && mayWrite(people, login) ? "yes" : "no";
  const members = people.teams[name];
  if (members === "unreadable") return "unknown";
  return members?.includes(login.toLowerCase()) === true ? "yes" : "no";
}
