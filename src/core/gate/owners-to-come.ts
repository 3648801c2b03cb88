import { matches, readPattern, splitPath } from "../owners/pattern.ts";
import { FOLDERS } from "../registry/layout.ts";
import type { OwnerRule } from "../owners/codeowners.ts";

/** A card or a grants file that could come, for which a line of CODEOWNERS is meant. */
export interface ToCome {
  readonly path: string;
  readonly rule: OwnerRule;
}

/** A name that nobody has given to anything. */
const FRESH = "file-that-could-come.yaml";

/** What the last `*` of a pattern can stand for, so that a name ends as those of cards do. */
const ENDS = ["a", "", "a.", "a.y", "a.ya", "a.yam", "a.yaml"];

/**
 * Cards and grants files that could come into a registry: one for each line that matches any, in each of its folders.
 * Whoever takes such a file's owner before it is there could allow it afterwards.
 */
export function filesToCome(folder: string, rules: readonly OwnerRule[]): ToCome[] {
  const inside = folder === "" ? "" : `${folder}/`;
  return rules.flatMap((rule) => {
    const pattern = readPattern(rule.pattern);
    if (typeof pattern === "string") return [];
    const names = [FRESH, ...namesLike(rule.pattern)].filter((name) => /^[^/]+\.yaml$/.test(name));
    return Object.keys(FOLDERS).flatMap((kind) => {
      const paths = names.map((name) => `${inside}${kind}/${name}`);
      const path = paths.find((each) => matches(pattern, splitPath(each)));
      return path === undefined ? [] : [{ path, rule }];
    });
  });
}

/** Names that the last step of a pattern may match. */
function namesLike(pattern: string): string[] {
  const step = pattern.slice(pattern.lastIndexOf("/") + 1).replaceAll("?", "a");
  const at = step.lastIndexOf("*");
  if (at < 0) return [step.replaceAll("\\", "")];
  const start = step.slice(0, at).replaceAll("*", "a");
  return ENDS.map((end) => `${start}${end}${step.slice(at + 1)}`.replaceAll("\\", ""));
}
