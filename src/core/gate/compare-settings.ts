import { canonicalJson } from "../json/canonical.ts";
import { sameJson } from "../json/equal.ts";
import { sorted } from "../json/order.ts";
import { pointTo } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import { FOLDER_FILE, parseFolder } from "../registry/folder.ts";
import type { Credential } from "../registry/settings.ts";
import type { GateFact } from "./fact.ts";
import type { RegistryAt } from "./registry-at.ts";

type Changed = Extract<GateFact, { kind: "setting-changed" }>;

/** The values of toolcard.yaml that differ, each by its key; a key that is left out has its default. */
export function compareSettings(before: RegistryAt, after: RegistryAt): GateFact[] {
  const [old, now] = [before.settings, after.settings];
  if (sameJson(old, now)) return [];
  const file = after.settingsPath ?? before.settingsPath;
  if (file === undefined) return [];
  const facts: Changed[] = [];
  const note = (keys: readonly string[], from: unknown, to: unknown): void => {
    const pointer = keys.reduce(pointTo, "");
    const line = after.settingsFile?.place(pointer).line;
    facts.push({ kind: "setting-changed", file, line, key: keys.join("."), before: from, after: to });
  };
  const { credentials: oldCredentials, ...oldRest } = old;
  const { credentials, ...rest } = now;
  compareValues(oldRest, rest, [], note);
  for (const part of without(credentials, oldCredentials)) {
    const at = credentials.indexOf(part);
    note(["credentials", String(at)], undefined, part);
  }
  for (const part of without(oldCredentials, credentials)) note(["credentials"], part, undefined);
  return facts;
}

function compareValues(
  before: unknown,
  after: unknown,
  keys: readonly string[],
  note: (keys: readonly string[], from: unknown, to: unknown) => void,
): void {
  if (!isObject(before) || !isObject(after)) {
    if (!sameJson(before, after)) note(keys, before, after);
    return;
  }
  for (const key of sorted(new Set([...Object.keys(before), ...Object.keys(after)])))
    compareValues(own(before, key), own(after, key), [...keys, key], note);
}

/** The credentials of one list that the other lacks. */
function without(list: readonly Credential[], other: readonly Credential[]): Credential[] {
  const there = new Set(other.map(canonicalJson));
  return list.filter((part) => !there.has(canonicalJson(part)));
}

/** Whether the registry's folder is another one. */
export function compareFolders(before: RegistryAt, after: RegistryAt): GateFact[] {
  if (after.folder === undefined || before.folder === after.folder) return [];
  const at = after.snapshot.files.get(FOLDER_FILE);
  const parsed = at?.kind === "file" && at.bytes !== undefined ? parseFolder(at.bytes) : undefined;
  const line = parsed?.ok === true ? parsed.place("/registry").line : undefined;
  return [{ kind: "folder-changed", line, before: before.folder, after: after.folder }];
}
