import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { FileAt, Snapshot } from "../gate/snapshot.ts";
import type { Digest } from "../json/canonical.ts";
import { CODEOWNERS_LOCATIONS } from "../owners/codeowners.ts";
import { FOLDER_FILE } from "../registry/folder.ts";
import { registryPath } from "../registry/layout.ts";
import type { Change } from "./entry.ts";

/** What a deciding file is to the record, with the name of the server or agent. */
export interface Deciding {
  readonly of: Change["of"];
  readonly name: string | undefined;
}

const OWNERS: ReadonlySet<string> = new Set(CODEOWNERS_LOCATIONS);

/** What a path, from the repository's root, is to the record; undefined when it decides nothing. */
export function decidingPath(path: string, folder: string | undefined): Deciding | undefined {
  if (path === FOLDER_FILE) return { of: "folder", name: undefined };
  if (OWNERS.has(path)) return { of: "owners", name: undefined };
  if (folder === undefined) return undefined;
  const inside = folder === "" ? "" : `${folder}/`;
  if (!path.startsWith(inside)) return undefined;
  const at = registryPath(path.slice(inside.length));
  if (at === undefined || at.kind === "misplaced") return undefined;
  return at.kind === "settings" ? { of: "settings", name: undefined } : { of: at.kind, name: at.name };
}

/** The deciding files of a commit with the digests of their bytes. What is no regular file, or too large, is none. */
export function decidingFiles({ files, folder }: Snapshot): Map<string, Digest> {
  const digests = new Map<string, Digest>();
  for (const [path, at] of files) {
    if (decidingPath(path, folder) === undefined) continue;
    const digest = digestOfFile(at);
    if (digest !== undefined) digests.set(path, digest);
  }
  return digests;
}

const known = new WeakMap<Uint8Array, Digest>();

/** The digest of a regular file; undefined for anything else. */
export function digestOfFile(at: FileAt | undefined): Digest | undefined {
  if (at?.kind !== "file" || at.bytes === undefined) return undefined;
  const digest = known.get(at.bytes) ?? digestOfBytes(at.bytes);
  known.set(at.bytes, digest);
  return digest;
}

/** The SHA-256 of bytes. */
export function digestOfBytes(bytes: Uint8Array): Digest {
  return `sha256:${bytesToHex(sha256(bytes))}`;
}
