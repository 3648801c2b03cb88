/** An owner as CODEOWNERS can name one. Whether it exists and may write, only GitHub knows. */
export type Owner =
  | { readonly kind: "user"; readonly login: string }
  | { readonly kind: "team"; readonly organization: string; readonly slug: string }
  | { readonly kind: "email"; readonly address: string };

const USER = /^@([A-Za-z0-9_-]+)$/;
const TEAM = /^@([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)$/;
const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/;

/** What an owner of a line is: `@login`, `@organization/team` or an e-mail address; undefined for anything else. */
export function readOwner(owner: string): Owner | undefined {
  const login = USER.exec(owner)?.[1];
  if (login !== undefined) return { kind: "user", login };
  const [, organization, slug] = TEAM.exec(owner) ?? [];
  if (organization !== undefined && slug !== undefined) return { kind: "team", organization, slug };
  return EMAIL.test(owner) ? { kind: "email", address: owner } : undefined;
}
