import { parseCodeowners, type Codeowners, type OwnerRule } from "./codeowners.ts";
import { matches, readPattern, splitPath } from "./pattern.ts";

/**
 * The line that decides who owns a path: the last one that matches. Undefined when none does. Lines never add up. It
 * never throws, and for a given path its time grows with the size of the file and no faster.
 */
export function ruleFor(codeowners: string | Codeowners, path: string): OwnerRule | undefined {
  return ruleFinder(typeof codeowners === "string" ? parseCodeowners(codeowners) : codeowners)(path);
}

/** `ruleFor` for many paths: the patterns are read once, and a path that was asked for before costs nothing. */
export function ruleFinder({ rules }: Codeowners): (path: string) => OwnerRule | undefined {
  const lines = rules.map((rule) => ({ rule, pattern: readPattern(rule.pattern) }));
  const found = new Map<string, OwnerRule | undefined>();
  return (path) => {
    if (found.has(path)) return found.get(path);
    const parts = splitPath(path);
    const line = lines.findLast(({ pattern }) => typeof pattern !== "string" && matches(pattern, parts));
    found.set(path, line?.rule);
    return line?.rule;
  };
}

/**
 * Who owns a path, by the text of a CODEOWNERS file (`CODEOWNERS_LOCATIONS` says which), as GitHub decides it:
 * https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
 *
 * The owners are as written: `@login`, `@organization/team` or an e-mail address. None (`[]`) means unowned. The path is
 * as git writes it: from the root of the repository, without a leading slash. It never throws.
 */
export function ownersOf(codeowners: string, path: string): string[] {
  return [...(ruleFor(codeowners, path)?.owners ?? [])];
}
