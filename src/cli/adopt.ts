import { plural } from "../core/explain/phrase.ts";
import { plain } from "../core/explain/inert.ts";
import { GateCache } from "../core/gate/gate-cache.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { adoptionOf } from "../core/record/adoption.ts";
import { withGenesis } from "../core/record/genesis-edit.ts";
import { following, LEDGER_BRANCH, linesOf, readLedger } from "../core/record/ledger.ts";
import { SETTINGS } from "../core/registry/layout.ts";
import { problemLine } from "../core/yaml/problem.ts";
import { applyEdits } from "../disk/apply-edits.ts";
import { beginLedgerBranch, readLedgerBranch } from "../disk/git-ledger.ts";
import { git } from "../disk/git-run.ts";
import { commitOf } from "../disk/git.ts";
import { readFolder } from "../disk/read-folder.ts";
import { snapshotAt } from "../disk/snapshot.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";
import { openRegistry } from "./open-registry.ts";

interface AdoptOptions {
  readonly why: string;
  readonly by?: string;
  readonly branch?: string;
  readonly json?: boolean;
}

/**
 * `toolcard approvals adopt`: begins the record with the registry as the default branch has it, on a branch of its own in
 * this clone, and writes `approval.genesis` into toolcard.yaml here: the pull request with that is the first to approve.
 */
export async function adopt(folder: string | undefined, options: AdoptOptions, io: Io): Promise<Exit> {
  const open = await openRegistry(folder, io);
  const { repository } = open;
  const there = await readLedgerBranch(repository);
  if (there !== undefined)
    throw new Error(`there is a record already, at ${there.ref}: a record is begun once`);
  const snapshot = await snapshotAt(repository, await commitOf(repository, options.branch ?? "HEAD"));
  const by = options.by ?? (await userName(repository));
  const words = { at: Math.floor(Date.now() / 1000) * 1000, by, why: options.why };
  const adopted = adoptionOf(snapshot, words, new GateCache());
  if (!adopted.ok) {
    for (const problem of adopted.problems) io.err(`${problemLine(problem)}\n`);
    io.err("Nothing was adopted: a record begins with a valid registry.\n");
    return EXIT.invalid;
  }
  const entries = following([], [adopted.draft]);
  const text = linesOf(entries);
  if (readLedger(text).faults.length > 0)
    throw new Error("the names of this registry's grants are too long for one entry; shorten them first");
  const genesis = entries[0]?.hash ?? "";
  const edit = await settingsEdit(open.folder, genesis);
  const commit = await beginLedgerBranch(repository, text, "Begin the record of approvals\n");
  const applied = await applyEdits(open.folder, [edit]);
  if (!applied.ok)
    io.err(`${open.shown}/${SETTINGS}: ${applied.why} since it was read; write approval.genesis yourself\n`);
  const { files, grants } = adopted.draft;
  if (options.json === true) {
    const written = applied.ok ? [`${open.shown}/${SETTINGS}`] : [];
    io.out(`${asciiJson({ genesis, branch: LEDGER_BRANCH, commit, adopted: snapshot.commit, written })}\n`);
    return EXIT.clean;
  }
  io.out(
    [
      `Began the record with commit ${snapshot.commit.slice(0, 12)}: ${plural(files.length, "file")}, ${plural(grants.length, "grant")}, by ${plain(by, { form: "name" })}.`,
      "",
      `1. Push its branch:                git push origin ${LEDGER_BRANCH}`,
      `2. Open a pull request with this:  ${open.shown}/${SETTINGS}, approval.genesis: ${genesis}`,
      "3. An owner of that file merges it. From then on a change that is not approved widens nothing.",
      "   Protect the branch first: docs/approvals.md has the ruleset.",
      "",
    ].join("\n"),
  );
  return EXIT.clean;
}

async function settingsEdit(folder: string, genesis: string) {
  const { files } = await readFolder(folder);
  const bytes = files.get(SETTINGS);
  const before =
    bytes === undefined ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { path: SETTINGS, before, after: withGenesis(before, genesis) };
}

/** Whom git commits as; who begins a record says so themselves, and the pull request with it is what is approved. */
async function userName(repository: string): Promise<string> {
  const named = await git(repository, ["config", "user.name"]).catch(() => undefined);
  const name = named?.toString().trim();
  if (name === undefined || name === "") throw new Error("say who you are with --by");
  return name;
}
