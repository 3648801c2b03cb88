import { createHash } from "node:crypto";
import type { Content, Tree } from "./content.ts";

/** A commit of the random repository. */
export interface Commit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly tree: Tree;
}

/** Commits and what can be asked of them, by the plainest way there is. */
export class History {
  private readonly commits = new Map<string, Commit>();
  private readonly reached = new Map<string, ReadonlySet<string>>();

  commit(tree: Tree, parents: readonly string[]): string {
    // As git does it: another content, another id, in whatever run.
    const id = idOf(JSON.stringify([this.commits.size, parents, ...tree]));
    this.commits.set(id, { id, parents, tree });
    return id;
  }

  tree(id: string): Tree {
    return this.at(id).tree;
  }

  parents(id: string): readonly string[] {
    return this.at(id).parents;
  }

  private at(id: string): Commit {
    const commit = this.commits.get(id);
    if (commit === undefined) throw new Error(`there is no commit ${id}`);
    return commit;
  }

  /** A commit and all before it. */
  private reach(id: string): ReadonlySet<string> {
    const known = this.reached.get(id);
    if (known !== undefined) return known;
    const all = new Set([id]);
    for (const parent of this.at(id).parents) for (const each of this.reach(parent)) all.add(each);
    this.reached.set(id, all);
    return all;
  }

  /** The common ancestor that no other common ancestor has behind it; the newest where there are several. */
  mergeBase(left: string, right: string): string | undefined {
    const other = this.reach(right);
    const common = [...this.reach(left)].filter((id) => other.has(id));
    const best = common.filter((id) => !common.some((each) => each !== id && this.reach(each).has(id)));
    const order = [...this.commits.keys()];
    return best.toSorted((one, two) => order.indexOf(two) - order.indexOf(one))[0];
  }

  /** Both sides' files; undefined where both changed a file differently. */
  merged(left: string, right: string): Tree | undefined {
    const base = this.mergeBase(left, right);
    const before: Tree = base === undefined ? new Map() : this.tree(base);
    const [ours, theirs] = [this.tree(left), this.tree(right)];
    const result = new Map<string, Content>();
    for (const path of new Set([...ours.keys(), ...theirs.keys()])) {
      const [was, mine, other] = [before.get(path), ours.get(path), theirs.get(path)];
      if (!same(mine, was) && !same(other, was) && !same(mine, other)) return undefined;
      const taken = same(mine, was) ? other : mine;
      if (taken !== undefined) result.set(path, taken);
    }
    return result;
  }
}

/** Whether two files are the same, byte for byte. */
export function same(left: Content | undefined, right: Content | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** Forty hexadecimal digits for a text. */
export function idOf(text: string | Uint8Array): string {
  return createHash("sha1").update(text).digest("hex");
}
