import { plain } from "../explain/inert.ts";
import { plural } from "../explain/phrase.ts";
import type { Change, Entry, GrantName, Missing } from "./entry.ts";
import type { Finding } from "./finding.ts";
import { LEDGER_FILE } from "./ledger.ts";
import { timeOf } from "./query.ts";

const NAME = { form: "name", limit: 80 } as const;
const LISTED = 5;

const shown = (text: string) => plain(text, NAME);

function list(texts: readonly string[]): string {
  const head = texts.slice(0, LISTED).map(shown).join(", ");
  return texts.length > LISTED ? `${head} and ${texts.length - LISTED} more` : head;
}

/** What is missing for an approval, in words. */
export function missingWords(missing: Missing): string {
  switch (missing.kind) {
    case "no-pull-request":
      return "it came without a pull request";
    case "history-rewritten":
      return "the default branch was pushed over";
    case "no-owner":
      return `nobody owns ${shown(missing.file)}`;
    case "no-approval":
      return `no owner of ${shown(missing.file)} merged or approved it (${list(missing.owners)})`;
    case "owner-unknown":
      return `GitHub did not say whether an owner of ${shown(missing.file)} merged or approved it: ${list(missing.why)}`;
    case "landed-wider":
      return `what landed in ${shown(missing.file)} is wider than the merged head: ${plain(missing.what, { limit: 200 })}`;
    case "no-label":
      return `the label did not count (${shown(missing.why)})`;
    case "unread":
      return `not all of it could be read: ${plain(missing.why, { limit: 200 })}`;
    default:
      return missing satisfies never;
  }
}

/** What verification found, in one line, and what to do. */
export function findingWords(finding: Finding): string {
  switch (finding.kind) {
    case "record-broken":
      return `${LEDGER_FILE}:${finding.line}: ${finding.what}; nothing from this line on can be trusted: put back the branch as it was`;
    case "record-missing":
      return "there is no record here; fetch the branch toolcard-approvals, or put it back";
    case "record-rewritten":
      return `${LEDGER_FILE}: commit ${finding.commit.slice(0, 12)} of its branch took away or changed what was there; its branch may only grow`;
    case "hash-gone":
      return `${LEDGER_FILE}: ${shown(finding.hash)} is no longer in it; it was cut or written anew since`;
    case "other-genesis":
      return `${LEDGER_FILE}:1: approval.genesis was set to ${finding.named.slice(0, 19)}…, and the record begins with ${finding.found.slice(0, 19)}…`;
    case "adoption-unapproved":
      return "no approved change has written approval.genesis; merge that pull request as an owner of the settings, and record it";
    case "entry-wrong":
      return `${LEDGER_FILE}:${finding.line}: ${shown(finding.file)}: ${plain(finding.what, { limit: 200 })}`;
    case "content-lost":
      return `${LEDGER_FILE}:${finding.line}: ${shown(finding.file)}: git has no commit ${finding.commit.slice(0, 12)}, with which it was approved; fetch the whole history`;
    case "unrecorded":
      return `${shown(finding.file)}: changed with commit ${finding.commit.slice(0, 12)}, which is not in the record; run the record job, and if that was done, the record was cut`;
    case "unapproved":
      return `${LEDGER_FILE}:${finding.line}: ${shown(finding.file)}: not approved since commit ${finding.commit.slice(0, 12)}${finding.pull === null ? "" : ` (pull request ${finding.pull})`}: ${finding.missing.map(missingWords).join("; ")}`;
    case "history-cut":
      return "this is a shallow clone; fetch the whole history (fetch-depth: 0)";
    default:
      return finding satisfies never;
  }
}

/** An entry in a few lines: when, what, by whom, and what it changed. */
export function entryWords(entry: Entry): string {
  const time = timeOf(entry).slice(0, 16).replace("T", " ");
  if (entry.kind === "adoption") {
    const state = `${plural(entry.files.length, "file")}, ${plural(entry.grants.length, "grant")}`;
    return `${time}  adopted     ${state}, by ${shown(entry.by)}: ${plain(entry.why, { limit: 200 })}\n`;
  }
  const state = entry.approved ? "approved  " : "UNAPPROVED";
  const where =
    entry.pull === null ? `commit ${entry.commit.slice(0, 12)}` : `pull request ${entry.pull.number}`;
  const head = `${time}  ${state}  ${shown(entry.file)}  ${where}\n`;
  return head + [...approvalLines(entry), ...changeLines(entry)].map((line) => `    ${line}\n`).join("");
}

const AS = {
  merge: "merged it",
  "auto-merge": "set it to merge",
  queue: "put it into the queue",
  review: "approved it",
};

function approvalLines(entry: Change): string[] {
  const { approvers, through, merged, label, missing } = entry;
  const lines = approvers.map(({ login, as, owner, line, file, independent }) => {
    const whose = file === entry.file ? "" : ` of ${shown(file)}`;
    const part =
      independent === "yes" ? "" : independent === "no" ? ", had a part in it" : ", perhaps had a part in it";
    return `${shown(login)} ${AS[as]}, as owner ${shown(owner)}${whose} (CODEOWNERS line ${line})${part}`;
  });
  if (through.length > 0) lines.push("it only loses grants of tools that left these cards");
  if (merged !== null)
    lines.push(`merged by ${merged.by === null ? "an account that is gone" : shown(merged.by)}`);
  for (const each of missing) lines.push(`missing: ${missingWords(each)}`);
  if (label?.counts === true) lines.push(`label ${shown(label.name)} by ${shown(label.by ?? "")}`);
  if (label?.counts === false)
    lines.push(`label ${shown(label.name)} did not count (${shown(label.why ?? "")})`);
  return lines;
}

function changeLines({ drift, grants, cut }: Change): string[] {
  const lines = cut ? ["too much came and went to be listed"] : [];
  const say = (what: string, names: readonly string[]) => {
    if (names.length > 0) lines.push(`${what} ${list(names)}`);
  };
  say("tools added:", drift?.added ?? []);
  say("tools removed:", drift?.removed ?? []);
  say("tools changed:", drift?.changed.map(({ tool }) => tool) ?? []);
  say("grants revoked:", drift?.grants.map(({ agent, tool }) => `${agent} ${tool}`) ?? []);
  say("grants given:", grants?.added.map(grantWords) ?? []);
  say("grants taken:", grants?.removed.map(grantWords) ?? []);
  return lines;
}

function grantWords({ agent, server, tool, job }: GrantName): string {
  return `${agent} ${server} ${tool} (${job})`;
}
