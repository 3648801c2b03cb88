import { plural } from "../core/explain/phrase.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { findingWords } from "../core/record/words.ts";
import { openRecord, type OpenRecord } from "../jobs/open-record.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry } from "./open-registry.ts";

interface VerifyOptions {
  readonly since?: string;
  readonly branch?: string;
  readonly record?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `toolcard verify`: is everything in use approved and recorded, by what a clone knows? */
export async function verify(folder: string | undefined, options: VerifyOptions, io: Io): Promise<Exit> {
  const { repository } = await openRegistry(folder, io);
  const { branch, record: ledger, since, all } = options;
  const open = await openRecord({ repository, branch, ledger, since, all });
  const head = open.ledger.entries.at(-1);
  if (options.json === true) {
    const said = { use: open.use, entries: open.ledger.entries.length, head: head?.hash ?? null };
    io.out(`${asciiJson({ ...said, findings: open.findings })}\n`);
  } else {
    for (const finding of open.findings) io.out(`${findingWords(finding)}\n`);
    io.out(`${summary(open, head?.hash)}\n`);
  }
  return open.findings.length === 0 && open.use !== "unknown" ? EXIT.clean : EXIT.drift;
}

function summary({ use, ledger, findings }: OpenRecord, head: string | undefined): string {
  if (use === "unknown")
    return "Whether approvals are in use can't be told from a shallow clone: fetch the whole history.";
  const entries = plural(ledger.entries.length, "entry", "entries");
  const state = findings.length === 0 ? "all that is in use is approved" : plural(findings.length, "finding");
  if (use === "not-in-use")
    return `Approvals are not in use here. ${head === undefined ? "" : `${entries}.`}`.trim();
  return `${entries}, ${state}. The record's head is ${head ?? "nothing"}; keep it for --since.`;
}
