import { plain } from "../core/explain/inert.ts";
import { plural } from "../core/explain/phrase.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { lostWords, onlineFindingWords, ownershipWords } from "../core/record/online-words.ts";
import { findingWords } from "../core/record/words.ts";
import { openRecord, type OpenRecord } from "../jobs/open-record.ts";
import type { VerifiedOnline } from "../jobs/verify-online.ts";
import { EXIT, worst, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry, type OpenRegistry } from "./open-registry.ts";

interface VerifyOptions {
  readonly since?: string;
  readonly branch?: string;
  readonly record?: string;
  readonly all?: boolean;
  readonly online?: boolean;
  readonly json?: boolean;
}

/** What GitHub said, or why it said nothing. */
type Online = VerifiedOnline | { readonly failed: string } | undefined;

/** `toolcard verify`: is everything in use approved and recorded, by what a clone knows, and with `--online` GitHub? */
export async function verify(folder: string | undefined, options: VerifyOptions, io: Io): Promise<Exit> {
  const registry = await openRegistry(folder, io);
  const { branch, record: ledger, since, all } = options;
  const open = await openRecord({ repository: registry.repository, branch, ledger, since, all });
  const online = options.online === true ? await askGitHub(open, registry, since, io) : undefined;
  io.out(options.json === true ? `${asciiJson(dataOf(open, online))}\n` : linesOf(open, online));
  const isFound = open.findings.length > 0 || open.use === "unknown";
  if (online !== undefined && "failed" in online) io.err(`GitHub could not be asked: ${online.failed}\n`);
  return worst([isFound ? EXIT.drift : EXIT.clean, statusOf(online)]);
}

function statusOf(online: Online): Exit {
  if (online === undefined) return EXIT.clean;
  if ("failed" in online) return EXIT.unreadable;
  return online.findings.length === 0 ? EXIT.clean : EXIT.drift;
}

async function askGitHub(
  { read, ledger: { entries } }: OpenRecord,
  { registry }: OpenRegistry,
  since: string | undefined,
  { environment }: Io,
): Promise<Online> {
  const { verifyOnlineHere } = await import("../jobs/verify-online-here.ts");
  try {
    return await verifyOnlineHere({ text: read?.text ?? "", entries, since }, registry.settings, environment);
  } catch (error) {
    return { failed: plain(error instanceof Error ? error.message : String(error), { limit: 400 }) };
  }
}

function dataOf({ use, ledger: { entries }, findings }: OpenRecord, online: Online): object {
  const said = { use, entries: entries.length, head: entries.at(-1)?.hash ?? null, findings };
  return online === undefined ? said : { ...said, online };
}

function linesOf(open: OpenRecord, online: Online): string {
  const lines = open.findings.map(findingWords);
  if (online !== undefined && !("failed" in online)) {
    lines.push(...online.findings.map(onlineFindingWords), ...online.lost.map(lostWords));
    const only = online.ownerships.filter(({ is }) => is === "recorded-only");
    lines.push(...only.map(ownershipWords), onlineSummary(online, only.length));
  }
  return [...lines, summary(open), ""].join("\n");
}

function onlineSummary({ findings, ownerships }: VerifiedOnline, only: number): string {
  const said =
    findings.length === 0
      ? "GitHub says the same"
      : `GitHub contradicts: ${plural(findings.length, "finding")}`;
  const confirmed = ownerships.length - only;
  return `${said}. Of ${plural(ownerships.length, "ownership")} ${confirmed} ${confirmed === 1 ? "is" : "are"} confirmed now, ${only} recorded only.`;
}

function summary({ use, ledger: { entries: all }, findings }: OpenRecord): string {
  const head = all.at(-1)?.hash;
  if (use === "unknown")
    return "Whether approvals are in use can't be told from a shallow clone: fetch the whole history.";
  const entries = plural(all.length, "entry", "entries");
  const state = findings.length === 0 ? "all that is in use is approved" : plural(findings.length, "finding");
  if (use === "not-in-use")
    return `Approvals are not in use here. ${head === undefined ? "" : `${entries}.`}`.trim();
  return `${entries}, ${state}. The record's head is ${head ?? "nothing"}; keep it for --since.`;
}
