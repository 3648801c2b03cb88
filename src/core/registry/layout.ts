/** What a path inside the registry folder is; `name` is the server's or agent's. */
export type RegistryPath =
  | { readonly kind: "settings" }
  | { readonly kind: "card" | "grants"; readonly name: string }
  /** A file that would be one of the registry's at another path. */
  | { readonly kind: "misplaced"; readonly meant: string };

/** The settings' file, in the registry folder. */
export const SETTINGS = "toolcard.yaml";

/** The folders of the registry, with what is in them. */
export const FOLDERS = { cards: "card", grants: "grants" } as const;

/**
 * The folder of the registry that a name right in the registry folder is but for its case; undefined when it is none, or
 * is that very name. Where a file system does not tell them apart, one of the two would be read for the other.
 */
export function folderMeant(name: string): string | undefined {
  const meant = name.toLowerCase();
  return name !== meant && Object.hasOwn(FOLDERS, meant) ? meant : undefined;
}

/**
 * What a path, relative to the registry folder, is in the registry's layout (DESIGN §3); undefined when it is no part of
 * it, as a README. A file that nearly is one is misplaced: left out silently, its grants would just stop working.
 */
export function registryPath(path: string): RegistryPath | undefined {
  const steps = path.split("/");
  const [folder, file] = steps.length === 1 ? [undefined, path] : [steps[0], steps.at(-1) ?? ""];
  const name = /^(.+)\.ya?ml$/is.exec(file)?.[1];
  if (name === undefined) return undefined;
  if (folder === undefined) {
    if (path === SETTINGS) return { kind: "settings" };
    return name.toLowerCase() === "toolcard" ? { kind: "misplaced", meant: SETTINGS } : undefined;
  }
  if (folder !== "cards" && folder !== "grants") return undefined;
  const meant = `${folder}/${name}.yaml`;
  return path === meant ? { kind: FOLDERS[folder], name } : { kind: "misplaced", meant };
}
