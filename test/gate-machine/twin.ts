import type { LabelEvent, Review } from "../../src/core/gate/pull-request.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { createGatePort } from "../../src/github/gate-port.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import { clientOf } from "../github/client.ts";
import { applyGiven, type GivenFiles } from "../github/files.ts";
import { startGitHub, type GitHub } from "../github/github.ts";
import type { AppHandle, RepositoryHandle } from "../github/handles.ts";
import { signatureOf } from "../github/mergeability.ts";
import type { Actor } from "../github/actor.ts";
import { createPerson, type Person } from "../github/person.ts";
import { putCommit } from "../github/objects.ts";
import { Refusal } from "../github/refusal.ts";
import { writeFiles } from "../github/trees.ts";
import { bytesOf, type Content, type Tree } from "./content.ts";
import { firstTree } from "./edits.ts";
import { FIRST_PEOPLE, type Stage } from "./machine.ts";
import type { Doings } from "./port.ts";
import { person, PERSONS, TOOLCARD, World, type People, type Pull } from "./world.ts";

// The strict GitHub is brought to the state of the world after each thing that happens there, by what people would do;
// the gate looks at GitHub alone, over HTTP, and what it does there is told to the world.

/** A world without a queue: the strict GitHub's has its own order of events. */
class WorldWithoutQueue extends World {
  override enqueue(): void {}
}

/** A world, and the GitHub that is brought to its state. */
export interface Mirror {
  readonly world: World;
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  readonly app: AppHandle;
  /** The App's own, where it is installed. */
  readonly token: string;
  /** An App that labels where no person does. */
  readonly helper: Person;
  /** The world's commits and GitHub's. */
  readonly shas: Map<string, string>;
  readonly ids: Map<string, string>;
  readonly pulls: Map<number, MirroredPull>;
  people: People | undefined;
  /** How many check runs the world knows of. */
  heard: number;
}

interface MirroredPull {
  readonly number: number;
  base: string;
  aimedAt: number;
  labelEvents: number;
  /** GitHub's ids of the reviews. */
  readonly reviews: { readonly id: number; readonly state: Review["state"] }[];
}

const PERMISSIONS = {
  contents: "write",
  pull_requests: "write",
  issues: "read",
  checks: "write",
  merge_queues: "read",
  members: "read",
} as const;

/** Where the App is told of what happens. */
type Told = Pick<Parameters<GitHub["app"]>[0], "webhook" | "events">;

/** Starts a GitHub in which the App is installed, and the world that it follows. */
export async function startMirror(told: Told = {}): Promise<Mirror> {
  const github = await startGitHub();
  const repo = github.repository("acme/tools", { files: { "first.txt": "first\n" } });
  repo.collaborator("root", "admin");
  const app = github.app({ slug: "toolcard", permissions: PERMISSIONS, ...told });
  const helper = github.app({ slug: "helper", permissions: { issues: "write", pull_requests: "write" } });
  const mirror: Mirror = {
    world: new WorldWithoutQueue(firstTree(), FIRST_PEOPLE),
    github,
    repo,
    app,
    token: app.install("acme").token(),
    helper: createPerson(github.world, installed(github, helper), "acme/tools"),
    shas: new Map(),
    ids: new Map(),
    pulls: new Map(),
    people: undefined,
    heard: 0,
  };
  follow(mirror);
  return mirror;
}

/** A stage on which the gate looks at GitHub through its own port. */
export function stageOf(mirror: Mirror): Stage {
  const { github, app, world, token } = mirror;
  const client = { octokit: clientOf(github.url, token), at: { owner: "acme", repo: "tools" } };
  const memory = createGateMemory({ now: () => github.clock.milliseconds() });
  const portOf: Stage["portOf"] = (_, before) => {
    const real = createGatePort(client, { by: "app", appId: app.id }, memory);
    return watched(mirror, real, before ?? (() => {}));
  };
  const authors = ["wes", "alice", "olga"].map(person);
  return { world, portOf, authors, happened: () => follow(mirror) };
}

function installed(github: GitHub, app: AppHandle): Actor & { login: string } {
  const actor = github.world.tokens.get(app.install("acme").token());
  if (actor?.kind !== "installation") throw new Error("an App that is not installed");
  return actor;
}

