import { CODEOWNERS_LOCATIONS } from "../owners/codeowners.ts";
import { readRegistry, type Registry } from "../registry/registry.ts";
import type { Snapshot } from "./snapshot.ts";

/** The registry of a commit; undefined when nobody knows where it is. */
export function registryIn({ folder, files }: Snapshot): Registry | undefined {
  if (folder === undefined) return undefined;
  const prefix = folder === "" ? "" : `${folder}/`;
  const own = new Map<string, Uint8Array>();
  for (const [path, file] of files) {
    if (!path.startsWith(prefix) || file.kind !== "file" || file.bytes === undefined) continue;
    own.set(path.slice(prefix.length), file.bytes);
  }
  return readRegistry(own);
}

/** The text of the CODEOWNERS file of a commit; empty where GitHub has none, or loads nothing of it. */
export function codeownersIn({ files }: Snapshot): string {
  for (const path of CODEOWNERS_LOCATIONS) {
    const file = files.get(path);
    if (file === undefined) continue;
    return file.kind === "file" && file.bytes !== undefined ? new TextDecoder().decode(file.bytes) : "";
  }
  return "";
}
