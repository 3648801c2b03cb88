import { relative, resolve, sep } from "node:path";
import type { Drift } from "../core/drift/drift.ts";
import type { ToolFile } from "../core/drift/tool-file.ts";
import type { ExplanationOptions } from "../core/explain/context.ts";
import { withoutDrift } from "../core/explain/report.ts";
import { sarifJson } from "../core/explain/sarif.ts";
import type { SarifDrift, SarifFile } from "../core/explain/sarif-results.ts";
import { repositoryOf } from "../disk/find-registry.ts";
import { packageVersion, type Io } from "./io.ts";
import { shownProblem, type OpenRegistry } from "./open-registry.ts";
import { explainerOf, type ScanSaid } from "./scan-print.ts";

/** What a scan found, as a SARIF log with paths from the repository's root. */
export function scanSarif({ registry, report, drifted }: ScanSaid, open: OpenRegistry): string {
  const inside = slashed(relative(open.repository, open.folder)) || ".";
  const pathOf = (file: string) => (inside === "." ? file : `${inside}/${file}`);
  const options = explainerOf(registry, drifted);
  const files = new Map(registry.cards.map((card) => [card.value.server, card]));
  const aboutServer = (drift: Drift): SarifDrift => {
    const card = files.get(drift.server);
    const path = pathOf(card?.path ?? `cards/${drift.server}.yaml`);
    const place = card && { tools: card.value.tools, place: (pointer: string) => card.place(pointer, "key") };
    return { drift, options: options(drift.server), file: { path, ...(place && { card: place }) } };
  };
  const clean = report.clean.map(({ server, warnings }) => withoutDrift(server, warnings));
  return sarifJson({
    version: packageVersion(),
    drifts: [...report.drifts, ...clean].map(aboutServer),
    unreadable: report.unreadable.map((server) => {
      return { server, path: pathOf(`cards/${server.server}.yaml`) };
    }),
    problems: registry.problems.map((problem) => shownProblem(problem, inside)),
  });
}

type Read = Extract<ToolFile, { readonly ok: true }>;

/** What `diff` is told about: its files, the one to show results in first, and how to explain. */
interface DiffAbout {
  readonly files: readonly { readonly path: string; readonly read: Read }[];
  readonly about: ExplanationOptions;
}

/** How two files differ, as a SARIF log: about the card among them, the newer of two. */
export async function diffSarif(drift: Drift, { files, about }: DiffAbout, io: Io): Promise<string> {
  const chosen = files.find(({ read }) => read.card !== undefined) ?? files[0];
  const path = slashed(relative(await repositoryOf(io.cwd), resolve(io.cwd, chosen?.path ?? "")));
  const file: SarifFile = { path, ...cardIn(chosen?.read) };
  return sarifJson({ version: packageVersion(), drifts: [{ drift, options: about, file }] });
}

function cardIn(read: Read | undefined): Pick<SarifFile, "card"> {
  if (read?.card === undefined) return {};
  return { card: { tools: read.card.tools, place: (pointer) => read.place(pointer) } };
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}
