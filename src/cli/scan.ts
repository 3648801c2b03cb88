import { scanReport, selectedCards, type DriftedServer } from "../core/drift/scan-report.ts";
import type { Registry } from "../core/registry/registry.ts";
import { plain } from "../core/explain/inert.ts";
import type { ServerUpdate } from "../core/update/plan.ts";
import { EXIT, worst, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry, problemLines, type OpenRegistry } from "./open-registry.ts";
import { readingsOf, type ReadingOptions } from "./readings.ts";

interface ScanOptions extends ReadingOptions {
  readonly server?: readonly string[];
  readonly tool?: readonly string[];
  readonly write?: boolean;
  readonly format: "text" | "json" | "markdown";
  readonly json?: boolean;
}

/** `toolcard scan`: reads every server live, shows how it differs from its card, and with `--write` updates the files. */
export async function scan(folder: string | undefined, options: ScanOptions, io: Io): Promise<Exit> {
  const open = await openRegistry(folder, io);
  const { registry } = open;
  io.err(problemLines(open));
  const { server: servers, tool: tools } = options;
  checkServers(registry, servers ?? []);
  const selection = { ...(servers && { servers }), ...(tools && { tools }) };
  // The rest of the program is loaded while the servers are asked.
  const [readings, { scanJson, scanWords }] = await Promise.all([
    readingsOf(registry, selectedCards(registry, selection), options, io),
    import("./scan-print.ts"),
  ]);
  const { report, drifted } = scanReport(registry, readings, selection);
  const written = options.write === true ? await write(open, drifted, io) : [];
  const said = { registry, readings, report, drifted, written };
  const format = options.json === true ? "json" : options.format;
  io.out(format === "json" ? scanJson(said) : scanWords(said, format, io.isTerminal));
  return worst([
    report.drifts.length > 0 ? EXIT.drift : EXIT.clean,
    report.unreadable.length > 0 ? EXIT.unreadable : EXIT.clean,
    registry.problems.length > 0 ? EXIT.invalid : EXIT.clean,
  ]);
}

function checkServers(registry: Registry, servers: readonly string[]): void {
  const known = new Set([...registry.cards.map((file) => file.value.server), ...registry.invalidCards]);
  const unknown = servers.filter((server) => !known.has(server));
  if (unknown.length > 0) throw new Error(`the registry has no card of ${unknown.join(", ")}`);
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
