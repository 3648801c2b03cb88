import { relative, sep } from "node:path";
import { connectionDigest } from "../core/registry/address.ts";
import { parseCard } from "../core/registry/card.ts";
import { neededRevision } from "../core/registry/revision.ts";
import { plural } from "../core/explain/phrase.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { setRevision } from "../core/update/card.ts";
import type { FileEdit } from "../core/update/plan.ts";
import { problemLine, type Problem } from "../core/yaml/problem.ts";
import { applyEdits } from "../disk/apply-edits.ts";
import { fileAt } from "../disk/git.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry, shownProblem, type OpenRegistry } from "./open-registry.ts";

interface LintOptions {
  readonly fix?: boolean;
  readonly base?: string;
  readonly json?: boolean;
}

/** `toolcard lint`: every problem of the registry, and with `--fix` the revisions of cards that changed. */
export async function lint(folder: string | undefined, options: LintOptions, io: Io): Promise<Exit> {
  const open = await openRegistry(folder, io);
  const stale = await staleRevisions(open, options.base);
  const edits = options.fix === true ? stale.map(({ edit }) => edit) : [];
  const applied = await applyEdits(open.folder, edits);
  if (!applied.ok)
    throw new Error(`${open.shown}/${applied.path}: ${applied.why} since it was read; run lint again`);
  const problems = [
    ...open.registry.problems,
    ...(options.fix === true ? [] : stale.map(({ problem }) => problem)),
  ];
  const shown = problems.map((problem) => shownProblem(problem, open.shown));
  const digests = connectionDigests(open);
  const fixed = edits.map((edit) => `${open.shown}/${edit.path}`);
  if (options.json === true) {
    io.out(`${asciiJson({ problems: shown, fixed, connections: digests })}\n`);
  } else {
    for (const problem of shown) io.out(`${problemLine(problem)}\n`);
    for (const path of fixed) io.out(`raised the revision of ${path}\n`);
    for (const { server, connection } of digests) io.out(`${server}: connection ${connection}\n`);
    io.out(
      `${plural(open.registry.cards.length, "card")}, ${plural(open.registry.grants.length, "grants file")}, ${plural(shown.length, "problem")}\n`,
    );
  }
  return shown.length > 0 ? EXIT.invalid : EXIT.clean;
}

/** The digests of connections that are packages or commands: what a credential for them is bound to. */
function connectionDigests({ registry }: OpenRegistry): { server: string; connection: string }[] {
  const local = registry.cards.map((file) => file.value).filter((card) => card.remote === undefined);
  return local.map((card) => ({ server: card.server, connection: connectionDigest(card) }));
}

interface Stale {
  readonly problem: Problem;
  readonly edit: FileEdit;
}

/** The cards whose revision is too low for what changed since a commit; none where no commit is named or there. */
async function staleRevisions(open: OpenRegistry, ref: string | undefined): Promise<Stale[]> {
  const base = ref ?? "HEAD";
  const stale: Stale[] = [];
  const folder = relative(open.repository, open.folder).split(sep).join("/");
  for (const file of open.registry.cards) {
    const path = folder === "" ? file.path : `${folder}/${file.path}`;
    const bytes = await fileAt(open.repository, base, path).catch((error: unknown) => {
      if (ref !== undefined) throw error;
      return undefined;
    });
    const before = bytes === undefined ? undefined : parseCard(bytes, file.path);
    if (before === undefined || !before.ok) continue;
    const needed = neededRevision(before.value, file.value);
    if (needed === undefined) continue;
    const place = file.place("/revision");
    stale.push({
      problem: {
        file: file.path,
        ...place,
        what: `the revision is ${file.value.revision}, and connection or tools differ from ${base}`,
        instead: `write ${needed}, or run lint --fix`,
      },
      edit: { path: file.path, before: file.text, after: setRevision(file.text, needed) },
    });
  }
  return stale;
}
