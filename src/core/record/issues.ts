import { codeSpan } from "../explain/inert.ts";
import { plural } from "../explain/phrase.ts";
import { isName } from "../registry/shape-parts.ts";
import type { Change, Entry } from "./entry.ts";
import { missingWords } from "./words.ts";
import { stateOf } from "./state.ts";

/** An open issue that our own app opened. */
export interface OpenIssue {
  readonly number: number;
  readonly body: string;
}

/** What is to be done about issues: one is open for each file that is otherwise than it was approved. */
export type IssueStep =
  | { readonly kind: "open"; readonly title: string; readonly body: string }
  | { readonly kind: "close"; readonly number: number; readonly comment: string };

const MARKER = /^<!-- toolcard:unapproved (sha256:[0-9a-f]{64}) -->/;

/** How many are opened at once: a pushed registry of a thousand files is one thing to look at, and not a thousand. */
const MOST_OPENED = 10;

/**
 * Plans the issues about unapproved changes: one for each file, known by the entry with which it began; closed when an
 * approved change has superseded it, or it was taken back. The same record twice plans nothing more.
 * @param entries all of the record
 * @param open the issues that are open, oldest first
 */
export function issueSteps(entries: readonly Entry[], open: readonly OpenIssue[]): IssueStep[] {
  const known = new Set(entries.map(({ hash }) => hash));
  const unapproved = [...(stateOf(entries)?.unapproved.values() ?? [])];
  const wanted = new Map(unapproved.map((entry) => [entry.hash, entry]));
  const steps: IssueStep[] = [];
  const there = new Set<string>();
  for (const { number, body } of open) {
    const hash = MARKER.exec(body)?.[1];
    // One about an entry that we don't know is by somebody who has read further.
    if (hash === undefined || !known.has(hash)) continue;
    if (!wanted.has(hash))
      steps.push({ kind: "close", number, comment: "The file is as it was approved now.\n" });
    else if (there.has(hash))
      steps.push({ kind: "close", number, comment: "There is another issue about this.\n" });
    there.add(hash);
  }
  const fresh = [...wanted.values()].filter(({ hash }) => !there.has(hash));
  const kept = [...there].filter((hash) => wanted.has(hash)).length;
  const opened = fresh.slice(0, Math.max(0, MOST_OPENED - kept));
  const more = fresh.length - opened.length;
  for (const entry of opened) steps.push({ kind: "open", ...issueOf(entry, more) });
  return steps;
}

const OF: Readonly<Record<Change["of"], string>> = {
  card: "the card of",
  grants: "the grants of",
  settings: "the settings",
  folder: "where the registry is",
  owners: "CODEOWNERS",
};

/** `more`: how many other files have no issue yet. */
function issueOf(entry: Change, more: number): { title: string; body: string } {
  const { of, server, agent, file, commit, pull, missing, hash, sequence } = entry;
  const name = server ?? agent;
  const what = name === null || !isName(name) ? OF[of].replace(/ of$/, "") : `${OF[of]} ${name}`;
  const where = pull === null ? `commit ${commit}` : `pull request #${pull.number} (${commit})`;
  return {
    title: `Unapproved change: ${what}`,
    body: [
      `<!-- toolcard:unapproved ${hash} -->`,
      `${codeSpan(file)} is not as it was approved since ${where}. What it adds is not permitted; what it takes away is gone already.`,
      "",
      "Missing for an approval:",
      "",
      ...missing.slice(0, MOST_MISSING).map((each) => `- ${codeSpan(missingWords(each), { limit: 400 })}`),
      ...(missing.length > MOST_MISSING ? [`- and ${missing.length - MOST_MISSING} more`] : []),
      "",
      `To approve it, an owner merges a pull request that changes the file, or one that puts it back. \`toolcard verify\` names it at line ${sequence + 1} of the record. This issue is closed when that is recorded.`,
      "",
      ...(more === 0
        ? []
        : [
            `${plural(more, "other file is", "other files are")} not as approved either: \`toolcard verify\` names all. Their issues are opened as these are closed.`,
            "",
          ]),
    ].join("\n"),
  };
}

const MOST_MISSING = 20;
