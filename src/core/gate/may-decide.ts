/**
 * Whether a file may be one that decides about scope (DESIGN §10), wherever the registry's folder is: its cards, grants and
 * settings, where it is said to be, CODEOWNERS, the workflows. Rather once too often than once too seldom.
 */
export function mayDecide(path: string): boolean {
  return DECIDING.some((pattern) => pattern.test(path));
}

const DECIDING = [
  /(?:^|\/)(?:cards|grants)\/.*\.ya?ml$/is,
  /(?:^|\/)toolcard\.ya?ml$/i,
  /^(?:\.github\/|docs\/)?CODEOWNERS$/i,
  /^\.github\/.*\.ya?ml$/is,
];
