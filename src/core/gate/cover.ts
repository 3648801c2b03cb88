import { sorted } from "../json/order.ts";
import { ownersOfPath, type OwnersAt } from "./owners-at.ts";
import { ownerKey, ownerQuestions, type PeopleAnswers, type PeopleQuestion } from "./people.ts";
import type { PullRequestNow, Review } from "./pull-request.ts";
import type { Widening } from "./verdict.ts";

/** A file whose owner allowed what needs it: by the label, or by an approving review of exactly this head. */
interface Covered {
  readonly file: string;
  readonly by: string;
  readonly as: "label" | "review";
  /** The owner that the person is or is one of, as CODEOWNERS names it. */
  readonly owner: string;
}

/** A file of which no owner has allowed what needs it. */
export interface Uncovered {
  readonly file: string;
  /** Empty: nobody owns it. */
  readonly owners: readonly string[];
  /** What GitHub could not tell of the people that were asked about, each once. */
  readonly unknown: readonly string[];
}

/** Who has allowed what. */
export interface Cover {
  readonly covered: readonly Covered[];
  readonly uncovered: readonly Uncovered[];
}

/** Why nothing is known of a person where no answer came. */
export const NOT_ASKED = "GitHub gave no answer";

/** Of so many approvers, the latest, it is asked what they own: each costs an answer for each owner. */
const MOST_APPROVERS = 50;

/** The files whose owners must allow some widenings, each once. */
export function filesNeeded(widenings: readonly Widening[]): string[] {
  return sorted(new Set(widenings.flatMap(({ needs }) => needs)));
}

/**
 * The people whose standing review approves exactly this head: of each the latest review that has an opinion, where a
 * dismissed one takes back and revives nothing, and a comment says nothing. No bot, and not whoever opened it.
 */
export function approversOf({ head, reviews, author }: PullRequestNow): string[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    if (review.author?.kind === "person" && review.state !== "commented")
      latest.set(review.author.login.toLowerCase(), review);
  }
  if (author !== null) latest.delete(author.login.toLowerCase());
  const standing = [...latest.values()].filter(
    ({ state, commit }) => state === "approved" && commit === head,
  );
  return standing
    .toSorted((one, two) => two.at - one.at)
    .slice(0, MOST_APPROVERS)
    .flatMap((review) => review.author?.login ?? []);
}

/** Who of the labeller and the approvers owns which of the files, by what GitHub says of them. */
export function coverOf(
  files: readonly string[],
  people: { readonly labeller: string; readonly approvers: readonly string[] },
  owners: OwnersAt,
  answers: PeopleAnswers,
): Cover {
  const covered: Covered[] = [];
  const uncovered: Uncovered[] = [];
  for (const file of files) {
    const named = ownersOfPath(owners, file);
    const by = (login: string, as: Covered["as"]): Covered | undefined => {
      const owner = named.find((each) => answers.get(ownerKey(login, each))?.is === "yes");
      return owner === undefined ? undefined : { file, by: login, as, owner };
    };
    const found =
      by(people.labeller, "label") ??
      people.approvers.map((login) => by(login, "review")).find((each) => each !== undefined);
    if (found !== undefined) covered.push(found);
    else uncovered.push({ file, owners: named, unknown: unknownsOf(named, people, answers) });
  }
  return { covered, uncovered };
}

function unknownsOf(
  owners: readonly string[],
  { labeller, approvers }: { readonly labeller: string; readonly approvers: readonly string[] },
  answers: PeopleAnswers,
): string[] {
  const whys = [labeller, ...approvers].flatMap((login) =>
    owners.flatMap((owner) => {
      const answer = answers.get(ownerKey(login, owner));
      if (answer === undefined) return [NOT_ASKED];
      return answer.is === "unknown" ? [answer.why] : [];
    }),
  );
  return [...new Set(whys)];
}

/**
 * What must be asked next to know who covers some files: first of the labeller, then of approvers for what the labeller
 * does not own. Nothing when all that can be known is known.
 */
export function questionsForCover(
  files: readonly string[],
  people: { readonly labeller: string; readonly approvers: readonly string[] },
  owners: OwnersAt,
  answers: PeopleAnswers,
): PeopleQuestion[] {
  const named = (paths: readonly string[]) => new Set(paths.flatMap((file) => ownersOfPath(owners, file)));
  const open = ownerQuestions([people.labeller], named(files), answers);
  if (open.length > 0) return open;
  const { uncovered } = coverOf(files, { ...people, approvers: [] }, owners, answers);
  return ownerQuestions(people.approvers, named(uncovered.map(({ file }) => file)), answers);
}
