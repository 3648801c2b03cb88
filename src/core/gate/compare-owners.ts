import { sorted } from "../json/order.ts";
import { CODEOWNERS_LOCATIONS } from "../owners/codeowners.ts";
import { FOLDER_FILE } from "../registry/folder.ts";
import { registryPath } from "../registry/layout.ts";
import { workflowsWithToolcard } from "./compare-workflows.ts";
import type { GateFact } from "./fact.ts";
import { ownersOfPath } from "./owners-at.ts";
import type { RegistryAt } from "./registry-at.ts";

/** How many paths times lines are looked at before owners count as unclear: about a second. */
const MOST_LOOKS = 5_000_000;

/**
 * The deciding files whose owners differ, on either side: whoever owns one may let it widen. Which owners there are
 * matters and not their order, as any one of them is enough.
 */
export function compareOwners(before: RegistryAt, after: RegistryAt): GateFact[] {
  const [old, now] = [before.owners, after.owners];
  const file = now.file ?? old.file;
  if (file === undefined || (old.file === now.file && old.content === now.content)) return [];
  const paths = decidingPaths(before, after);
  if (paths.length * Math.max(old.lines, now.lines) > MOST_LOOKS)
    return [{ kind: "owners-unclear", file, content: `${old.content} ${now.content}` }];
  const facts: GateFact[] = [];
  for (const path of paths) {
    const [from, to] = [ownersOfPath(old, path), ownersOfPath(now, path)];
    if (keyOf(from) === keyOf(to)) continue;
    const line = now.file === undefined ? undefined : (now.rule(path)?.line ?? 1);
    facts.push({ kind: "owners-changed", file, line, path, before: from, after: to });
  }
  return facts;
}

function keyOf(owners: readonly string[]): string {
  return sorted(new Set(owners.map((owner) => owner.toLowerCase()))).join(" ");
}

/** The files that decide at either commit. Where there is a registry, what it does without decides as well. */
function decidingPaths(before: RegistryAt, after: RegistryAt): string[] {
  const paths = new Set<string>();
  for (const registry of [before, after]) {
    const { folder, snapshot, settingsPath } = registry;
    const inside = folder === undefined || folder === "" ? "" : `${folder}/`;
    for (const [path, at] of snapshot.files) {
      const isOurs =
        folder !== undefined &&
        at.kind !== "folder" &&
        path.startsWith(inside) &&
        registryPath(path.slice(inside.length)) !== undefined;
      if (isOurs) paths.add(path);
    }
    for (const path of workflowsWithToolcard(snapshot)) paths.add(path);
    if (paths.size > 0 && settingsPath !== undefined) paths.add(settingsPath).add(FOLDER_FILE);
    for (const path of [FOLDER_FILE, ...CODEOWNERS_LOCATIONS]) if (snapshot.files.has(path)) paths.add(path);
  }
  return sorted(paths);
}
