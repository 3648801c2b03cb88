import { shown, type Problem } from "../yaml/problem.ts";
import { CODEOWNERS_LIMIT, CODEOWNERS_LOCATIONS, parseCodeowners, type Codeowners } from "./codeowners.ts";

/** The one CODEOWNERS file that counts, and where it is. */
export interface CodeownersFile {
  readonly path: string;
  /** Empty where it is too large. */
  readonly text: string;
  readonly codeowners: Codeowners;
}

/** What stands at one of `CODEOWNERS_LOCATIONS`: only a file has bytes. */
interface Found {
  readonly kind: "nothing" | "file" | "folder" | "link" | "submodule" | "other" | "too-large";
  readonly bytes?: Uint8Array;
}

/** The folders that may hold CODEOWNERS: nothing is known of what is behind one that is none. */
const FOLDERS = [".github", "docs"];

/** The paths that `codeownersIn` looks at. */
export const CODEOWNERS_PATHS: readonly string[] = [...FOLDERS, ...CODEOWNERS_LOCATIONS];

/**
 * The CODEOWNERS file that counts, of what a repository has at `CODEOWNERS_PATHS`; undefined where it has none. What
 * GitHub makes of a link there nobody says, so it is a problem and no place to pass over.
 */
export function codeownersIn(
  found: ReadonlyMap<string, Found>,
): { ok: true; file: CodeownersFile | undefined } | { ok: false; problem: Problem } {
  for (const path of CODEOWNERS_LOCATIONS) {
    const above = FOLDERS.find((folder) => path.startsWith(`${folder}/`)) ?? "";
    const folder = found.get(above)?.kind ?? "folder";
    if (folder !== "folder" && folder !== "nothing") return problemWith(above, "folder");
    const at = found.get(path);
    if (at === undefined || at.kind === "nothing") continue;
    if (at.kind === "too-large") return { ok: true, file: { path, text: "", codeowners: TOO_LARGE } };
    if (at.bytes === undefined) return problemWith(path, "file");
    const text = new TextDecoder().decode(at.bytes);
    return { ok: true, file: { path, text, codeowners: parseCodeowners(text) } };
  }
  return { ok: true, file: undefined };
}

function problemWith(file: string, wanted: "file" | "folder"): { ok: false; problem: Problem } {
  const what = `this is no ${wanted}, so nobody can tell what GitHub reads here`;
  return { ok: false, problem: { file, line: 1, column: 1, what, instead: `put the ${wanted} itself here` } };
}

const TOO_LARGE = parseCodeowners(" ".repeat(CODEOWNERS_LIMIT));

type InvalidLine = Codeowners["invalid"][number];
type DoubtfulLine = Codeowners["doubtful"][number];

/** What is wrong with a line that GitHub skips. */
export function invalidProblem(file: string, line: InvalidLine): Problem {
  const [what, instead] = invalidWords(line);
  return { file, line: line.line, column: 1, what: `GitHub skips ${what}`, instead };
}

function invalidWords({ why, owner = "" }: InvalidLine): readonly [what: string, instead: string] {
  switch (why) {
    case "negation":
      return [
        "this line: ! takes nothing away",
        "write a later line without owners for what nobody should own",
      ];
    case "escaped-hash":
      return ["this line: # can't be escaped", "write ? for the character"];
    case "three-asterisks":
      return ["this line: *** is no pattern", "write **"];
    case "only-a-slash":
      return ["this line: / alone matches nothing", "write * for everything"];
    case "empty-segment":
      return ["this line: nothing stands between two slashes", "write single slashes"];
    case "dangling-backslash":
      return ["this line: the backslash at the end escapes nothing", "take it away"];
    case "invalid-owner":
      return [
        `this line: ${shown(owner)} is no owner`,
        "write @person, @organization/team or an e-mail address",
      ];
    case "too-large":
      return ["the whole file: it has 3 MB or more", "shorten it"];
  }
}

/** What a line that counts may have been meant to say. */
export function doubtfulProblem(file: string, { line, why }: DoubtfulLine): Problem {
  const [what, instead] = DOUBTS[why];
  return { file, line, column: 1, what, instead };
}

const DOUBTS: Readonly<Record<DoubtfulLine["why"], readonly [what: string, instead: string]>> = {
  brackets: ["[ and ] are plain characters here", "write a line for each name if a range was meant"],
  "hash-without-blank": ["# begins a comment, also inside a word", "write a blank before it, or ? for it"],
};
