import { readingFor, selectedCards } from "../core/drift/choose.ts";
import { knownTools, scanReport, type DriftedServer } from "../core/drift/scan-report.ts";
import type { Shard } from "../core/drift/shard.ts";
import { fromVisible, plain } from "../core/explain/inert.ts";
import type { Reading } from "../core/reading/reading.ts";
import type { Card } from "../core/registry/card.ts";
import type { ServerUpdate } from "../core/update/plan.ts";
import { chooseServers, type Chosen } from "../jobs/choose-servers.ts";
import type { Proposed } from "../jobs/propose-here.ts";
import { EXIT, worst, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry, problemLines, type OpenRegistry } from "./open-registry.ts";
import { readingsOf, type ReadingOptions } from "./readings.ts";

interface ScanOptions extends ReadingOptions {
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  readonly shard?: Shard;
  readonly write?: boolean;
  readonly pullRequests?: boolean;
  readonly recreate?: readonly string[];
  readonly maxPullRequests?: number;
  readonly dryRun?: boolean;
  readonly format: "text" | "json" | "markdown" | "sarif";
  readonly json?: boolean;
}

/**
 * `toolcard scan`: reads every server live, shows how it differs from its card, with `--write` updates the files, and with
 * `--pull-requests` proposes the updates on GitHub.
 */
export async function scan(folder: string | undefined, options: ScanOptions, io: Io): Promise<Exit> {
  if (options.pullRequests === true && options.tool !== undefined)
    throw new Error("--pull-requests proposes all of a server's drift: leave out --tool");
  const open = await openRegistry(folder, io);
  const { registry } = open;
  io.err(problemLines(open));
  const chosen = chooseServers(registry, options.server, options.shard);
  const { servers } = chosen;
  const cards = selectedCards(registry, servers === undefined ? {} : { servers });
  // The rest of the program is loaded while the servers are asked.
  const [readings, { scanJson, scanWords }] = await Promise.all([
    readingsOf(registry, cards, options, io),
    import("./scan-print.ts"),
  ]);
  const tools = options.tool && chooseTools(options.tool, cards, readings);
  const selection = { ...(servers && { servers }), ...(tools && { tools }) };
  const { report, drifted } = scanReport(registry, readings, selection);
  const written = options.write === true ? await write(open, drifted, io) : [];
  const { outcomes: proposed, notRecorded }: Proposed =
    options.pullRequests === true ? await proposals(open, readings, chosen, options, io) : { outcomes: [] };
  const said = {
    registry,
    readings,
    report,
    drifted,
    written,
    ...(options.pullRequests === true && { proposed }),
  };
  const format = options.json === true ? "json" : options.format;
  if (format === "sarif") io.out((await import("./sarif.ts")).scanSarif(said, open));
  else io.out(format === "json" ? scanJson(said) : scanWords(said, format, io.screen));
  if (notRecorded !== undefined) {
    io.err(`what landed could not be recorded: ${notRecorded}\n`);
    return EXIT.failed;
  }
  if (proposed.length > 0) {
    const { isFailure } = await import("../jobs/propose-words.ts");
    if (proposed.some(isFailure)) return EXIT.failed;
  }
  return worst([
    report.drifts.length > 0 ? EXIT.drift : EXIT.clean,
    report.unreadable.length > 0 ? EXIT.unreadable : EXIT.clean,
    registry.problems.length > 0 ? EXIT.invalid : EXIT.clean,
  ]);
}

/**
 * The tools that `--tool` names, also as an explanation shows them, escaped. A name that nothing has is an error: that
 * nothing is found of it would look as if all were well. Where a server was not read it may be one of its.
 */
function chooseTools(
  asked: readonly string[],
  cards: readonly Card[],
  readings: readonly Reading[],
): readonly string[] {
  const known = knownTools(cards, readings);
  const names = asked.map((name) => (known.has(name) ? name : fromVisible(name)));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0 && cards.every((card) => !("why" in readingFor(card, readings))))
    throw new Error(`no card and no server has a tool ${unknown.map((name) => plain(name)).join(", ")}`);
  return names;
}

async function proposals(
  { registry, folder, repository }: OpenRegistry,
  readings: readonly Reading[],
  { servers, withGone }: Chosen,
  { recreate = [], maxPullRequests, dryRun = false }: ScanOptions,
  { environment }: Io,
): Promise<Proposed> {
  const { proposeHere } = await import("../jobs/propose-here.ts");
  return proposeHere({
    registry,
    folder,
    repository,
    readings,
    environment,
    token: environment["GITHUB_TOKEN"],
    ...(servers && { servers }),
    withGone,
    recreate,
    ...(maxPullRequests !== undefined && { maxNew: maxPullRequests }),
    dryRun,
  });
}

/** Writes the updates, all of them or nothing; gives the paths. */
async function write(open: OpenRegistry, drifted: readonly DriftedServer[], io: Io): Promise<string[]> {
  const { planUpdates } = await import("../core/update/plan.ts");
  const { applyEdits } = await import("../disk/apply-edits.ts");
  const { edits, updates } = planUpdates(open.registry, drifted);
  for (const update of updates)
    if (!update.ok) io.err(`${update.server}: not written: ${whyNotWritten(update)}\n`);
  const applied = await applyEdits(open.folder, edits);
  if (applied.ok) return edits.map((edit) => `${open.shown}/${edit.path}`);
  throw new Error(
    `${open.shown}/${applied.path}: ${applied.why} since it was read; nothing was written, scan again`,
  );
}

function whyNotWritten(update: Extract<ServerUpdate, { readonly ok: false }>): string {
  if (update.why === "not-editable") return `${plain(update.detail)}; edit the file by hand`;
  return "its card would be larger than 1 MiB; take its tools in parts with --tool";
}
