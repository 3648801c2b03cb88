import type { Drift } from "../../src/core/drift/drift.ts";
import { blobId } from "../../src/core/propose/blob.ts";
import type { PlannedCommit, ProposalPlan } from "../../src/core/propose/plan.ts";
import type {
  Branch,
  Closer,
  CommitKind,
  Notice,
  ProposalState,
  PullRequest,
} from "../../src/core/propose/state.ts";
import { CARD, DAY, SERVER, drift } from "./states.ts";

type Files = ReadonlyMap<string, string>;

interface Commit {
  readonly kind: CommitKind;
  readonly files: Files;
}

interface Ref {
  /** The base commit it starts from. */
  start: { readonly id: number; readonly files: Files };
  commits: Commit[];
  id: number;
}

interface Pull {
  number: number;
  state: "open" | "closed" | "merged";
  title: string;
  body: string;
  base: string;
  queued: boolean;
  notice?: Notice;
  closedBy: Closer;
  closedAt: number;
  head: number;
}

/** A card as lines: `form` is what the server is to offer, `no` a form that a reviewer declined. */
export function cardText(form: number, note: number, declined: readonly number[]): string {
  return [`form ${form}`, `note ${note}`, ...declined.map((no) => `no ${no}`), ""].join("\n");
}

export function readCard(text: string): { form: number; note: number; declined: number[] } {
  const numbers = (word: string) =>
    text.split("\n").flatMap((line) => (line.startsWith(`${word} `) ? [Number(line.split(" ")[1])] : []));
  return { form: numbers("form")[0] ?? 0, note: numbers("note")[0] ?? 0, declined: numbers("no") };
}

/** A small GitHub and a small server: one card, one branch, its pull requests. Ids rise, so each write is a new commit. */
export class World {
  live = 0;
  now = 0;
  base: { id: number; files: Files } = { id: 0, files: new Map([[CARD, cardText(0, 0, [])]]) };
  /** Base commits that are still part of the default branch. */
  reachable = new Set([0]);
  branch: Ref | undefined;
  pulls: Pull[] = [];
  #ids = 0;
  #numbers = 0;

  get open(): Pull | undefined {
    return this.pulls.find((each) => each.state === "open");
  }

  get head(): Files {
    return this.branch?.commits.at(-1)?.files ?? this.branch?.start.files ?? new Map<string, string>();
  }

  id(): number {
    return ++this.#ids;
  }

  setBase(files: Files, rewritten = false): void {
    if (rewritten) this.reachable.clear();
    this.base = { id: this.id(), files };
    this.reachable.add(this.base.id);
  }

  push(kind: CommitKind, files: Files): void {
    if (this.branch === undefined) return;
    this.branch.commits.push({ kind, files });
    this.#moved();
  }

  /** A person adds a `no` to the card on our branch, for what the server offers now. */
  decline(): void {
    const card = readCard(this.head.get(CARD) ?? "");
    if (card.declined.includes(this.live)) return;
    const text = cardText(card.form, card.note, [...card.declined, this.live]);
    this.push("declines", new Map([...this.head, [CARD, text]]));
  }

  /** A person takes back what people pushed. */
  dropForeign(): void {
    const ours = this.branch?.commits.filter(({ kind }) => kind === "ours");
    if (this.branch === undefined || ours?.length !== 1) return;
    this.branch.commits = ours;
    this.#moved();
  }

  deleteBranch(by: Closer): void {
    this.branch = undefined;
    const { open } = this;
    if (open !== undefined) this.close(open, by);
  }

  close(pull: Pull, by: Closer): void {
    Object.assign(pull, { state: "closed", closedBy: by, closedAt: this.now, queued: false });
  }

  merge(keepBranch: boolean): void {
    const { open, head, branch } = this;
    if (open === undefined || branch === undefined || open.base !== "main") return;
    // GitHub refuses a merge with conflicts.
    if (branch.start.files.get(CARD) !== this.base.files.get(CARD)) return;
    Object.assign(open, { state: "merged", queued: false });
    this.setBase(head);
    if (!keepBranch) this.branch = undefined;
  }

