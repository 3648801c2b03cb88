import { NOT_ASKED } from "../gate/cover.ts";
import { ownersOfPath, type OwnersAt } from "../gate/owners-at.ts";
import { ownerKey, ownerQuestions, type PeopleAnswers, type PeopleQuestion } from "../gate/people.ts";
import type { Candidate } from "./candidates.ts";
import type { Approver, Missing } from "./entry.ts";

/** Who approved one file, and through which cards where not as its own owner; or what is missing. */
export interface FileApproval {
  readonly approvers: readonly Approver[];
  readonly through: readonly string[];
  readonly missing: Missing | undefined;
}

/**
 * Who of the candidates owns a file, by the last approved CODEOWNERS and by what GitHub says of them. `cards`: those whose
 * owners do as well, each of them, because the file only loses what leaves these cards.
 */
export function approvalOf(
  file: string,
  cards: readonly string[] | undefined,
  candidates: readonly Candidate[],
  owners: OwnersAt,
  answers: PeopleAnswers,
): FileApproval {
  const own = ownersAmong(candidates, file, owners, answers);
  if (own.length > 0) return { approvers: own, through: [], missing: undefined };
  const byCard = (cards ?? []).map((card) => ownersAmong(candidates, card, owners, answers));
  if (cards !== undefined && byCard.every((each) => each.length > 0))
    return { approvers: byCard.flat(), through: cards, missing: undefined };
  return { approvers: [], through: [], missing: missingOf(file, candidates, owners, answers) };
}

function ownersAmong(
  candidates: readonly Candidate[],
  file: string,
  owners: OwnersAt,
  answers: PeopleAnswers,
): Approver[] {
  const rule = owners.rule(file);
  if (rule === undefined) return [];
  return candidates.flatMap(({ login, as, commit, at, independent }): Approver[] => {
    const owner = rule.owners.find((each) => answers.get(ownerKey(login, each))?.is === "yes");
    return owner === undefined ? [] : [{ login, as, commit, at, file, owner, line: rule.line, independent }];
  });
}

function missingOf(
  file: string,
  candidates: readonly Candidate[],
  owners: OwnersAt,
  answers: PeopleAnswers,
): Missing {
  const named = [...ownersOfPath(owners, file)];
  if (named.length === 0) return { kind: "no-owner", file };
  const why = candidates.flatMap(({ login }) =>
    named.flatMap((owner) => {
      const answer = answers.get(ownerKey(login, owner));
      if (answer === undefined) return [NOT_ASKED];
      return answer.is === "unknown" ? [answer.why] : [];
    }),
  );
  if (why.length > 0) return { kind: "owner-unknown", file, owners: named, why: [...new Set(why)] };
  return { kind: "no-approval", file, owners: named };
}

/** What must be asked of GitHub to know who of the candidates owns which of the files; without what is known. */
export function questionsForApprovers(
  files: readonly string[],
  candidates: readonly Candidate[],
  owners: OwnersAt,
  answers: PeopleAnswers,
): PeopleQuestion[] {
  const named = new Set(files.flatMap((file) => ownersOfPath(owners, file)));
  const logins = candidates.map(({ login }) => login);
  return ownerQuestions(logins, named, answers);
}
