import { CODEOWNERS_LIMIT, CODEOWNERS_LOCATIONS } from "../owners/codeowners.ts";
import { FOLDER_FILE } from "../registry/folder.ts";
import { folderMeant, FOLDERS, registryPath } from "../registry/layout.ts";
import { MAX_BYTES } from "../yaml/decode.ts";
import type { FileAt } from "./snapshot.ts";

const CODEOWNERS: ReadonlySet<string> = new Set(CODEOWNERS_LOCATIONS);

/**
 * Whether what stands at a path of a repository belongs to a snapshot: a deciding file, or what is in the place of one or
 * of a folder on the way to it.
 * @param folder the registry's, empty for the root; undefined where it can't be known
 */
export function isDeciding(
  path: string,
  kind: Exclude<FileAt["kind"], "too-large">,
  folder: string | undefined,
): boolean {
  if (path === FOLDER_FILE || CODEOWNERS.has(path)) return true;
  // A link or a submodule leads elsewhere, and what is there decides.
  const leads = kind === "link" || kind === "submodule";
  if (leads && /^(?:\.github|docs|\.github\/(?:workflows|actions)(?:\/.*)?)$/s.test(path)) return true;
  if (kind !== "folder" && path.startsWith(".github/") && /\.ya?ml$/i.test(path)) return true;
  if (folder === undefined) return false;
  if (folder !== "" && !path.startsWith(`${folder}/`))
    return kind !== "folder" && (folder === path || folder.startsWith(`${path}/`));
  return isOfRegistry(folder === "" ? path : path.slice(folder.length + 1), kind);
}

/** The same of a path inside the registry's folder. What is in a folder in cards/ or grants/ is never read. */
function isOfRegistry(path: string, kind: FileAt["kind"]): boolean {
  const steps = path.split("/");
  if (steps.length > 2) return false;
  if ((registryPath(path) ?? folderMeant(path)) !== undefined) return true;
  if (!Object.hasOwn(FOLDERS, steps[0] ?? "")) return false;
  return kind !== (steps.length === 1 ? "folder" : "file");
}

/** How many bytes a deciding file may have to be read. */
export function mostBytes(path: string): number {
  return CODEOWNERS.has(path) ? CODEOWNERS_LIMIT - 1 : MAX_BYTES;
}
