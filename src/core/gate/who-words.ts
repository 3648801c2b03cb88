import { list, listAtMost, name, say, words, type Phrase } from "../explain/phrase.ts";
import type { Leg } from "./assess.ts";
import type { Uncovered } from "./cover.ts";
import { ownersWords } from "./fact-words.ts";
import { ownersOfPath } from "./owners-at.ts";

const FILES = 5;
const GROUPS = 20;

/** Whose label counts: "an owner". */
export const WHO: Readonly<Record<Leg["settings"]["labelBy"], string>> = {
  owner: "an owner",
  writer: "someone with write access",
  anyone: "a person",
};

/** Some files with who owns them, files of the same owners together: "`@a` (line 3 of … on `main`) for `x` and `y`". */
export function ownersOfFiles(files: readonly string[], leg: Leg): Phrase[] {
  const groups = new Map<string, { readonly files: string[]; readonly who: Phrase }>();
  for (const file of files) {
    const owners = ownersOfPath(leg.owners, file);
    const key = owners.length === 0 ? "" : `${leg.owners.rule(file)?.line}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { files: [file], who: whoOwns(file, leg) });
    else group.files.push(file);
  }
  const lines = [...groups.values()].map(({ files: theirs, who }) => {
    return say`${listAtMost(theirs.map(name), FILES, "more files")}: ${who}`;
  });
  if (lines.length <= GROUPS) return lines;
  return [
    ...lines.slice(0, GROUPS),
    words(`and ${lines.length - GROUPS} more groups of files with other owners`),
  ];
}

function whoOwns(file: string, { owners, branch }: Leg): Phrase {
  const rule = owners.rule(file);
  if (rule !== undefined && rule.owners.length > 0)
    return say`${ownersWords(rule.owners, "or")} (line ${rule.line} of ${owners.file ?? ""} on ${branch})`;
  if (owners.file === undefined)
    return say`nobody, as there is no CODEOWNERS file on ${branch}; add one there first`;
  if (owners.why === "too-large")
    return say`nobody, as ${owners.file} on ${branch} has 3 MB or more, and GitHub reads nothing of it; shorten it first`;
  if (owners.why === "no-file")
    return say`nobody, as ${owners.file} on ${branch} is no regular file; put the file itself there first`;
  return say`nobody; name an owner in ${owners.file} on ${branch} first`;
}

/** What could not be found out about people, and what helps. */
export function unknownWords(unknown: readonly string[]): Phrase[] {
  const whys = [...new Set(unknown)];
  if (whys.length === 0) return [];
  const help =
    "Name people in CODEOWNERS, or give this check the token of an App that may read teams, or set `labelBy: writer`.";
  return [
    say`GitHub does not say whether that is an owner: ${list(whys.slice(0, FILES).map(name))}. ${words(help)}`,
  ];
}

/** The files that nobody of those asked owns, with why. */
export function uncoveredWords(uncovered: readonly Uncovered[], leg: Leg): Phrase[] {
  const lines = ownersOfFiles(
    uncovered.map(({ file }) => file),
    leg,
  );
  return [...lines, ...unknownWords(uncovered.flatMap(({ unknown }) => unknown))];
}

/** People by their logins, in words: "`a` and `b`". */
export function loginsWords(logins: readonly string[]): Phrase {
  return listAtMost(logins.map(name), FILES);
}
