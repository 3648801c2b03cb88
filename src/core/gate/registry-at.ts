import { FOLDER_FILE, parseFolder } from "../registry/folder.ts";
import type { Card } from "../registry/card.ts";
import { byPlace } from "../registry/fault.ts";
import type { GrantsFile } from "../registry/grants.ts";
import { folderMeant, FOLDERS, registryPath, SETTINGS } from "../registry/layout.ts";
import { noFile } from "../registry/no-file.ts";
import { parseSettings, strictSettings, type Settings } from "../registry/settings.ts";
import type { RegistryFile } from "../registry/parse.ts";
import { readRegistry, type Registry } from "../registry/registry.ts";
import type { Problem } from "../yaml/problem.ts";
import type { GateCache } from "./gate-cache.ts";
import { ownersAt, type OwnersAt } from "./owners-at.ts";
import { readNear } from "./registry-near.ts";
import { isUnread, type Snapshot } from "./snapshot.ts";

/** A file of a registry with its path from the repository's root. */
export type FileOf<T> = RegistryFile<T> & { readonly file: string };

/** All that decides at one commit, read. */
export interface RegistryAt {
  readonly snapshot: Snapshot;
  /** The registry's folder; undefined when that can't be known, and then the registry is empty. */
  readonly folder: string | undefined;
  readonly settings: Settings;
  /** By server, those that are valid by themselves. */
  readonly cards: ReadonlyMap<string, FileOf<Card>>;
  /** By agent, likewise. */
  readonly grants: ReadonlyMap<string, FileOf<GrantsFile>>;
  /** toolcard.yaml, where it is there and valid. */
  readonly settingsFile: FileOf<Settings> | undefined;
  readonly settingsPath: string | undefined;
  readonly owners: OwnersAt;
  /** All that is wrong, with paths from the repository's root. */
  readonly problems: readonly Problem[];
  /** Deciding files that are there, but whose content we were not given. */
  readonly unread: readonly string[];
}

/**
 * Reads what decides at a commit. `near` is another commit from which it may differ in little: then little is read. It
 * never throws: what is wrong is a problem.
 */
export function registryAt(snapshot: Snapshot, cache: GateCache, near?: RegistryAt): RegistryAt {
  const registry = cache.registry(snapshot.commit, () => {
    return (near && readNear(snapshot, near, cache)) ?? read(snapshot, cache);
  });
  // A snapshot has only those workflows' bytes that somebody needs, and the next evaluation may need others.
  return { ...registry, snapshot };
}

function read(snapshot: Snapshot, cache: GateCache): RegistryAt {
  const owners = ownersAt(snapshot);
  const unread = [FOLDER_FILE, owners.file ?? ""].filter((file) => isUnread(snapshot, file));
  const folderProblems = problemsWithFolder(snapshot);
  const { folder } = snapshot;
  const nowhere = { snapshot, folder, owners, settingsFile: undefined, settingsPath: undefined };
  if (folder === undefined || folderProblems.length > 0) {
    const problems = folderProblems.length > 0 ? folderProblems : [unknownFolder()];
    const nothing = { cards: new Map(), grants: new Map(), settings: strictSettings() };
    return { ...nowhere, ...nothing, folder: undefined, problems, unread };
  }

  const inside = folder === "" ? "" : `${folder}/`;
  const files = new Map<string, Uint8Array>();
  const blobs = new Map<string, string>();
  const found: Problem[] = [];
  for (const [file, at] of snapshot.files) {
    if (!file.startsWith(inside)) continue;
    const path = file.slice(inside.length);
    if (at.kind !== "file") {
      if (standsForOurs(path)) found.push(noFile(path, at.kind));
    } else if (registryPath(path) === undefined) {
      if (Object.hasOwn(FOLDERS, path) || folderMeant(path) !== undefined) found.push(noFile(path, "file"));
    } else if (at.bytes === undefined) unread.push(file);
    else {
      files.set(path, at.bytes);
      blobs.set(path, at.blob);
    }
  }
  const registry = readRegistry(files, found, (path, parse) =>
    cache.file(path, blobs.get(path) ?? "", parse),
  );
  const bytes = files.get(SETTINGS);
  const settings =
    bytes && cache.file(SETTINGS, blobs.get(SETTINGS) ?? "", () => parseSettings(bytes, SETTINGS));
  const file = `${inside}${SETTINGS}`;
  return {
    ...nowhere,
    ...placed(registry, inside),
    settingsFile: settings?.ok === true ? { ...settings, path: SETTINGS, file } : undefined,
    settingsPath: file,
    problems: registry.problems.map(({ file: path, line, column, what, instead }) => {
      return { file: `${inside}${path}`, line, column, what, instead };
    }),
    unread,
  };
}

function placed({ settings, cards, grants }: Registry, inside: string) {
  return {
    settings,
    cards: new Map(cards.map((card) => [card.value.server, { ...card, file: `${inside}${card.path}` }])),
    grants: new Map(grants.map((file) => [file.value.agent, { ...file, file: `${inside}${file.path}` }])),
  };
}

/** Whether something that is no file stands where the registry would have one. */
function standsForOurs(path: string): boolean {
  if ((registryPath(path) ?? folderMeant(path)) !== undefined) return true;
  return Object.hasOwn(FOLDERS, path.split("/", 1)[0] ?? "");
}

/** What keeps the registry's folder from being known, or from being one. */
function problemsWithFolder({ files, folder }: Snapshot): Problem[] {
  const problems: Problem[] = [];
  const dotGithub = files.get(".github");
  if (dotGithub !== undefined && dotGithub.kind !== "folder")
    problems.push({ ...noFile(".github", dotGithub.kind), instead: "make .github a folder" });
  const at = files.get(FOLDER_FILE);
  if (at !== undefined) {
    if (at.kind === "folder")
      problems.push({ ...noFile(FOLDER_FILE, at.kind), instead: "put the file itself here" });
    else if (at.kind !== "file") problems.push(noFile(FOLDER_FILE, at.kind));
    else if (at.bytes !== undefined) {
      const parsed = parseFolder(at.bytes);
      if (!parsed.ok) problems.push(...parsed.problems);
    }
  }
  if (folder === undefined) return problems.toSorted(byPlace);
  const steps = folder.split("/");
  for (const end of steps.keys()) {
    const path = steps.slice(0, end + 1).join("/");
    const step = files.get(path);
    if (path === "" || step === undefined || step.kind === "folder") continue;
    const file = at === undefined ? path : FOLDER_FILE;
    problems.push({ ...noFile(path, step.kind), file, instead: `make ${path} a folder` });
  }
  return problems.toSorted(byPlace);
}

function unknownFolder(): Problem {
  const instead = "write registry: and the path of a folder";
  return { file: FOLDER_FILE, line: 1, column: 1, what: "the registry's folder can't be read here", instead };
}