/** Brings GitHub to the state of the world. */
function follow(mirror: Mirror): void {
  const { world, repo } = mirror;
  followPeople(mirror);
  for (const [branch, id] of world.branches) {
    const sha = commitFor(mirror, id);
    mirror.github.clock.advance(1);
    if (repo.tip(branch) !== sha) repo.as("root").forcePush(branch, sha);
  }
  for (const pull of world.pulls) followPull(mirror, pull);
  for (const pull of world.open()) {
    const state = repo.pull(mirror.pulls.get(pull.number)?.number ?? 0).state;
    // GitHub closes by itself what has nothing new for its base any more.
    if (state !== "open") pull.state = "closed";
  }
}

function followPeople(mirror: Mirror): void {
  const { world, repo, github } = mirror;
  const people = world.people();
  if (people === mirror.people) return;
  mirror.people = people;
  for (const login of PERSONS) repo.collaborator(login, people.writers.includes(login) ? "write" : "triage");
  const claims = people.teams["@acme/claims"];
  github.team("acme", "claims", { members: Array.isArray(claims) ? claims : [] });
  repo.giveTeam("claims", "write");
}

/** The world's commit on GitHub; made there when it is new. */
function commitFor(mirror: Mirror, id: string): string {
  const known = mirror.shas.get(id);
  if (known !== undefined) return known;
  const { objects } = mirror.repo.state;
  const parents = mirror.world.history.parents(id).map((parent) => commitFor(mirror, parent));
  const tree = writeFiles(objects, applyGiven(objects, new Map(), filesOf(mirror.world.history.tree(id))));
  const author = signatureOf(mirror.github.world, "root");
  const sha = putCommit(objects, { tree, parents, author, committer: author, message: `${id}\n` });
  mirror.shas.set(id, sha);
  mirror.ids.set(sha, id);
  return sha;
}

function filesOf(tree: Tree): GivenFiles {
  return Object.fromEntries([...tree].map(([path, content]) => fileOf(path, content)));
}

function fileOf(path: string, content: Content): [string, GivenFiles[string]] {
  const bytes = bytesOf(content);
  if (bytes !== undefined) return [path, Buffer.from(bytes)];
  const how = content.kind === "broken" ? content.how : "link";
  if (how === "link") return [path, { mode: "120000", content: "elsewhere.yaml" }];
  if (how === "submodule") return [path, { mode: "160000", content: "1".repeat(40) }];
  return how === "folder" ? [`${path}/in.txt`, "in it\n"] : [path, `# ${"x".repeat(1 << 20)}\n`];
}

function followPull(mirror: Mirror, pull: Pull): void {
  const mirrored = mirror.pulls.get(pull.number) ?? opened(mirror, pull);
  if (mirrored === undefined) return;
  const { repo } = mirror;
  const { number } = mirrored;
  if (mirrored.base !== pull.base) {
    const isTaken = attempt(() => repo.as("root").edit(number, { base: pull.base }));
    if (isTaken) [mirrored.base, mirrored.aimedAt] = [pull.base, pull.aimedAt];
    else [pull.base, pull.aimedAt] = [mirrored.base, mirrored.aimedAt];
  }
  for (const event of pull.labelEvents.slice(mirrored.labelEvents)) followLabel(mirror, number, event);
  mirrored.labelEvents = pull.labelEvents.length;
  followReviews(mirror, pull, mirrored);
  if (pull.state === "closed" && repo.pull(number).state === "open") repo.as("root").close(number);
}

function opened(mirror: Mirror, pull: Pull): MirroredPull | undefined {
  let number = 0;
  const author = mirror.repo.as(pull.author?.login ?? "root");
  const isOpen = attempt(() => void (number = author.openPull(pull.branch, pull.base, "A change")));
  if (!isOpen) {
    pull.state = "closed";
    return undefined;
  }
  const made = { number, base: pull.base, aimedAt: pull.aimedAt, labelEvents: 0, reviews: [] };
  mirror.pulls.set(pull.number, made);
  return made;
}

function followLabel(mirror: Mirror, number: number, { kind, label, actor, viaApp }: LabelEvent): void {
  const isPerson = actor?.kind === "person" && !viaApp;
  const who = isPerson ? mirror.repo.as(actor.login) : mirror.helper;
  mirror.github.clock.advance(1);
  if (kind === "labeled") who.label(number, label);
  else if (actor?.login !== TOOLCARD?.login) who.unlabel(number, label);
}

