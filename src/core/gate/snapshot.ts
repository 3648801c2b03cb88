import type { ObjectId } from "../propose/state.ts";

/**
 * What stands at a path in a commit. Only a regular file (mode 100644 or 100755) of at most 1 MiB (CODEOWNERS: 3 MB) has
 * bytes; everything else is there so that it can be refused by name.
 */
export type FileAt =
  | {
      readonly kind: "file";
      readonly blob: ObjectId;
      /**
       * As git has them. Missing where nobody needs them, as nobody does a workflow that is the same in every snapshot
       * looked at; and where there was too much to be read at once.
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
