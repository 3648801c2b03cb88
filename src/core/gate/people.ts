/** Whether something is so of a person; where GitHub can't tell, the reason in words. Unknown never counts as yes. */
export type Standing = { readonly is: "yes" | "no" } | { readonly is: "unknown"; readonly why: string };

/** Something to be asked of GitHub about a person. `owner` is as CODEOWNERS writes it: `@login`, `@organization/team`, an e-mail address. */
export type PeopleQuestion =
  | { readonly kind: "is-owner"; readonly login: string; readonly owner: string }
  | { readonly kind: "may-write"; readonly login: string };

/** The answers by `questionKey`; one that is missing counts as unknown. */
export type PeopleAnswers = ReadonlyMap<string, Standing>;

/** The key of a question among the answers. GitHub compares logins and teams without their case. */
export function questionKey(question: PeopleQuestion): string {
  const login = question.login.toLowerCase();
  return question.kind === "may-write"
    ? `may-write ${login}`
    : `is-owner ${login} ${question.owner.toLowerCase()}`;
}

/** The key of whether somebody is an owner. */
export function ownerKey(login: string, owner: string): string {
  return questionKey({ kind: "is-owner", login, owner });
}

/** Whether each of some people is each of some owners; without what is known. */
export function ownerQuestions(
  logins: Iterable<string>,
  owners: ReadonlySet<string>,
  answers: PeopleAnswers,
): PeopleQuestion[] {
  const questions = new Map<string, PeopleQuestion>();
  for (const login of logins) {
    for (const owner of owners) {
      const key = ownerKey(login, owner);
      if (!answers.has(key)) questions.set(key, { kind: "is-owner", login, owner });
    }
  }
  return [...questions.values()];
}
