import type { OwnerRule } from "../owners/codeowners.ts";
import { readOwner } from "../owners/owner.ts";
import { sameJson } from "../json/equal.ts";
import type { Approver, Change } from "./entry.ts";

/**
 * What contradicts an entry in itself, or by the rules of the CODEOWNERS file that was approved last before it: who is a
 * member of a team, and what happened on GitHub, can't be told from here.
 */
export function wrongInEntry(
  entry: Change,
  before: string | undefined,
  ruleOf: (path: string) => OwnerRule | undefined,
): string[] {
  const wrong: string[] = [];
  if ((before ?? null) !== entry.before)
    wrong.push("what it says was there before is not what the entry before left");
  if (entry.approved !== (entry.missing.length === 0))
    wrong.push("it says of itself that it is approved, and that something is missing, or neither");
  const rule = ruleOf(entry.file);
  const said = entry.owners && { line: entry.owners.line, owners: entry.owners.owners };
  if (!sameJson(said, rule === undefined ? null : { line: rule.line, owners: rule.owners }))
    wrong.push("it names other owners than the CODEOWNERS file that was approved last");
  for (const approver of entry.approvers) {
    if (!isOwnerBy(approver, ruleOf(approver.file)))
      wrong.push(`it counts ${approver.login} as an owner, and CODEOWNERS does not`);
    if (approver.commit !== entry.pull?.head)
      wrong.push(`it counts an approval by ${approver.login} of another commit than the merged head`);
  }
  if (entry.approved && !isCovered(entry)) wrong.push("it is approved by nobody");
  return wrong;
}

function isOwnerBy({ login, owner, line }: Approver, rule: OwnerRule | undefined): boolean {
  if (rule?.line !== line || !rule.owners.includes(owner)) return false;
  const read = readOwner(owner);
  return read?.kind !== "user" || read.login.toLowerCase() === login.toLowerCase();
}

function isCovered({ file, through, approvers, pull }: Change): boolean {
  const files = through.length === 0 ? [file] : through;
  return pull !== null && files.every((each) => approvers.some((approver) => approver.file === each));
}
