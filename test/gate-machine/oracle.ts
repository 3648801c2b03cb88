import type { Tree } from "./content.ts";
import { ownersIn, settingsIn, whyInvalid, widened, type Widened } from "./facts.ts";
import { isOwner, mayWrite, type Entry, type Pull, type World } from "./world.ts";

// What the check should say, by DESIGN §10 word for word. It is slow and shares nothing with the gate; who reads both
// should find this one obvious.

type Verdict = "passes" | "needs-label" | "refused";

/** What the check should say of one pull request, and all that it widens by. */
export interface Expected {
  readonly verdict: Verdict;
  readonly why: string;
  readonly widened: readonly Widened[];
}

/** "Each judged against its base and the default branch": by both, and the worse counts. */
export function expectedOf(world: World, pull: Pull): Expected {
  if (pull.undeterminable.length > 0) return { verdict: "refused", why: "undeterminable", widened: [] };
  return worse(against(world, pull, pull.base), against(world, pull, "main"));
}

function worse(one: Expected, other: Expected): Expected {
  const order: readonly Verdict[] = ["passes", "needs-label", "refused"];
  const worst = order.indexOf(one.verdict) >= order.indexOf(other.verdict) ? one : other;
  return { ...worst, widened: [...one.widened, ...other.widened] };
}

function against(world: World, pull: Pull, branch: string): Expected {
  const head = world.history.tree(world.head(pull));
  const base = world.treeOf(branch);
  const mergeBase = world.history.mergeBase(world.tip(branch), world.head(pull));
  if (mergeBase === undefined) return { verdict: "refused", why: "no merge base", widened: [] };
  const before = world.history.tree(mergeBase);
  const all = widened(before, head, settingsIn(base));
  const invalid = whyInvalid(before, head);
  if (invalid !== undefined) return { verdict: "refused", why: invalid, widened: all };
  if (all.length === 0) return { verdict: "passes", why: "nothing widens", widened: all };
  const missing = whatIsMissing(world, pull, base, all);
  if (missing === undefined) return { verdict: "passes", why: "it was allowed", widened: all };
  return { verdict: "needs-label", why: `${missing}, against ${branch}`, widened: all };
}

/** Why the label does not count; undefined where it does. */
function whatIsMissing(world: World, pull: Pull, base: Tree, all: readonly Widened[]): string | undefined {
  const settings = settingsIn(base);
  const isOurs = (label: string): boolean => label.toLowerCase() === settings.label.toLowerCase();
  if (!pull.labels.some(isOurs)) return "it is not labelled";
  const labelled = pull.labelEvents.findLast((event) => event.kind === "labeled" && isOurs(event.label));
  if (labelled === undefined) return "nobody knows who labelled it";
  const { actor } = labelled;
  if (actor?.kind !== "person" || labelled.viaApp) return "no human labelled it";
  const head = world.head(pull);
  const told = world.verdicts.some(
    (verdict) => verdict.commit === head && verdict.at > pull.aimedAt && verdict.at < labelled.at,
  );
  if (!told) return "the label was put on before the check had said what it is for";
  if (settings.labelBy === "anyone") return undefined;
  const people = world.people();
  if (settings.labelBy === "writer")
    return mayWrite(people, actor.login) ? undefined : `${actor.login} can't write`;
  const needed = all.flatMap(({ needs }) => needs);
  const owns = (login: string, file: string): boolean =>
    ownersIn(base, file).some((owner) => isOwner(people, login, owner) === "yes");
  if (!needed.some((file) => owns(actor.login, file))) return `${actor.login} owns nothing of it`;
  const allowing = [actor.login, ...approving(world, pull)];
  const missing = needed.find((file) => !allowing.some((login) => owns(login, file)));
  return missing === undefined ? undefined : `no owner of ${missing} allowed it`;
}

/** Who has a standing approval of exactly the head: of each person the last review that says yes or no counts. */
function approving(world: World, pull: Pull): string[] {
  const logins = new Set(pull.reviews.flatMap(({ author }) => (author === null ? [] : [author.login])));
  return [...logins].filter((login) => {
    const last = pull.reviews.findLast(
      (review) => review.author?.login === login && review.state !== "commented",
    );
    return last?.state === "approved" && last.commit === world.head(pull) && last.author?.kind === "person";
  });
}

/** Whether the check on a commit should be green: the worst over all open pull requests with that head. */
export function commitPasses(world: World, commit: string): boolean {
  return world
    .open()
    .filter((pull) => world.head(pull) === commit)
    .every((pull) => expectedOf(world, pull).verdict === "passes");
}

/** Whether the check on a merge group should be green. */
export function groupPasses(world: World, members: readonly Entry[]): boolean {
  const [first, last] = [members[0], members.at(-1)];
  if (first === undefined || last === undefined) return false;
  const { history } = world;
  if (whyInvalid(history.tree(first.base), history.tree(last.head)) !== undefined) return false;
  return members.every(({ number, base, head }) => {
    const pull = world.open().find((each) => each.number === number);
    if (pull === undefined || expectedOf(world, pull).verdict !== "passes") return false;
    const rules = settingsIn(world.treeOf("main"));
    const own = history.mergeBase(world.tip("main"), world.head(pull)) ?? "";
    const queued = widened(history.tree(base), history.tree(head), rules).map(({ what }) => what);
    const alone = widened(history.tree(own), history.tree(world.head(pull)), rules).map(({ what }) => what);
    return JSON.stringify(queued.toSorted()) === JSON.stringify(alone.toSorted());
  });
}
