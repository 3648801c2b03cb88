import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { MAX_BYTES } from "../core/yaml/decode.ts";

/** What is at a path, seen without following a link. */
export type EntryKind = "nothing" | "file" | "folder" | "link" | "other";

/** A regular file with its bytes and the bits of its mode, or what is there instead. */
export type Regular =
  | { readonly kind: "file"; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: Exclude<EntryKind, "file"> | "too-large" };

/** What is at a path itself: of a link, the link. */
export async function entryKind(path: string): Promise<EntryKind> {
  try {
    return kindOf(await lstat(path));
  } catch (error) {
    // ENOTDIR: a step before is a file.
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return "nothing";
    throw error;
  }
}

function kindOf(stats: Stats): EntryKind {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isFile()) return "file";
  return stats.isDirectory() ? "folder" : "other";
}

/**
 * Reads a regular file of 1 MiB at most, or of `mostBytes`, and nothing else: a link is not followed, a pipe not waited
 * for.
 * @throws the file system's error, as for a file that may not be read
 */
export async function readRegular(path: string, mostBytes = MAX_BYTES): Promise<Regular> {
  const kind = await entryKind(path);
  if (kind !== "file") return { kind };
  let handle;
  try {
    // The flags decide, should something else be there by now. Windows has neither of them.
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (["ELOOP", "EMLINK"].includes(errorCode(error))) return { kind: "link" };
    throw error;
  }
  try {
    const stats = await handle.stat();
    const opened = kindOf(stats);
    if (opened !== "file") return { kind: opened };
    if (stats.size > mostBytes) return { kind: "too-large" };
    return { kind: "file", bytes: await handle.readFile(), mode: stats.mode & 0o7777 };
  } finally {
    await handle.close();
  }
}

/** The code of a file system's error, as ENOENT; empty for any other error. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}