const EVENTS = { approved: "APPROVE", "changes-requested": "REQUEST_CHANGES", commented: "COMMENT" } as const;

function followReviews(mirror: Mirror, pull: Pull, mirrored: MirroredPull): void {
  const { repo } = mirror;
  const real = repo.pull(mirrored.number);
  for (const [index, { author, state }] of [...pull.reviews].entries()) {
    const known = mirrored.reviews[index];
    mirror.github.clock.advance(1);
    if (known !== undefined) {
      if (known.state === state) continue;
      repo.as("root").dismissReview(mirrored.number, known.id);
      mirrored.reviews[index] = { id: known.id, state };
      continue;
    }
    const event = state === "dismissed" ? "COMMENT" : EVENTS[state];
    if (!attempt(() => repo.as(author?.login ?? "root").review(mirrored.number, event))) {
      pull.reviews.splice(index, 1);
      continue;
    }
    mirrored.reviews.push({ id: real.reviews.at(-1)?.id ?? 0, state });
  }
}

/** Whether GitHub lets somebody do something. */
function attempt(what: () => unknown): boolean {
  try {
    what();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** A port to GitHub; what the gate does there is told to the world. */
function watched(
  mirror: Mirror,
  real: GatePort,
  before: (call: number) => void,
): { port: GatePort; doings: Doings } {
  const { world } = mirror;
  const doings: Doings = { calls: [], published: [], writes: [] };
  const called = (name: string): void => {
    before(doings.calls.length);
    doings.calls.push(name);
  };
  const numberOn = (number: number): number => mirror.pulls.get(number)?.number ?? 0;
  const numberIn = (number: number): number =>
    [...mirror.pulls].find(([, { number: there }]) => there === number)?.[0] ?? 0;
  const port: GatePort = {
    ...real,
    pullRequest: async (number) => {
      called("pullRequest");
      const pull = await real.pullRequest(numberOn(number));
      return pull === undefined ? undefined : { ...pull, number };
    },
    openWithHead: async (head) => {
      called("openWithHead");
      return (await real.openWithHead(head)).map(numberIn);
    },
    snapshots: async (commits) => {
      called("snapshots");
      return real.snapshots(commits);
    },
    people: async (questions, fresh) => {
      called("people");
      return real.people(questions, fresh);
    },
    publish: async (output) => {
      called("publish");
      await real.publish(output);
      const commit = mirror.ids.get(output.commit) ?? "";
      world.publish({ commit, passes: output.passes, id: output.id }, output.title);
      doings.published.push({ commit, passes: output.passes });
    },
    takeLabelOff: async (number, label) => {
      called("takeLabelOff");
      await real.takeLabelOff(numberOn(number), label);
      const pull = world.pulls.find((each) => each.number === number);
      if (pull !== undefined) world.unlabel(pull, label, TOOLCARD);
    },
    comment: async (number, body, existing) => {
      called("comment");
      await real.comment(numberOn(number), body, existing);
    },
  };
  return { port, doings };
}

/** Tells the world what the App did on GitHub since, and gives the verdicts among that. */
export function hear(mirror: Mirror): { readonly commit: string; readonly passes: boolean }[] {
  const { world, repo, ids, pulls } = mirror;
  const verdicts = repo.state.runs
    .slice(mirror.heard)
    .map(({ sha, conclusion, externalId, output, status }) => {
      if (status !== "completed") throw new Error("a check is left pending");
      const verdict = { commit: ids.get(sha) ?? "", passes: conclusion === "success", id: externalId };
      world.publish(verdict, output.title ?? "");
      return verdict;
    });
  mirror.heard = repo.state.runs.length;
  for (const pull of world.pulls) {
    const mirrored = pulls.get(pull.number);
    if (mirrored === undefined) continue;
    const { labels } = repo.pull(mirrored.number);
    for (const label of pull.labels) {
      if (labels.includes(label.toLowerCase())) continue;
      world.unlabel(pull, label, TOOLCARD);
      mirrored.labelEvents = pull.labelEvents.length;
    }
  }
  return verdicts;
}
