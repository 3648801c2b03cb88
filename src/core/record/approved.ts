import { folderOf, type FileAt, type Snapshot } from "../gate/snapshot.ts";
import { readRegistry, type Registry } from "../registry/registry.ts";
import type { Problem } from "../yaml/problem.ts";
import { digestOfBytes } from "./deciding.ts";
import type { RecordState } from "./state.ts";

/** A file at a commit that is to be read. */
export interface ContentName {
  readonly commit: string;
  readonly file: string;
}

/** The content of a file at a commit; undefined when git has none, as where the history is not all there. */
export type ContentOf = (name: ContentName) => Uint8Array | undefined;

/** The last approved state, and the files of it that can't be had: they permit nothing. */
export interface ApprovedContent {
  readonly snapshot: Snapshot;
  readonly lost: readonly string[];
}

/**
 * The last approved state as a snapshot, from git at each file's entry and held against the digest there (DESIGN §4). A
 * file whose content is not that, or not there, is one that permits nothing, as is each of `refused`.
 */
export function approvedContent(
  { approved }: Pick<RecordState, "approved">,
  contentOf: ContentOf,
  refused: ReadonlySet<string> = new Set(),
): ApprovedContent {
  const files = new Map<string, FileAt>();
  const lost: string[] = [];
  for (const [file, { digest, commit }] of approved) {
    const bytes = contentOf({ commit, file });
    if (bytes === undefined || refused.has(file) || digestOfBytes(bytes) !== digest) {
      lost.push(file);
      // Something stands there, and nobody can say what: it is read as no file.
      files.set(file, { kind: "link", blob: digest });
    } else files.set(file, { kind: "file", blob: digest, bytes });
  }
  return { snapshot: { commit: stateName(approved, lost), folder: folderOf(files), files }, lost };
}

/** A name of the state that no commit has, and no other state. */
function stateName(approved: RecordState["approved"], lost: readonly string[]): string {
  const files = [...approved].map(([file, { digest }]) => [file, digest]);
  return `approved ${digestOfBytes(new TextEncoder().encode(JSON.stringify([files, lost])))}`;
}

/** The registry of the last approved state: what `mergeIndex` takes as `approved`. What is lost of it permits nothing. */
export function approvedRegistry({ snapshot, lost }: ApprovedContent): Registry {
  const { folder } = snapshot;
  if (folder === undefined) return NOTHING;
  const inside = folder === "" ? "" : `${folder}/`;
  const files = new Map<string, Uint8Array>();
  for (const [path, at] of snapshot.files) {
    if (path.startsWith(inside) && at.kind === "file" && at.bytes !== undefined)
      files.set(path.slice(inside.length), at.bytes);
  }
  return readRegistry(
    files,
    lost.flatMap((path) => (path.startsWith(inside) ? [lostProblem(path.slice(inside.length))] : [])),
  );
}

function lostProblem(file: string): Problem {
  return {
    file,
    line: 1,
    column: 1,
    what: "its last approved content can't be read from git, or is not what was approved",
    instead: "fetch the whole history, and run toolcard verify",
  };
}

/** What permits nothing at all: the approved state where the record can't be relied on. */
export const NOTHING: Registry = readRegistry(new Map(), [
  {
    file: "toolcard.yaml",
    line: 1,
    column: 1,
    what: "nothing is known to be approved",
    instead: "run toolcard verify",
  },
]);
