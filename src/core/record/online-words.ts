import { plain } from "../explain/inert.ts";
import { plural } from "../explain/phrase.ts";
import { LEDGER_FILE } from "./ledger.ts";
import type { Lost, OnlineFinding, Ownership } from "./online.ts";

const shown = (text: string) => plain(text, { form: "name", limit: 80 });

/** What GitHub contradicts, in one line, and what to do. */
export function onlineFindingWords(finding: OnlineFinding): string {
  switch (finding.kind) {
    case "other-record":
      return `${LEDGER_FILE}:${finding.line}: GitHub's record is another one from here on; fetch toolcard-approvals, and if it was fetched, one of the two was written anew`;
    case "record-behind":
      return `${LEDGER_FILE}: GitHub's record has ${plural(finding.lines, "line")} more; fetch toolcard-approvals and verify again, and if it was fetched, this one was cut`;
    case "record-ahead":
      return `${LEDGER_FILE}: this record has ${plural(finding.lines, "line")} that GitHub's has not: GitHub's was cut, or these were never written there`;
    case "not-landed":
      return `${LEDGER_FILE}:${finding.line}: ${shown(finding.file)}: GitHub's default branch has no such change with commit ${finding.commit.slice(0, 12)}`;
    case "not-recorded":
      return `${shown(finding.file)}: landed on GitHub with commit ${finding.commit.slice(0, 12)}, which is not in the record; run the record job, and if that was done, the record was cut`;
    case "entry-differs":
      return `${LEDGER_FILE}:${finding.line}: ${shown(finding.file)}: since commit ${finding.commit.slice(0, 12)} the record says ${finding.field} ${value(finding.recorded)}, and GitHub ${value(finding.now)}`;
    default:
      return finding satisfies never;
  }
}

/** An ownership in one line: whether GitHub still says so. */
export function ownershipWords({ line, file, login, owner, is, why }: Ownership): string {
  const what = `${LEDGER_FILE}:${line}: ${shown(file)}: ${shown(login)} as ${shown(owner)}`;
  return is === "confirmed"
    ? `${what}: confirmed now`
    : `${what}: recorded only (${plain(why ?? "", { limit: 200 })})`;
}

/** What GitHub can't say any more, in one line. */
export function lostWords({ line, file, why }: Lost): string {
  return `${LEDGER_FILE}:${line}: ${shown(file)}: recorded only (${why})`;
}

function value(json: string): string {
  return plain(json, { limit: 160 });
}
