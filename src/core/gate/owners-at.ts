import { CODEOWNERS_LOCATIONS, parseCodeowners, type OwnerRule } from "../owners/codeowners.ts";
import { ruleFinder } from "../owners/owners.ts";
import type { Snapshot } from "./snapshot.ts";

/** Who owns what at one commit. */
export interface OwnersAt {
  /** The CODEOWNERS file that counts: the first that is there, in GitHub's order. */
  readonly file: string | undefined;
  /** What tells two of them apart: the file's blob, or what stands in its place. */
  readonly content: string;
  /** The lines that count. */
  readonly rules: readonly OwnerRule[];
  /** Why the file that is there gives nobody anything; undefined when it does. */
  readonly why: "too-large" | "no-file" | undefined;
  /** The line that decides about a path; undefined when nobody owns it. */
  readonly rule: (path: string) => OwnerRule | undefined;
}

/**
 * The owners by the CODEOWNERS file of a commit (github.md §4). What is no regular file, or too large, is the file that
 * counts all the same, and gives nobody anything: that blocks, where another reading could let pass.
 */
export function ownersAt({ files }: Snapshot): OwnersAt {
  for (const file of CODEOWNERS_LOCATIONS) {
    const above = file.includes("/") ? files.get(file.slice(0, file.lastIndexOf("/"))) : undefined;
    const at = files.get(file) ?? (above?.kind === "folder" ? undefined : above);
    if (at === undefined) continue;
    if (at.kind !== "file" || at.bytes === undefined) {
      const why = at.kind === "too-large" ? "too-large" : "no-file";
      return { ...nobody(why), file, content: `${at.kind} ${at.blob}` };
    }
    const read = parseCodeowners(new TextDecoder().decode(at.bytes));
    const isTooLarge = read.invalid.some(({ why }) => why === "too-large");
    return {
      file,
      content: at.blob,
      rules: read.rules,
      why: isTooLarge ? "too-large" : undefined,
      rule: ruleFinder(read),
    };
  }
  return nobody(undefined);
}

function nobody(why: OwnersAt["why"]): OwnersAt {
  return { file: undefined, content: "", rules: [], why, rule: () => undefined };
}

/** The owners of a path as written; none when nobody owns it. */
export function ownersOfPath(owners: OwnersAt, path: string): readonly string[] {
  return owners.rule(path)?.owners ?? [];
}
