import type { FileAt, Snapshot } from "../../src/core/gate/snapshot.ts";
import type { Standing } from "../../src/core/gate/people.ts";
import type { GroupNow, PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import { bytesOf, type Content, type Tree } from "./content.ts";
import { idOf } from "./history.ts";
import { isOwner, mayWrite, TOOLCARD, type Pull, type World } from "./world.ts";

/** What the gate did through a port. */
export interface Doings {
  /** Reads and writes, all in order. */
  readonly calls: string[];
  readonly published: { readonly commit: string; readonly passes: boolean }[];
  readonly writes: string[];
}

/**
 * The world as the gate may know it. `before` runs before each call, so that something can happen between two of them;
 * people who were not asked for anew are as they were up to five minutes ago.
 */
export function portOf(
  world: World,
  before: (call: number) => void = () => {},
): { port: GatePort; doings: Doings } {
  const doings: Doings = { calls: [], published: [], writes: [] };
  const called = (name: string): void => {
    before(doings.calls.length);
    doings.calls.push(name);
  };
  const port: GatePort = {
    pullRequest: async (number) => {
      called("pullRequest");
      const pull = world.pulls.find((each) => each.number === number);
      return pull === undefined ? undefined : pullNow(world, pull);
    },
    openWithHead: async (head) => {
      called("openWithHead");
      return world
        .open()
        .filter((pull) => world.head(pull) === head)
        .map(({ number }) => number);
    },
    open: async () => {
      called("open");
      return world.open().map(({ number }) => number);
    },
    group: async (head, base) => {
      called("group");
      return groupNow(world, head, base);
    },
    snapshots: async (commits) => {
      called("snapshots");
      return commits.map((commit) => snapshotOf(commit, world.history.tree(commit)));
    },
    contents: async () => {
      throw new Error("there is no record of approvals to be read");
    },
    people: async (questions, fresh) => {
      called(fresh ? "people, fresh" : "people");
      const people = fresh ? world.people() : world.oldPeople();
      return questions.map((question): Standing => {
        const is =
          question.kind === "is-owner"
            ? isOwner(people, question.login, question.owner)
            : mayWrite(people, question.login)
              ? "yes"
              : "no";
        return is === "unknown" ? { is, why: "the members of the team can't be read" } : { is };
      });
    },
    publish: async ({ commit, passes, title, summary, description, id }) => {
      called("publish");
      if (title.length > 255 || title === "") throw new Error(`a title of ${title.length} characters`);
      if (description.length > 140 || description === "")
        throw new Error(`a description of ${description.length}`);
      if (Buffer.byteLength(summary) > 60_000) throw new Error("a summary over 60,000 bytes");
      world.publish({ commit, passes, id }, title);
      doings.published.push({ commit, passes });
      doings.writes.push(`publish ${passes} on ${commit}`);
    },
    makeLabel: async (label) => {
      called("makeLabel");
      world.repositoryLabels.add(label.toLowerCase());
    },
    takeLabelOff: async (number, label) => {
      called("takeLabelOff");
      if (world.labelsStay) throw new Error("no label can be taken off now");
      doings.writes.push(`take ${label} off ${number}`);
      const pull = world.pulls.find((each) => each.number === number);
      if (pull !== undefined) world.unlabel(pull, label, TOOLCARD);
    },
    comment: async (number, body, existing) => {
      called("comment");
      doings.writes.push(`comment on ${number}`);
      const pull = world.pulls.find((each) => each.number === number);
      if (pull?.comment?.id !== existing) throw new Error("a second comment, or one that is not there");
      if (pull !== undefined) pull.comment = { id: existing ?? world.tick(), body };
    },
  };
  return { port, doings };
}

function pullNow(world: World, pull: Pull): PullRequestNow {
  const head = world.head(pull);
  const [base, main] = [world.tip(pull.base), world.tip("main")];
  return {
    number: pull.number,
    state: pull.state,
    author: pull.author,
    proposalOf: undefined,
    head,
    base: { branch: pull.base, commit: base },
    defaultBranch: { branch: "main", commit: main },
    mergeBase: { base: world.history.mergeBase(base, head), default: world.history.mergeBase(main, head) },
    aimedAt: pull.aimedAt,
    labels: [...pull.labels],
    labelEvents: [...pull.labelEvents],
    reviews: [...pull.reviews],
    verdicts: world.verdicts
      .filter(({ commit }) => commit === head)
      .map(({ commit, at, passes, id }) => ({ commit, at, passes, id })),
    comment: pull.comment,
    undeterminable: [...pull.undeterminable],
  };
}

function groupNow(world: World, head: string, base: string): GroupNow {
  const from = world.queue.findIndex((entry) => entry.base === base);
  const to = world.queue.findIndex((entry) => entry.head === head);
  if (from < 0 || to < from)
    return { head, base, members: [], undeterminable: ["the group is not in the queue"] };
  return { head, base, members: world.queue.slice(from, to + 1), undeterminable: [] };
}

/** Where the registry of a commit is, by its own file; undefined where that can't be read. */
function folderOf(tree: Tree): string | undefined {
  const file = tree.get(".github/toolcard.yml");
  if (file === undefined) return "registry";
  if (file.kind === "folder") return file.registry;
  return file.kind === "raw" ? /^registry: (.+?)\/?$/m.exec(file.text)?.[1] : undefined;
}

function snapshotOf(commit: string, tree: Tree): Snapshot {
  const folder = folderOf(tree);
  const files = new Map<string, FileAt>();
  for (const [path, content] of tree) {
    const inRegistry = folder !== undefined && path.startsWith(`${folder}/`) && /\.ya?ml$/i.test(path);
    const decides =
      inRegistry ||
      [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"].includes(path) ||
      (path.startsWith(".github/") && /\.ya?ml$/.test(path));
    if (decides) files.set(path, fileAt(path, content));
  }
  return { commit, folder, files };
}

const known = new WeakMap<Content, FileAt>();

function fileAt(path: string, content: Content): FileAt {
  const before = known.get(content);
  if (before !== undefined) return before;
  const bytes = bytesOf(content);
  const file = bytes === undefined ? oddFile(content) : sized(path, bytes);
  known.set(content, file);
  return file;
}

function sized(path: string, bytes: Uint8Array): FileAt {
  const blob = idOf(bytes);
  const limit = path.endsWith("CODEOWNERS") ? 3_000_000 : 1 << 20;
  return bytes.length > limit ? { kind: "too-large", blob } : { kind: "file", blob, bytes };
}

function oddFile(content: Content): FileAt {
  const blob = idOf(JSON.stringify(content));
  if (content.kind === "broken") {
    if (content.how === "link" || content.how === "submodule" || content.how === "folder") {
      return { kind: content.how, blob };
    }
  }
  return { kind: "too-large", blob };
}
