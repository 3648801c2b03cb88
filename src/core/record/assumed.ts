import type { PeopleQuestion, Standing } from "../gate/people.ts";
import type { Change } from "./entry.ts";

/**
 * What the entries of a landing say of the ownership of then, which GitHub does not know any more: with it, all else of
 * them must come out again.
 * @param labeller also taken as entitled: whoever the entries say put the label on
 */
export function assumedAnswer(
  question: PeopleQuestion,
  entries: readonly Change[],
  labeller: boolean,
): Standing {
  const login = question.login.toLowerCase();
  const isLabeller = entries.some(({ label }) => label?.counts === true && label.by?.toLowerCase() === login);
  if (isLabeller && labeller) return { is: "yes" };
  if (question.kind === "may-write") return { is: isLabeller ? "yes" : "no" };
  const owner = question.owner.toLowerCase();
  const counted = entries.some(({ approvers }) =>
    approvers.some((each) => each.login.toLowerCase() === login && each.owner.toLowerCase() === owner),
  );
  if (counted) return { is: "yes" };
  const why = entries
    .flatMap(({ missing }) => missing)
    .flatMap((each) => (each.kind === "owner-unknown" && names(each.owners, owner) ? each.why : []));
  return why[0] === undefined ? { is: "no" } : { is: "unknown", why: why[0] };
}

function names(owners: readonly string[], owner: string): boolean {
  return owners.some((each) => each.toLowerCase() === owner);
}
