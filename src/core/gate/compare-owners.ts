import { sorted } from "../json/order.ts";
import { CODEOWNERS_LOCATIONS, type OwnerRule } from "../owners/codeowners.ts";
import { FOLDER_FILE } from "../registry/folder.ts";
import { registryPath } from "../registry/layout.ts";
import { workflowsWithToolcard } from "./compare-workflows.ts";
import type { GateFact } from "./fact.ts";
import { ownersOfPath, type OwnersAt } from "./owners-at.ts";
import { filesToCome, type ToCome } from "./owners-to-come.ts";
import type { RegistryAt } from "./registry-at.ts";

/** How many paths times lines are looked at before owners count as unclear: about a second. */
const MOST_LOOKS = 5_000_000;

/**
 * The deciding files whose owners differ, on either side, or would if they came: whoever owns one may let it widen. Which owners there are
 * matters and not their order, as any one of them is enough.
 */
export function compareOwners(before: RegistryAt, after: RegistryAt): GateFact[] {
  const [old, now] = [before.owners, after.owners];
  const file = now.file ?? old.file;
  if (file === undefined || (old.file === now.file && old.content === now.content)) return [];
  const paths = decidingPaths(before, after);
  const toCome = [toComeOf(old, before, after), toComeOf(now, before, after)] as const;
  const looks = paths.length + toCome.flat().length;
  if (looks * Math.max(old.rules.length, now.rules.length) > MOST_LOOKS)
    return [{ kind: "owners-unclear", file, content: `${old.content} ${now.content}` }];
  const facts: GateFact[] = [];
  const told = new Set<string>();
  const pairOf = (path: string) => `${old.rule(path)?.line} ${now.rule(path)?.line}`;
  for (const path of paths) {
    const [from, to] = [ownersOfPath(old, path), ownersOfPath(now, path)];
    if (keyOf(from) === keyOf(to)) continue;
    const line = now.file === undefined ? undefined : (now.rule(path)?.line ?? 1);
    facts.push({ kind: "owners-changed", file, line, path, before: from, after: to });
    told.add(pairOf(path));
  }
  for (const path of pathsThatTurn(old, now, toCome)) {
    if (told.has(pairOf(path))) continue;
    told.add(pairOf(path));
    const line = now.file === undefined ? undefined : (now.rule(path)?.line ?? 1);
    const pattern = (now.rule(path) ?? old.rule(path))?.pattern ?? "*";
    const [from, to] = [ownersOfPath(old, path), ownersOfPath(now, path)];
    facts.push({ kind: "owners-to-come", file, line, pattern, before: from, after: to });
  }
  return facts;
}

/** The cards and grants files that could come, one for each line that may be meant for them. */
function toComeOf({ rules }: OwnersAt, ...registries: readonly RegistryAt[]): ToCome[] {
  const folders = new Set(registries.flatMap((each) => (isThere(each) ? [each.folder ?? ""] : [])));
  return [...folders].flatMap((folder) => filesToCome(folder, rules));
}

function isThere({ settingsFile, cards, grants }: RegistryAt): boolean {
  return settingsFile !== undefined || cards.size > 0 || grants.size > 0;
}

/**
 * Of the files that could come, those whose owners differ; and those of a line that is on one side only and does not
 * decide about its own: a later line hides it there, but perhaps not everywhere.
 */
function pathsThatTurn(old: OwnersAt, now: OwnersAt, [oldToCome, newToCome]: readonly [ToCome[], ToCome[]]) {
  const turn = (side: OwnersAt, toCome: readonly ToCome[], other: OwnersAt): string[] => {
    const known = new Set(other.rules.map(ruleKey));
    return toCome.flatMap(({ path, rule }) => {
      const isHidden = !known.has(ruleKey(rule)) && side.rule(path) !== rule;
      return isHidden || keyOf(ownersOfPath(old, path)) !== keyOf(ownersOfPath(now, path)) ? [path] : [];
    });
  };
  return [...turn(now, newToCome, old), ...turn(old, oldToCome, now)];
}

function ruleKey({ pattern, owners }: OwnerRule): string {
  return `${pattern} ${keyOf(owners)}`;
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