  /** What a run sees. */
  see(recreate: boolean): ProposalState {
    return {
      server: SERVER,
      repository: {
        kind: "ready",
        base: { branch: "main", head: `base ${this.base.id}`, blobs: blobs(this.base.files) },
      },
      wanted: { kind: "known", ...this.wanted() },
      ...(this.branch && { branch: this.#seenBranch(this.branch) }),
      pullRequests: this.pulls.map(seenPull),
      recreate,
      identity: "app",
      now: this.now,
    };
  }

  /** What merging should leave: the live form, but a declined one is only recorded. */
  wanted() {
    const card = readCard(this.base.files.get(CARD) ?? "");
    const proposed = this.open === undefined ? [] : readCard(this.head.get(CARD) ?? "").declined;
    const declined = [...new Set([...card.declined, ...proposed])];
    const form = declined.includes(this.live) ? card.form : this.live;
    const text = cardText(form, card.note, declined);
    return {
      drift: driftOf(card.form, form),
      files: [{ path: CARD, text }],
      title: `title ${card.form} to ${form}`,
      body: `from ${card.form} to ${form}, note ${card.note}, declined [${declined.join()}]`,
    };
  }

  /** Carries out the first writes of a plan, as a run that is cut off after them; all of them when `writes` is many. */
  carryOut(plan: ProposalPlan, writes = Number.POSITIVE_INFINITY): void {
    for (const step of this.#steps(plan).slice(0, writes)) step();
  }

  #steps(plan: ProposalPlan): (() => void)[] {
    switch (plan.kind) {
      case "open": {
        const { commit, expectedHead, title, body, base } = plan;
        return [
          ...(commit ? [() => this.#write(commit, expectedHead)] : []),
          () => {
            if (this.open !== undefined) throw new Error("422: a pull request is there already");
            const number = ++this.#numbers;
            const head = this.branch?.id ?? 0;
            this.pulls.push({
              number,
              state: "open",
              title,
              body,
              base,
              queued: false,
              closedBy: "us",
              closedAt: 0,
              head,
            });
          },
        ];
      }
      case "replace": {
        const { commit, expectedHead, text, notice } = plan;
        return [
          () => this.#write(commit, expectedHead),
          () => Object.assign(this.open ?? {}, text, notice && { notice }),
        ];
      }
      case "retext":
        return [() => Object.assign(this.open ?? {}, plan.text, plan.notice && { notice: plan.notice })];
      case "close": {
        const { notice, body, deletes } = plan;
        return [
          () => Object.assign(this.open ?? {}, notice && { notice }),
          () => {
            const { open } = this;
            if (open === undefined) throw new Error("nothing to close");
            this.close(Object.assign(open, body !== undefined && { body }), "us");
          },
          () => deletes && this.#delete(deletes.expectedHead),
        ];
      }
      case "delete-branch":
        return [() => this.#delete(plan.deletes.expectedHead)];
      case "stop":
        return [() => Object.assign(this.open ?? {}, plan.notice && { notice: plan.notice })];
      default:
        return [];
    }
  }

  #write(commit: PlannedCommit, expectedHead: string | undefined): void {
    if (commit.parent !== `base ${this.base.id}`) throw new Error("not on the base");
    if (expectedHead !== (this.branch && `head ${this.branch.id}`)) throw new Error("the head moved");
    const files = new Map([
      ...this.base.files,
      ...commit.files.map(({ path, text }) => [path, text] as const),
    ]);
    if (files.get(CARD) === this.base.files.get(CARD)) throw new Error("the head equals the base");
    this.branch = { start: this.base, commits: [{ kind: "ours", files }], id: 0 };
    this.#moved();
  }

  #delete(expectedHead: string): void {
    if (this.branch === undefined || expectedHead !== `head ${this.branch.id}`)
      throw new Error("the head moved");
    this.deleteBranch("us");
  }

  #moved(): void {
    if (this.branch === undefined) return;
    this.branch.id = this.id();
    const { open } = this;
    if (open !== undefined) open.head = this.branch.id;
  }

  #seenBranch({ start, commits, id }: Ref): Branch {
    const from = start.files.get(CARD);
    const to = this.head.get(CARD);
    const file = { path: CARD, ...(from && { start: blobId(from) }), ...(to && { head: blobId(to) }) };
    return {
      head: `head ${id}`,
      onBase: this.reachable.has(start.id),
      commits: commits.map(({ kind }) => kind),
      files: from === to ? [] : [file],
    };
  }

  /** Some time goes by. */
  wait(days: number): void {
    this.now += days * DAY;
  }
}

function driftOf(before: number, after: number): Drift {
  const empty = { ...drift, added: [], removed: [], revokes: [], grants: [], changes: [] };
  if (before === after) return empty;
  const change = { kind: "tool-title-changed", tool: "x", pointer: "/title", before, after } as const;
  return { ...empty, changes: [{ ...change, scope: "same", breaks: false, grants: [] }] };
}

function seenPull(pull: Pull): PullRequest {
  const facts = { number: pull.number, ours: true, body: pull.body };
  if (pull.state === "merged") return { state: "merged", ...facts };
  if (pull.state === "closed") {
    return { state: "closed", ...facts, closedBy: pull.closedBy, closedAt: pull.closedAt };
  }
  const { title, base, queued, notice } = pull;
  return { state: "open", ...facts, title, base, inMergeQueue: queued, ...(notice && { notice }) };
}

function blobs(files: Files): Map<string, string> {
  return new Map([...files].map(([path, text]) => [path, blobId(text)]));
}
