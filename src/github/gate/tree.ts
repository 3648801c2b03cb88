import type { ObjectId } from "../../core/propose/state.ts";
import { objectId } from "./object-id.ts";

/** What an entry of a tree is, by its mode. A mode that git no longer writes counts as a link: nothing to be read. */
type EntryKind = "file" | "folder" | "link" | "submodule";

/** One name in a folder of a commit. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly oid: ObjectId;
  /** In bytes; of a file only. */
  readonly size: number;
}

/** A tree as GraphQL answers it. */
export interface TreeNode {
  readonly oid: ObjectId;
  readonly entries: readonly EntryNode[] | null;
}

interface EntryNode {
  /** The name's bytes in Base64: a name need not be UTF-8. */
  readonly nameRaw: string;
  readonly mode: number;
  readonly oid: ObjectId;
  readonly size: number;
}

/** What to ask of a tree. */
export const TREE_FRAGMENT = "fragment Entries on Tree { oid entries { nameRaw mode oid size } }";

const FOLDER = 0o040000;
const KINDS: ReadonlyMap<number, EntryKind> = new Map([
  [0o100644, "file"],
  [0o100755, "file"],
  [FOLDER, "folder"],
  [0o160000, "submodule"],
]);

/** The entries of a tree; undefined when they are not all of them, by the id that they would have together. */
export function entriesOf({ oid, entries }: TreeNode): readonly TreeEntry[] | undefined {
  const known = (entries ?? []).map(({ nameRaw, mode, oid: child, size }) => {
    return { bytes: Buffer.from(nameRaw, "base64"), mode, oid: child, size };
  });
  const ordered = known.toSorted((left, right) => Buffer.compare(orderOf(left), orderOf(right)));
  const parts = ordered.flatMap(({ mode, bytes, oid: child }) => [
    Buffer.from(`${mode.toString(8)} `),
    bytes,
    Buffer.from([0]),
    Buffer.from(child, "hex"),
  ]);
  if (objectId("tree", Buffer.concat(parts)) !== oid) return undefined;
  return ordered.map(({ bytes, mode, oid: child, size }) => ({
    name: nameOf(bytes),
    kind: KINDS.get(mode) ?? "link",
    oid: child,
    size,
  }));
}

/** Git orders a folder as if its name ended in a slash. */
function orderOf({ bytes, mode }: { readonly bytes: Buffer; readonly mode: number }): Buffer {
  return mode === FOLDER ? Buffer.concat([bytes, Buffer.from("/")]) : bytes;
}

/** A name that is not UTF-8 is no name of ours: it gets a form that no other name has. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `\uFFFD${bytes.toString("latin1")}`;
  }
}
