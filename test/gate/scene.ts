import { createHash } from "node:crypto";
import type { PeopleQuestion, Standing } from "../../src/core/gate/people.ts";
import type {
  Actor,
  GroupNow,
  LabelEvent,
  OwnVerdict,
  PullRequestNow,
  Review,
} from "../../src/core/gate/pull-request.ts";
import type { FileAt, Snapshot } from "../../src/core/gate/snapshot.ts";
import { parseFolder } from "../../src/core/registry/folder.ts";

/** What stands at a path: a text, bytes, or something that is no file. */
export type Content = string | Uint8Array | { readonly no: Exclude<FileAt["kind"], "file"> };

/** A whole repository at one commit. */
export type Tree = Readonly<Record<string, Content>>;

/** A snapshot of a tree; its commit's id follows from what is in it, unless it is said. */
export function snapshotOf(
  tree: Tree,
  commit = idOf(JSON.stringify(Object.entries(tree).map(([path, content]) => [path, plain(content)]))),
): Snapshot {
  const files = new Map(Object.entries(tree).map(([path, content]) => [path, fileOf(content)]));
  const at = files.get(".github/toolcard.yml");
  if (at === undefined) return { commit, folder: "registry", files };
  const parsed = at.kind === "file" && at.bytes !== undefined ? parseFolder(at.bytes) : undefined;
  return { commit, folder: parsed?.ok === true ? parsed.value : undefined, files };
}

function plain(content: Content): string {
  if (typeof content === "string") return content;
  return content instanceof Uint8Array ? Buffer.from(content).toString("hex") : content.no;
}

function fileOf(content: Content): FileAt {
  const blob = idOf(plain(content));
  if (typeof content === "object" && "no" in content) return { kind: content.no, blob };
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { kind: "file", blob, bytes };
}

function idOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** A tree with some of it changed; undefined takes a file away. */
export function withFiles(tree: Tree, changes: Readonly<Record<string, Content | undefined>>): Tree {
  const entries = Object.entries({ ...tree, ...changes });
  return Object.fromEntries(
    entries.flatMap(([path, content]) => (content === undefined ? [] : [[path, content]])),
  );
}

export const person = (login: string): Actor => ({ login, kind: "person" });
export const bot = (login: string): Actor => ({ login, kind: "bot" });

export const labeled = (at: number, login = "olga", more: Partial<LabelEvent> = {}): LabelEvent => ({
  kind: "labeled",
  label: "widens-scope",
  actor: person(login),
  at,
  viaApp: false,
  ...more,
});

export const unlabeled = (at: number, login = "olga", more: Partial<LabelEvent> = {}): LabelEvent => ({
  ...labeled(at, login),
  kind: "unlabeled",
  ...more,
});

export const review = (author: string, state: Review["state"], commit: string, at = 200): Review => ({
  author: person(author),
  state,
  commit,
  at,
});

/** A pull request on `main`, opened at 100, of which we said no at 110. */
export function pullOf(base: Snapshot, head: Snapshot, more: Partial<PullRequestNow> = {}): PullRequestNow {
  const verdict: OwnVerdict = { commit: head.commit, at: 110, passes: false, id: "first" };
  return {
    number: 7,
    state: "open",
    author: person("andy"),
    proposalOf: undefined,
    head: head.commit,
    base: { branch: "main", commit: base.commit },
    defaultBranch: { branch: "main", commit: base.commit },
    mergeBase: { base: base.commit, default: base.commit },
    aimedAt: 100,
    labels: [],
    labelEvents: [],
    reviews: [],
    verdicts: [verdict],
    comment: undefined,
    undeterminable: [],
    ...more,
  };
}

/** The same with the label on, put there by a person at 120. */
export function labelledBy(login: string, at = 120): Partial<PullRequestNow> {
  return { labels: ["widens-scope"], labelEvents: [labeled(at, login)] };
}

/** Who is who: the people each owner stands for, who can write, and what GitHub can't tell. */
export interface People {
  readonly owners: Readonly<Record<string, readonly string[]>>;
  readonly writers: readonly string[];
  /** Owners that can't be resolved, with why. */
  readonly unreadable?: Readonly<Record<string, string>>;
}

export const PEOPLE: People = {
  owners: {
    "@acme/claims": ["olga", "otto"],
    "@acme/agents": ["anna"],
    "@acme/admins": ["ada"],
    "@olga": ["olga"],
  },
  writers: ["olga", "otto", "anna", "ada", "wanda"],
};

export function answer(question: PeopleQuestion, { owners, writers, unreadable = {} }: People): Standing {
  if (question.kind === "may-write") return { is: writers.includes(question.login) ? "yes" : "no" };
  const why = unreadable[question.owner];
  if (why !== undefined) return { is: "unknown", why };
  return { is: (owners[question.owner] ?? []).includes(question.login) ? "yes" : "no" };
}

export const NO_GROUP: GroupNow = { head: "", base: "", members: [], undeterminable: [] };
