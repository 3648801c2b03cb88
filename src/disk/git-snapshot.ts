import type { FileAt, Snapshot } from "../core/gate/snapshot.ts";
import { CODEOWNERS_LIMIT, CODEOWNERS_LOCATIONS } from "../core/owners/codeowners.ts";
import { DEFAULT_FOLDER, FOLDER_FILE, parseFolder } from "../core/registry/folder.ts";
import { MAX_BYTES } from "../core/yaml/decode.ts";
import { readBlobs } from "./git-history.ts";
import { commitOf, git } from "./git.ts";

/**
 * What the record needs of a commit: its registry, `.github/toolcard.yml` and CODEOWNERS, by git's own objects.
 * @throws Error as `fileAt`
 */
export async function decidingSnapshot(repository: string, ref: string): Promise<Snapshot> {
  const commit = await commitOf(repository, ref);
  const alone = await filesAt(repository, commit, [FOLDER_FILE, ...CODEOWNERS_LOCATIONS]);
  const at = alone.get(FOLDER_FILE);
  const parsed = at?.kind === "file" && at.bytes !== undefined ? parseFolder(at.bytes) : undefined;
  const folder = at === undefined ? DEFAULT_FOLDER : parsed?.ok === true ? parsed.value : undefined;
  if (folder === undefined) return { commit, folder, files: alone };
  const inside = folder === "" ? ["cards", "grants", "toolcard.yaml"] : [folder];
  const registry = await filesAt(repository, commit, inside);
  return { commit, folder, files: new Map([...registry, ...alone]) };
}

async function filesAt(
  repository: string,
  commit: string,
  paths: readonly string[],
): Promise<Map<string, FileAt>> {
  const words = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--long", "--full-tree", commit, "--"];
  const listed = (await git(repository, [...words, ...paths], 268_435_456)).toString();
  const found = listed.split("\0").flatMap((line) => {
    const entry = /^(\d+) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s.exec(line);
    if (entry === null) return [];
    const [, mode = "", blob = "", size = "", path = ""] = entry;
    return [{ path, blob, kind: kindOf(mode, Number(size), path) }];
  });
  const wanted = found.flatMap(({ kind, blob }) => (kind === "file" ? [blob] : []));
  const blobs = await readBlobs(repository, wanted, () => true);
  return new Map(
    found.map(({ path, blob, kind }): [string, FileAt] => {
      const bytes = blobs.get(blob)?.bytes;
      return [path, kind === "file" ? { kind, blob, ...(bytes && { bytes }) } : { kind, blob }];
    }),
  );
}

function kindOf(mode: string, size: number, path: string): FileAt["kind"] {
  if (mode === "120000") return "link";
  if (!mode.startsWith("100")) return "submodule";
  const most = (CODEOWNERS_LOCATIONS as readonly string[]).includes(path) ? CODEOWNERS_LIMIT : MAX_BYTES;
  return size > most ? "too-large" : "file";
}
