import type { Actor } from "../../src/core/gate/pull-request.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import type { CardModel, Content, SettingsModel, ToolModel, Tree } from "./content.ts";
import { DEFAULTS } from "./facts.ts";
import { firstTree, withFile } from "./edits.ts";
import { portOf, type Doings } from "./port.ts";
import { person, World, type Pull } from "./world.ts";

/** A change of a repository's files: what is to stand at some paths, undefined for nothing. */
export type Files = Readonly<Record<string, Content | undefined>>;

const PEOPLE = {
  writers: ["olga", "alice", "bob", "carol", "wes"],
  teams: { "@acme/claims": ["bob"], "@acme/ghosts": "unreadable" as const },
};

/** One story about the gate: a repository, what people do in it, and what the check says then. */
export class Scene {
  readonly world: World;
  private topics = 0;

  constructor(files: Files = {}) {
    this.world = new World(changed(firstTree(), files), PEOPLE);
  }

  /** Mallory opens a pull request with a change of these files, from the tip of its base. */
  opens(files: Files, base = "main", author: Actor = person("mallory")): Pull {
    const branch = `topic-${++this.topics}`;
    this.world.branches.set(branch, this.world.tip(base));
    this.world.push(branch, changed(this.world.treeOf(base), files));
    return this.world.openPull(branch, base, author);
  }

  pushes(pull: Pull, files: Files): void {
    this.world.push(pull.branch, changed(this.world.treeOf(pull.branch), files));
  }

  labels(pull: Pull, login: string, label = "widens-scope"): void {
    this.world.label(pull, label, person(login));
  }

  /** The label off and on again, as the check asks for it. */
  relabels(pull: Pull, login: string, label = "widens-scope"): void {
    this.world.unlabel(pull, label, person(login));
    this.labels(pull, login, label);
  }

  /** The gate looks at a pull request; what it says of that one. */
  async judge(pull: Pull, before?: (call: number) => void): Promise<Verdict & { readonly doings: Doings }> {
    const { port, doings } = portOf(this.world, before);
    const judged = await gatePullRequest(port, pull.number);
    const verdict = judged?.verdicts.find((each) => each.pullRequest === pull.number);
    if (verdict === undefined) throw new Error("it was not judged");
    return { ...verdict, doings };
  }

  /** Whether the newest check on a pull request's head is green, after the gate looked. */
  async isGreen(pull: Pull): Promise<boolean> {
    await this.judge(pull);
    return this.green(pull);
  }

  /** Whether the newest check on a pull request's head is green now. */
  green(pull: Pull): boolean {
    return this.world.verdictOf(this.world.head(pull))?.passes === true;
  }

  /** Whether the check of a group of the queue's first entries is green, after the gate looked. */
  async isGroupGreen(count: number): Promise<boolean> {
    const members = this.world.queue.slice(0, count);
    const { head, base } = { head: members.at(-1)?.head ?? "", base: members[0]?.base ?? "" };
    await gateGroup(portOf(this.world).port, { head, base });
    return this.world.verdictOf(head)?.passes === true;
  }
}

function changed(tree: Tree, files: Files): Tree {
  return Object.entries(files).reduce((all, [path, content]) => withFile(all, path, content), tree);
}

/** Card a of the repository that a scene begins with, or with something else on it, and a revision that fits. */
export function cardA(change: Partial<CardModel> = {}): CardModel {
  const card = firstTree().get("registry/cards/a.yaml");
  if (card?.kind !== "card") throw new Error("there is no card a");
  return { ...card, ...change, revision: card.revision + 1 };
}

/** Card a with more room in a tool's argument: a widening. */
export function wider(maxLength = 200): Files {
  return { "registry/cards/a.yaml": cardA({ tools: allTools({ maxLength }) }) };
}

/** The tools of card a, each with something else. */
export function allTools(change: Partial<ToolModel>): ToolModel[] {
  const changedTool = (tool: ToolModel): ToolModel => ({ ...tool, ...change });
  return cardA().tools.map(changedTool);
}

export function settings(change: Partial<SettingsModel>): SettingsModel {
  return { ...DEFAULTS, ...change };
}

export function raw(text: string): Content {
  return { kind: "raw", text };
}
