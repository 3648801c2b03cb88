import type { ObjectId } from "../propose/state.ts";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../registry/folder.ts";

/**
 * What stands at a path in a commit. Only a regular file (mode 100644 or 100755) of at most 1 MiB (CODEOWNERS: 3 MB) has
 * bytes; everything else is there so that it can be refused by name.
 */
export type FileAt =
  | {
      readonly kind: "file";
      readonly blob: ObjectId;
      /**
       * As git has them. Missing where nobody needs them, as of a workflow that is the same in every snapshot looked at;
       * and where all that was to be read at once was too much.
       */
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: "too-large"; readonly blob: ObjectId }
  | { readonly kind: "link" | "submodule" | "folder"; readonly blob: ObjectId };

/**
 * The deciding files of a repository at one commit, by their paths from its root: those of the registry's folder that its
 * layout knows (and whatever else stands where one of them would), `.github/toolcard.yml`, CODEOWNERS in each place where
 * GitHub looks for it, and every YAML file under `.github/` that could be a workflow or an action.
 */
export interface Snapshot {
  readonly commit: ObjectId;
  /**
   * The registry's folder by this commit's own `.github/toolcard.yml`, with forward slashes and none at the end; undefined
   * when that file can't be read, and then no file of a registry is here.
   */
  readonly folder: string | undefined;
  readonly files: ReadonlyMap<string, FileAt>;
}

/** Whether there is a file whose content we were not given. */
export function isUnread({ files }: Snapshot, file: string): boolean {
  const at = files.get(file);
  return at?.kind === "file" && at.bytes === undefined;
}

/** The registry's folder by some files of a repository; undefined when it can't be known. */
export function folderOf(files: Snapshot["files"]): string | undefined {
  const at = files.get(FOLDER_FILE);
  if (at === undefined) return DEFAULT_FOLDER;
  const parsed = at.kind === "file" && at.bytes !== undefined ? parseFolder(at.bytes) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}
