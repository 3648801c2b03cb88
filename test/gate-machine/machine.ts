import * as fc from "fast-check";
import type { Actor } from "../../src/core/gate/pull-request.ts";
import type { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import type { Content } from "./content.ts";
import { EDITS, FAULTS, firstTree, toggled, withFile } from "./edits.ts";
import { ownersIn, settingsIn } from "./facts.ts";
import { commitPasses, expectedOf, groupPasses } from "./oracle.ts";
import { portOf } from "./port.ts";
import { PERSONS, person, TOOLCARD, World, type People, type Pull } from "./world.ts";

/** What is tested: the two jobs. */
export interface Gate {
  readonly pullRequest: typeof gatePullRequest;
  readonly group: typeof gateGroup;
}

/** A step of a run: what, and three numbers that choose with whom, on which pull request and how. */
export interface Step {
  readonly what: StepKind;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** What happens between two calls of the gate, while it looks. */
  readonly during: readonly (Step & { readonly call: number })[];
}

type StepKind = keyof typeof WEIGHTS;

const WEIGHTS = {
  "opens a pull request": 4,
  "opens another for the same head": 1,
  pushes: 5,
  "pushes a fault": 1,
  "pushes by force": 1,
  "brings the branch up to its base": 2,
  labels: 10,
  unlabels: 1,
  retargets: 1,
  "pushes to a base": 2,
  reviews: 5,
  "takes a review back": 1,
  edits: 1,
  closes: 1,
  "comes or goes": 1,
  "can't be read": 1,
  "labels can't be taken off": 1,
  "owners allow it": 8,
  "a webhook comes": 14,
  "a webhook is lost": 2,
  "a webhook comes again": 2,
  "somebody rerequests": 2,
  merges: 1,
  "enters the queue": 3,
  "leaves the queue": 1,
  "a group is built": 2,
  "the queue lands": 1,
  "all settles": 3,
} as const;

const kinds = Object.entries(WEIGHTS).map(([what, weight]) => ({
  weight,
  arbitrary: fc.constant(what as StepKind),
}));
const bare = { what: fc.oneof(...kinds), a: fc.nat(9999), b: fc.nat(9999), c: fc.nat(9999) };
const meanwhile = fc.record({ ...bare, call: fc.nat(6), during: fc.constant([]) });

/** Steps by chance; now and then something happens while the gate looks. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  ...bare,
  during: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(meanwhile, { minLength: 1, maxLength: 3 }) },
  ),
});

/** Who is who when a run begins. */
export const FIRST_PEOPLE: People = {
  writers: ["olga", "alice", "bob", "carol", "wes"],
  teams: { "@acme/claims": ["bob"], "@acme/ghosts": "unreadable" },
};

const LABELLERS: readonly { actor: Actor; viaApp: boolean }[] = [
  ...["olga", "olga", "alice", "alice", ...PERSONS].map((login) => ({ actor: person(login), viaApp: false })),
  { actor: person("olga"), viaApp: true },
  { actor: TOOLCARD, viaApp: false },
  { actor: { login: "olga[bot]", kind: "bot" }, viaApp: false },
  { actor: { login: "olga", kind: "other" }, viaApp: false },
  { actor: null, viaApp: false },
];

const LABELS = ["widens-scope", "widens-scope", "Widens-Scope", "Wider", "wider"] as const;

function pick<Item>(from: readonly Item[], roll: number): Item | undefined {
  return from[roll % from.length];
}

/** Where a run plays. */
export interface Stage {
  readonly world: World;
  /** The port through which the gate looks: `portOf`, or one that leads elsewhere. */
  readonly portOf: typeof portOf;
  /** Who opens pull requests. */
  readonly authors: readonly Actor[];
  /** Called after all that happens without the gate. */
  readonly happened: () => void;
}

/** The stage of one process: nothing but the world's own maps. */
export function plainStage(): Stage {
  const authors = [person("mallory"), person("alice"), person("olga"), TOOLCARD, null];
  return { world: new World(firstTree(), FIRST_PEOPLE), portOf, authors, happened: () => {} };
}

/** One run: a world, webhooks that are on their way, and the gate that looks. */
export class Machine {
  readonly world: World;
  steps = 0;
  private readonly gate: Gate;
  protected readonly stage: Stage;
  private webhooks: number[] = [];
  private readonly old: number[] = [];
  private branches = 0;

  constructor(gate: Gate, stage: Stage = plainStage()) {
    this.gate = gate;
    this.stage = stage;
    this.world = stage.world;
    this.world.branches.set("release", this.world.tip("main"));
  }

  /** Does a step; what can't be done now is left out. */
  async step(step: Step): Promise<void> {
    this.steps++;
    switch (step.what) {
      case "a webhook comes": {
        const at = step.a % Math.max(1, this.webhooks.length);
        const [number] = this.webhooks.splice(at, 1);
        if (number !== undefined) await this.look(number, step);
        return;
      }
      case "a webhook comes again": {
        const number = pick(this.old, step.a);
        if (number !== undefined) await this.look(number, step);
        return;
      }
      case "somebody rerequests": {
        const pull = pick(this.world.open(), step.a);
        if (pull !== undefined) await this.look(pull.number, step);
        return;
      }
      case "owners allow it":
        await this.allow(step);
        return;
      case "a group is built":
        await this.lookAtGroup(step.a, step.b);
        return;
      case "all settles":
        await this.settle();
        return;
      default:
        this.happens(step);
    }
  }

  /** People do as the check says: it looks, an owner labels, owners of what else there is review; but for one slip. */
  private async allow({ a, b, c, during }: Step): Promise<void> {
    const { world } = this;
    const pull = pick(world.open(), a);
    if (pull === undefined) return;
    const slip = pick(SLIPS, c);
    await this.look(pull.number, { during: [] });
    const needed = new Set(expectedOf(world, pull).widened.flatMap(({ needs }) => needs));
    const owners = [...needed].map((path) => pick(ownersIn(world.treeOf("main"), path), b) ?? "@olga");
    const logins = [
      ...new Set(owners.map((owner) => (owner.includes("/") ? "bob" : owner.slice(1).toLowerCase()))),
    ];
    const labeller = pick(logins, a + b) ?? "olga";
    if (slip === "something happens before the label") for (const step of during) this.happens(step);
    if (slip === "a push before the label") this.pushesWords(pull, c);
    this.labelsAnew(pull, labeller);
    const says = slip === "another review" ? pick(REVIEWS, b) : "approved";
    for (const [index, login] of logins.entries())
      if (login !== labeller) world.review(pull, login, index === a % 3 ? (says ?? "approved") : "approved");
    await this.looks(pull);
    switch (slip) {
      case "a push, and only the label anew":
        this.pushesWords(pull, c);
        await this.looks(pull);
        this.labelsAnew(pull, labeller);
        break;
      case "a review taken back":
        world.review(pull, pick(logins, b) ?? "olga", pick(REVIEWS, b) ?? "commented");
        break;
      case "the label taken off":
        world.unlabel(pull, settingsIn(world.treeOf("main")).label, person("mallory"));
        break;
      case "somebody goes":
        this.comesOrGoes(b);
        break;
      case "another base":
        world.retarget(pull, this.aim(b));
        break;
      default:
        if (b % 2 === 0) world.enqueue(pull);
    }
    await this.looks(pull);
  }

  /** A push that widens by nothing more. */
  private pushesWords(pull: Pull, roll: number): void {
    const words: Content = { kind: "raw", text: `# Tools, in other words: ${roll}\n` };
    this.world.push(pull.branch, withFile(this.world.treeOf(pull.branch), "README.md", words));
  }

  private labelsAnew(pull: Pull, login: string): void {
    const { label } = settingsIn(this.world.treeOf("main"));
    this.world.unlabel(pull, label, person("wes"));
    this.world.label(pull, label, person(login));
  }

  /** Something happened to a pull request, and the gate looks. */
  protected async looks(pull: Pull): Promise<void> {
    this.stage.happened();
    this.wakes(pull);
    await this.look(pull.number, { during: [] });
  }

  /** Whatever happens without the gate. */
  protected happens(step: Step): void {
    this.happen(step);
    this.stage.happened();
  }

  private happen(step: Step): void {
    const { a, b, c, what } = step;
    const { world } = this;
    const pull = pick(world.open(), a);
    if (what === "opens a pull request") this.opens(step);
    if (what === "pushes to a base") this.pushesToBase(step);
    if (what === "labels can't be taken off") world.labelsStay = !world.labelsStay;
    if (what === "comes or goes") this.comesOrGoes(a);
    if (what === "a webhook is lost") this.webhooks.splice(a % Math.max(1, this.webhooks.length), 1);
    if (what === "the queue lands") this.lands(b);
    if (pull === undefined) return;
    const tree = world.treeOf(pull.branch);
    switch (what) {
      case "opens another for the same head":
        this.wakes(world.openPull(pull.branch, this.aim(b), pick(this.stage.authors, c) ?? null));
        break;
      case "pushes":
        world.push(pull.branch, edited(edited(tree, b), c % 2 === 0 ? c : undefined));
        break;
      case "pushes a fault":
        world.push(pull.branch, spoilt(tree, b));
        break;
      case "pushes by force":
        world.push(pull.branch, edited(world.treeOf(pull.base), b), true);
        break;
      case "brings the branch up to its base":
        world.update(pull.branch, pull.base);
        break;
      case "labels": {
        const by = pick(LABELLERS, b);
        if (by !== undefined) world.label(pull, pick(LABELS, c) ?? "Wider", by.actor, by.viaApp);
        break;
      }
      case "unlabels":
        world.unlabel(pull, pick(pull.labels, c) ?? "", person("mallory"));
        break;
      case "retargets":
        world.retarget(pull, this.aim(b));
        break;
      case "reviews":
        world.review(pull, pick(PERSONS, b) ?? "olga", pick(REVIEWS, c) ?? "approved");
        break;
      case "takes a review back":
        world.dismiss(pull, pick(PERSONS, b) ?? "olga");
        break;
      case "closes":
        pull.state = "closed";
        world.dequeue(pull.number);
        break;
      case "can't be read":
        pull.undeterminable =
          pull.undeterminable.length > 0 ? [] : ["there are more labels than can be read"];
        break;
      case "merges":
        world.merge(pull);
        break;
      case "enters the queue":
        world.enqueue(pull);
        break;
      case "leaves the queue":
        world.dequeue(pull.number);
        break;
      default:
    }
    this.wakes(pull);
  }

  private opens({ a, b, c }: Step): void {
    if (this.world.open().length >= 4) return;
    const base = this.aim(a);
    const branch = `topic-${++this.branches}`;
    this.world.branches.set(branch, this.world.tip(base));
    this.world.push(branch, edited(this.world.treeOf(base), b));
    const author = pick(this.stage.authors, c) ?? null;
    this.wakes(this.world.openPull(branch, base, author));
  }

  /** Mostly main; else a branch that somebody could have made ready. */
  private aim(roll: number): string {
    const branches = [...this.world.branches.keys()];
    return roll % 3 > 0 ? "main" : (pick(branches, Math.floor(roll / 3)) ?? "main");
  }

  private pushesToBase({ a, b, c }: Step): void {
    const branch = a % 3 > 0 ? "main" : "release";
    const tree = this.world.treeOf(branch);
    this.world.push(branch, c % 6 === 0 ? spoilt(tree, b) : edited(tree, b));
    for (const pull of this.world.open()) this.wakes(pull);
  }

  protected comesOrGoes(a: number): void {
    const { writers, teams } = this.world.people();
    const login = pick(["alice", "wes", "olga"], a) ?? "wes";
    const member = pick(["bob", "carol"], a) ?? "bob";
    const claims = teams["@acme/claims"];
    const members = Array.isArray(claims) ? claims : [];
    if (a % 2 === 0) this.world.setPeople({ teams, writers: toggled(writers, login) });
    else this.world.setPeople({ writers, teams: { ...teams, "@acme/claims": toggled(members, member) } });
  }

  private lands(roll: number): void {
    this.world.land(1 + (roll % Math.max(1, this.world.queue.length)));
    for (const pull of this.world.open()) this.wakes(pull);
  }

  /** A webhook is on its way. */
  protected wakes(pull: Pull): void {
    this.webhooks.push(pull.number);
    this.old.push(pull.number);
  }

  /** The gate looks at a pull request; whatever it makes green must have been right at some moment of that look. */
  protected async look(number: number, { during }: Pick<Step, "during">): Promise<void> {
    const { world } = this;
    const pull = world.pulls.find((each) => each.number === number);
    const right = new Set<string>();
    const remember = (): void => {
      for (const each of world.open()) if (commitPasses(world, world.head(each))) right.add(world.head(each));
    };
    remember();
    const steady = during.length === 0 && world.people() === world.oldPeople();
    const expected = pull?.state === "open" ? expectedOf(world, pull) : undefined;
    const { port, doings } = this.stage.portOf(world, (call) => {
      for (const step of during) {
        if (step.call !== call) continue;
        this.happens(step);
        remember();
      }
    });
    const judged = await this.gate.pullRequest(port, number);
    for (const { commit, passes } of doings.published) {
      if (passes && !right.has(commit)) throw new Error(`green without a right to it: ${this.told(number)}`);
    }
    if (!steady || pull === undefined) return;
    if (expected === undefined) {
      if (judged !== undefined) throw new Error(`judged, though it is not open: ${number}`);
      return;
    }
    const head = world.head(pull);
    const newest = world.verdictOf(head);
    if (newest === undefined || judged === undefined)
      throw new Error(`nothing was said of ${this.told(number)}`);
    if (newest.passes !== right.has(head) || judged.passes !== newest.passes)
      throw new Error(`${newest.passes ? "green" : "red"}, but should not be: ${this.told(number)}`);
    const own = judged.verdicts.find((verdict) => verdict.pullRequest === number);
    if ((own?.kind === "passes") !== (expected.verdict === "passes"))
      throw new Error(`${own?.kind} where ${expected.verdict} is right: ${this.told(number)}`);
    if ((own?.kind === "refused") !== (expected.verdict === "refused"))
      throw new Error(`${own?.kind} where ${expected.verdict} is right: ${expected.why}: ${own?.title}`);
    const needs = filesIn(own?.widenings ?? []);
    if (expected.verdict !== "refused" && needs !== filesIn(expected.widened))
      throw new Error(`${needs} are what it takes, it says: ${this.told(number)}`);
  }

  private async lookAtGroup(a: number, b: number): Promise<void> {
    const { world } = this;
    const [from, to] = [a % Math.max(1, world.queue.length), b % Math.max(1, world.queue.length)];
    const members = world.queue.slice(Math.min(from, to), Math.max(from, to) + 1);
    const [first, last] = [members[0], members.at(-1)];
    if (first === undefined || last === undefined) return;
    const right = groupPasses(world, members);
    const steady = world.people() === world.oldPeople();
    const { port } = this.stage.portOf(world);
    await this.gate.group(port, { head: last.head, base: first.base });
    const passes = world.verdictOf(last.head)?.passes;
    if (passes === undefined) throw new Error("nothing was said of a group");
    if (passes && !right)
      throw new Error(`a group is green without a right to it: ${world.verdicts.at(-1)?.title}`);
    if (!passes && right && steady) throw new Error(`a group is red: ${world.verdicts.at(-1)?.title}`);
  }

  /** Everything is looked at once more, when no memory of people is left; then nothing is to be done any more. */
  async settle(): Promise<void> {
    const { world } = this;
    world.tick(301);
    this.webhooks = [];
    // A label that is taken off is a reason to look again, as its webhook would be.
    for (let round = 0; round < 2; round++) await this.lookAtAll();
    const before = world.verdicts.length;
    await this.lookAtAll();
    if (world.verdicts.length > before) throw new Error(`said again: ${world.verdicts.at(-1)?.title}`);
    for (let at = 0; at < world.queue.length; at++) await this.lookAtGroup(0, at);
  }

  protected async lookAtAll(): Promise<void> {
    for (const { number } of this.world.open()) await this.look(number, { during: [] });
  }

  protected told(number: number): string {
    const pull = this.world.pulls.find((each) => each.number === number);
    if (pull === undefined) return `${number}`;
    const { verdict, why, widened } = expectedOf(this.world, pull);
    const said = this.world.verdicts.at(-1)?.title;
    const what = widened.map((each) => `${each.what} [${each.needs.join()}]`).join("; ");
    return `pull request ${number}: ${verdict} (${why}) for ${what}; it said: ${said}`;
  }
}

/** What goes otherwise than it should while owners allow something; mostly nothing does. */
const SLIPS = [
  "something happens before the label",
  "a push before the label",
  "another review",
  "a push, and only the label anew",
  "a review taken back",
  "the label taken off",
  "somebody goes",
  "another base",
  "the label taken off",
  "the label taken off",
  "none",
  "none",
] as const;

const REVIEWS = ["approved", "changes-requested", "commented"] as const;

/** The files whose owners must allow what widens. */
function filesIn(widened: readonly { readonly needs: readonly string[] }[]): string {
  return [...new Set(widened.flatMap(({ needs }) => needs))].toSorted().join();
}

const edits = Object.values(EDITS);
const faults = Object.values(FAULTS);

function edited(tree: ReturnType<typeof firstTree>, roll: number | undefined): ReturnType<typeof firstTree> {
  if (roll === undefined) return tree;
  return pick(edits, roll)?.(tree, Math.floor(roll / edits.length)) ?? tree;
}

function spoilt(tree: ReturnType<typeof firstTree>, roll: number): ReturnType<typeof firstTree> {
  return pick(faults, roll)?.(tree, Math.floor(roll / faults.length)) ?? tree;
}

/** A run of all steps, settled at its end. */
export async function run(machine: Machine, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await machine.step(step);
  await machine.settle();
}
