import { codeSpan } from "../explain/inert.ts";
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
  const known = new Map<string, Entry>(entries.map((entry) => [entry.hash, entry]));
  const unapproved = stateOf(entries)?.unapproved ?? new Map<string, Change>();
  const wanted = new Map([...unapproved.values()].map((entry) => [entry.hash, entry]));
  const steps: IssueStep[] = [];
  const there = new Set<string>();
  for (const { number, body } of open) {
    const hash = MARKER.exec(body)?.[1];
    // One about an entry that we don't know is by somebody who has read further.
    const about = hash === undefined ? undefined : known.get(hash);
    if (hash === undefined || about?.kind !== "change") continue;
    if (!wanted.has(hash))
      steps.push({ kind: "close", number, comment: unapproved.has(about.file) ? AGAIN : OVER });
    else if (there.has(hash))
      steps.push({ kind: "close", number, comment: "There is another issue about this.\n" });
    there.add(hash);
  }
  const fresh = [...wanted.values()].filter(({ hash }) => !there.has(hash));
  const kept = [...there].filter((hash) => wanted.has(hash)).length;
  for (const entry of fresh.slice(0, Math.max(0, MOST_OPENED - kept)))
    steps.push({ kind: "open", ...issueOf(entry) });
  return steps;
}

const OF: Readonly<Record<Change["of"], string>> = {
  card: "the card of",
  grants: "the grants of",
  settings: "the settings",
  folder: "where the registry is",
  owners: "CODEOWNERS",
};

const OVER = "The file is as it was approved now.\n";
const AGAIN =
  "The file is otherwise than it was approved once more since: there is another issue about that.\n";

function issueOf(entry: Change): { title: string; body: string } {
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
      `To approve it, an owner merges a pull request that changes the file, or one that puts it back. This issue is closed when that is recorded. \`toolcard verify\` names it at line ${sequence + 1} of the record, and every other file that is not as it was approved: at most ${MOST_OPENED} have an issue at a time.`,
      "",
    ].join("\n"),
  };
}

const MOST_MISSING = 20;
