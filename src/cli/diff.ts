import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { diffFiles, type FilesDiff } from "../core/drift/diff-files.ts";
import type { Grant } from "../core/drift/drift.ts";
import { parseToolFile, type ToolFile } from "../core/drift/tool-file.ts";
import type { ExplanationOptions } from "../core/explain/context.ts";
import { explain } from "../core/explain/explanation.ts";
import { renderExplanation } from "../core/explain/render-markdown.ts";
import { textOf } from "../core/explain/render-text.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { sorted } from "../core/json/order.ts";
import { parseGrants, type GrantsFile } from "../core/registry/grants.ts";
import { problemLine } from "../core/yaml/problem.ts";
import { readText } from "../disk/read-text.ts";
import { entryKind, readRegular } from "../disk/regular.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";

interface DiffOptions {
  readonly server?: string;
  readonly grants?: string;
  readonly format: "text" | "json" | "markdown" | "sarif";
  readonly json?: boolean;
}

const MAX_FILE = 32 * 1024 * 1024;

/** `toolcard diff`: how two tool lists differ. */
export async function diff(before: string, after: string, options: DiffOptions, io: Io): Promise<Exit> {
  const [old, now] = await Promise.all([toolFile(before, io), toolFile(after, io)]);
  const server = options.server ?? old.card?.server ?? now.card?.server;
  const grants = options.grants === undefined ? undefined : await grantsIn(options.grants, server, io);
  const diffed = diffFiles(old, now, { server, grants });
  const isSarif = options.format === "sarif" && options.json !== true;
  const files = [
    { path: after, read: now },
    { path: before, read: old },
  ] as const;
  io.out(
    isSarif
      ? await (
          await import("./sarif.ts")
        ).diffSarif(diffed.drift, { files, about: about(diffed, grants) }, io)
      : printed(diffed, options, grants, io),
  );
  return diffed.drift.changes.length > 0 ? EXIT.drift : EXIT.clean;
}

/** What the explanation of a difference can say beyond it. */
function about({ before, after }: FilesDiff, grants: readonly Grant[] | undefined): ExplanationOptions {
  return { place: "diff", tools: { before, after }, ...(grants !== undefined && { grants }) };
}

function printed(
  diffed: FilesDiff,
  options: DiffOptions,
  grants: readonly Grant[] | undefined,
  io: Io,
): string {
  const { drift } = diffed;
  if (options.json === true || options.format === "json") return `${asciiJson(drift)}\n`;
  if (options.format === "markdown") return renderExplanation(drift, about(diffed, grants));
  return textOf(explain(drift, about(diffed, grants)), io.screen);
}

async function toolFile(file: string, io: Io): Promise<Extract<ToolFile, { ok: true }>> {
  const parsed = parseToolFile(await readText(resolve(io.cwd, file), file, MAX_FILE), file);
  if (parsed.ok) return parsed;
  throw new Error(parsed.problems.join("\n"));
}

/** The grants in a folder of grants files, or of a registry, on one server; on all where none is named. */
async function grantsIn(folder: string, server: string | undefined, io: Io): Promise<Grant[]> {
  const path = resolve(io.cwd, folder);
  const inside = (await entryKind(join(path, "grants"))) === "folder" ? join(path, "grants") : path;
  const grants: Grant[] = [];
  const wrong: string[] = [];
  for (const name of sorted(await readdir(inside))) {
    if (!name.endsWith(".yaml")) continue;
    const file = `${folder}/${name}`;
    const read = await readRegular(join(inside, name));
    if (read.kind !== "file") throw new Error(`${file}: not a regular file of 1 MiB at most`);
    const parsed = parseGrants(read.bytes, file);
    if (parsed.ok) grants.push(...grantsOf(parsed.value, server));
    else wrong.push(...parsed.problems.map((problem) => problemLine(problem)));
  }
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  return grants;
}

function grantsOf(file: GrantsFile, server: string | undefined): Grant[] {
  const enrolments = file.enrolments.filter((each) => server === undefined || each.server === server);
  return enrolments.flatMap(({ grants }) =>
    grants.map(({ tool, job }) => ({ agent: file.agent, tool, job })),
  );
}
