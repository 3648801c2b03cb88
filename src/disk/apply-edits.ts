import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { entryKind, readRegular } from "./regular.ts";
import { writeBeside } from "./replace-file.ts";

/** A new text for one file of a folder. */
export interface Edit {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** The text that the file must still have; undefined for a file that must not be there yet. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Whether edits were written: all of them, or none, with the file that was in the way. */
export type Applied =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly path: string;
      /** `changed`: not what the edit was made from; `exists`: already there; `not-a-file`: a link, a folder, … */
      readonly why: "changed" | "exists" | "missing" | "not-a-file";
    };

interface Staged {
  readonly edit: Edit;
  readonly target: string;
  readonly temporary: string;
  readonly mode: number | undefined;
}

/**
 * Writes edits to a folder, all or none as far as a file system permits: every new text is written beside its file and
 * synced, then each takes its file's place by a rename. A file that is no longer what its edit was made from stops them
 * all. Modes stay, links are never followed.
 * @throws the file system's error, with what was written taken back; RangeError for a path that leaves the folder or comes twice
 */
export async function applyEdits(folder: string, edits: readonly Edit[]): Promise<Applied> {
  checkPaths(edits);
  const staged: Staged[] = [];
  const done: Staged[] = [];
  try {
    for (const edit of edits) {
      const found = await look(folder, edit);
      if (!found.ok) return found;
      staged.push(await stage(folder, edit, found.mode));
    }
    // Once more: staging took time.
    for (const { edit } of staged) {
      const found = await look(folder, edit);
      if (!found.ok) return found;
    }
    for (const each of staged) {
      await rename(each.temporary, each.target);
      done.push(each);
    }
  } catch (error) {
    await takeBack(done);
    throw error;
  } finally {
    for (const { temporary } of staged) await rm(temporary, { force: true });
  }
  await syncFolders(staged);
  return { ok: true };
}

function checkPaths(edits: readonly Edit[]): void {
  const seen = new Set<string>();
  for (const { path } of edits) {
    const leaves = path.split(/[/\\]/).some((step) => step === "" || step === "." || step === "..");
    if (leaves) throw new RangeError(`not a path inside the folder: ${JSON.stringify(path)}`);
    if (seen.has(path)) throw new RangeError(`two edits of one file: ${JSON.stringify(path)}`);
    seen.add(path);
  }
}

type Look =
  | { readonly ok: true; readonly mode: number | undefined }
  | Exclude<Applied, { readonly ok: true }>;

/** Whether a file is still what its edit was made from, and its mode. */
async function look(folder: string, { path, before }: Edit): Promise<Look> {
  const parent = dirname(path);
  if (parent !== ".") {
    const kind = await entryKind(join(folder, parent));
    if (kind !== "folder" && kind !== "nothing") return { ok: false, path, why: "not-a-file" };
  }
  const found = await readRegular(join(folder, path));
  if (found.kind === "nothing") {
    return before === undefined ? { ok: true, mode: undefined } : { ok: false, path, why: "missing" };
  }
  if (found.kind !== "file") return { ok: false, path, why: "not-a-file" };
  if (before === undefined) return { ok: false, path, why: "exists" };
  const same = Buffer.from(before).equals(found.bytes);
  return same ? { ok: true, mode: found.mode } : { ok: false, path, why: "changed" };
}

async function stage(folder: string, edit: Edit, mode: number | undefined): Promise<Staged> {
  const target = join(folder, edit.path);
  await mkdir(dirname(target), { recursive: true });
  return { edit, target, temporary: await writeBeside(target, edit.after, mode), mode };
}

/** Gives files that were replaced their old text again. */
async function takeBack(done: readonly Staged[]): Promise<void> {
  for (const { edit, target, mode } of done.toReversed()) {
    if (edit.before === undefined) await rm(target, { force: true });
    else await rename(await writeBeside(target, edit.before, mode), target);
  }
}

/** Puts the renames on the disk too. Windows can't open a folder, and does not need it. */
async function syncFolders(staged: readonly Staged[]): Promise<void> {
  if (process.platform === "win32") return;
  for (const folder of new Set(staged.map(({ target }) => dirname(target)))) {
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
