import type { Typed } from "./typed.ts";
import { tidy } from "./folder-path.ts";
import { parseFile, type Parsed } from "./parse.ts";
import type { folderShape } from "./shape-folder.ts";

/** The file that says where the registry is; on the default branch it counts (DESIGN §3). */
export const FOLDER_FILE = ".github/toolcard.yml";

/** Where the registry is when nothing says so. */
export const DEFAULT_FOLDER = "registry";

/**
 * Reads .github/toolcard.yml: the path of the registry's folder from the repository's root, with forward slashes and
 * none at the end; empty for the root itself. It never throws.
 */
export function parseFolder(bytes: Uint8Array | string): Parsed<string> {
  const parsed = parseFile<Typed<typeof folderShape>>(bytes, "folder", FOLDER_FILE, () => []);
  return parsed.ok ? { ...parsed, value: tidy(parsed.value.registry) } : parsed;
}
