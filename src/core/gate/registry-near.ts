import { CODEOWNERS_LOCATIONS } from "../owners/codeowners.ts";
import { FOLDER_FILE } from "../registry/folder.ts";
import { registryPath } from "../registry/layout.ts";
import { readRegistry } from "../registry/registry.ts";
import type { GateCache } from "./gate-cache.ts";
import { ownersAt } from "./owners-at.ts";
import type { RegistryAt } from "./registry-at.ts";
import { isUnread, type Snapshot } from "./snapshot.ts";

const OWNERS: ReadonlySet<string> = new Set(CODEOWNERS_LOCATIONS);

/** When more files differ, all are read. */
const MOST = 100;

/**
 * The registry of a commit that differs in few cards and grants files from another one, which is valid: only what differs
 * is read, with all that a rule holds it against (DESIGN §3: grants files against the cards they enrol with, cards
 * against those of the same id). Undefined where that does not show that this one is valid as well; then all is read.
 */
export function readNear(snapshot: Snapshot, near: RegistryAt, cache: GateCache): RegistryAt | undefined {
  const { folder } = near;
  if (
    folder === undefined ||
    folder !== snapshot.folder ||
    near.problems.length > 0 ||
    near.unread.length > 0
  )
    return undefined;
  const inside = folder === "" ? "" : `${folder}/`;
  const changed = changedFiles(near.snapshot, snapshot);
  if (changed.length > MOST) return undefined;
  const paths: string[] = [];
  for (const file of changed) {
    const place = placeOf(file, folder, inside);
    const now = snapshot.files.get(file);
    if (OWNERS.has(file) && now?.kind === "file" && now.bytes === undefined) return undefined;
    if (place === "elsewhere") continue;
    if (place === "all" || (now !== undefined && (now.kind !== "file" || now.bytes === undefined)))
      return undefined;
    paths.push(file.slice(inside.length));
  }
  const wanted = withWhatTheyConcern(paths, near, snapshot, inside, cache);
  const files = new Map<string, Uint8Array>();
  const blobs = new Map<string, string>();
  for (const path of wanted) {
    const at = snapshot.files.get(`${inside}${path}`);
    if (at?.kind !== "file" || at.bytes === undefined) continue;
    files.set(path, at.bytes);
    blobs.set(path, at.blob);
  }
  const read = readRegistry(files, [], (path, parse) => cache.file(path, blobs.get(path) ?? "", parse));
  if (read.problems.length > 0) return undefined;
  const cards = new Map(near.cards);
  const grants = new Map(near.grants);
  for (const path of paths) {
    const at = registryPath(path);
    if (at?.kind === "card") cards.delete(at.name);
    else if (at?.kind === "grants") grants.delete(at.name);
  }
  const isChanged = new Set(paths);
  for (const card of read.cards)
    if (isChanged.has(card.path)) cards.set(card.value.server, { ...card, file: `${inside}${card.path}` });
  for (const file of read.grants)
    if (isChanged.has(file.path)) grants.set(file.value.agent, { ...file, file: `${inside}${file.path}` });
  const owners = haveSameOwners(near.snapshot, snapshot) ? near.owners : ownersAt(snapshot);
  if (owners !== near.owners && isUnread(snapshot, owners.file ?? "")) return undefined;
  return { ...near, snapshot, cards, grants, owners };
}

/** The files that are not the same on both sides. */
function changedFiles(before: Snapshot, after: Snapshot): string[] {
  const changed: string[] = [];
  let both = 0;
  for (const [file, at] of after.files) {
    const old = before.files.get(file);
    if (old !== undefined) both++;
    if (old?.blob !== at.blob || old.kind !== at.kind) changed.push(file);
  }
  if (both < before.files.size)
    for (const file of before.files.keys()) if (!after.files.has(file)) changed.push(file);
  return changed;
}

/** Whether a file that differs is no part of the registry, is a card or a grants file, or is something that all depend on. */
function placeOf(file: string, folder: string, inside: string): "elsewhere" | "one" | "all" {
  if (file === FOLDER_FILE || file === ".github" || file === folder || folder.startsWith(`${file}/`))
    return "all";
  if (!file.startsWith(inside)) return "elsewhere";
  const path = file.slice(inside.length);
  const kind = registryPath(path)?.kind;
  if (kind === "card" || kind === "grants") return "one";
  // Also what stands in cards/ or grants/ without being of the registry: it may be a link.
  return kind === undefined && !/^(?:cards|grants)(?:\/|$)/i.test(path) ? "elsewhere" : "all";
}

/** Some files, with every other file that a rule holds them against; and the settings, which all are held against. */
function withWhatTheyConcern(
  paths: readonly string[],
  near: RegistryAt,
  snapshot: Snapshot,
  inside: string,
  cache: GateCache,
): Set<string> {
  const wanted = new Set(paths);
  if (near.settingsFile !== undefined) wanted.add(near.settingsFile.path);
  const servers = new Set<string>();
  for (const path of paths) {
    const at = registryPath(path);
    if (at?.kind === "card") servers.add(at.name);
  }
  for (const { path, value } of near.grants.values())
    if (value.enrolments.some(({ server }) => servers.has(server))) wanted.add(path);
  const now = new Map<string, Uint8Array>();
  for (const path of wanted) {
    const at = snapshot.files.get(`${inside}${path}`);
    if (at?.kind === "file" && at.bytes !== undefined) now.set(path, at.bytes);
  }
  const blobOf = (path: string) => snapshot.files.get(`${inside}${path}`)?.blob ?? "";
  const alone = readRegistry(now, [], (path, parse) => cache.file(path, blobOf(path), parse));
  for (const { value } of alone.grants)
    for (const { server } of value.enrolments) wanted.add(`cards/${server}.yaml`);
  const ids = new Set(alone.cards.map(({ value }) => value.id));
  for (const { path, value } of near.cards.values()) if (ids.has(value.id)) wanted.add(path);
  return wanted;
}

function haveSameOwners(before: Snapshot, after: Snapshot): boolean {
  return ["docs", ".github", ...CODEOWNERS_LOCATIONS].every((file) => {
    const [old, now] = [before.files.get(file), after.files.get(file)];
    return old?.kind === now?.kind && old?.blob === now?.blob;
  });
}
