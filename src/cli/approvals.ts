import { plural } from "../core/explain/phrase.ts";
import { asciiJson, asciiLine } from "../core/json/ascii.ts";
import { readLedger } from "../core/record/ledger.ts";
import { entriesFor, type RecordQuery } from "../core/record/query.ts";
import { statementOf } from "../core/record/statement.ts";
import { entryWords } from "../core/record/words.ts";
import { readLedgerBranch } from "../disk/git-ledger.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry } from "./open-registry.ts";

interface ApprovalsOptions extends RecordQuery {
  readonly record?: string;
  readonly json?: boolean;
  readonly statements?: boolean;
}

/** `toolcard approvals`: the record, or what of it is asked for. Whether it can be relied on, `verify` says. */
export async function approvals(
  folder: string | undefined,
  options: ApprovalsOptions,
  io: Io,
): Promise<Exit> {
  const { repository } = await openRegistry(folder, io);
  const read = await readLedgerBranch(repository, options.record);
  if (read === undefined)
    throw new Error(
      "there is no record here: fetch the branch toolcard-approvals, or begin one with toolcard approvals adopt",
    );
  const { entries, faults } = readLedger(read.text);
  const found = entriesFor(entries, options);
  if (options.statements === true) {
    for (const entry of found) io.out(`${asciiLine(statementOf(entry))}\n`);
  } else if (options.json === true) io.out(`${asciiJson({ entries: found, faults })}\n`);
  else {
    for (const entry of found) io.out(entryWords(entry));
    io.out(`${plural(found.length, "entry", "entries")} of ${entries.length}\n`);
  }
  const [fault] = faults;
  if (fault === undefined) return EXIT.clean;
  io.err(`The record is broken from line ${fault.line} on: run toolcard verify\n`);
  return EXIT.drift;
}
