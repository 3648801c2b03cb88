import type { Grant } from "../drift/drift.ts";
import { byCodePoint, sorted, sortedBy } from "../json/order.ts";
import type { Problem } from "../yaml/problem.ts";
import { parseCard, type Card } from "./card.ts";
import { byPlace } from "./fault.ts";
import { parseGrants, type GrantsFile } from "./grants.ts";
import { registryPath } from "./layout.ts";
import type { Parsed, RegistryFile } from "./parse.ts";
import { credentialProblems, enrolmentProblems, nameProblem, sharedIds } from "./registry-rules.ts";
import { isName } from "./shape-parts.ts";
import { defaultSettings, parseSettings, strictSettings, type Settings } from "./settings.ts";

/** A registry: all that is valid in it, and all that is not. A fault costs its own file only (DESIGN §3). */
export interface Registry {
  /** The defaults without toolcard.yaml; the strictest when it can't be read. */
  readonly settings: Settings;
  /** By server. */
  readonly cards: readonly RegistryFile<Card>[];
  /** By agent. */
  readonly grants: readonly RegistryFile<GrantsFile>[];
  /** The servers whose card is there but invalid: `unreadable` at run time. */
  readonly invalidCards: readonly string[];
  /** The agents whose grants file is there but invalid: it grants nothing. */
  readonly invalidGrants: readonly string[];
  /** Everything that is wrong, by file, line and column. A registry with any is invalid. */
  readonly problems: readonly Problem[];
}

/** Gives what parsing a file gave before, where it is known that the file is the same; else parses it. */
export type Remember = <T>(path: string, parse: () => Parsed<T>) => Parsed<T>;

/**
 * Reads a whole registry. The paths are relative to its folder, with forward slashes; `found` are problems that reading
 * the folder met (a link, a file that is too large). It never throws: every fault is a problem, and all are told.
 */
export function readRegistry(
  files: ReadonlyMap<string, Uint8Array>,
  found: readonly Problem[] = [],
  remember: Remember = (_path, parse) => parse(),
): Registry {
  const read = readFiles(files, found, remember);
  const problems = [...read.problems];
  const shared = sharedIds([...read.cards.values()]);
  problems.push(...shared.problems);
  for (const server of shared.servers) {
    read.cards.delete(server);
    read.invalidCards.add(server);
  }
  for (const card of read.cards.values()) {
    // Without the settings nothing is known of credentials, and one fault is told already.
    if (read.settings !== undefined) problems.push(...credentialProblems(card, read.settings));
  }
  for (const file of read.grants.values())
    problems.push(...enrolmentProblems(file, read.cards, read.invalidCards));
  return {
    settings: read.settings ?? strictSettings(),
    cards: sortedBy(read.cards.values(), (file) => file.value.server),
    grants: sortedBy(read.grants.values(), (file) => file.value.agent),
    invalidCards: sorted([...read.invalidCards].filter(isName)),
    invalidGrants: sorted([...read.invalidGrants].filter(isName)),
    problems: problems.toSorted(byPlace),
  };
}

/** The files of a registry by themselves, by name; what they say of each other is not looked at yet. */
interface Files {
  /** Undefined when toolcard.yaml can't be read. */
  settings: Settings | undefined;
  readonly cards: Map<string, RegistryFile<Card>>;
  readonly grants: Map<string, RegistryFile<GrantsFile>>;
  readonly invalidCards: Set<string>;
  readonly invalidGrants: Set<string>;
  readonly problems: Problem[];
  readonly remember: Remember;
}

function readFiles(
  files: ReadonlyMap<string, Uint8Array>,
  found: readonly Problem[],
  remember: Remember,
): Files {
  const read: Files = {
    remember,
    settings: defaultSettings(),
    cards: new Map(),
    grants: new Map(),
    invalidCards: new Set(),
    invalidGrants: new Set(),
    problems: [...found],
  };
  for (const [path, bytes] of files) readFile(read, path, bytes);
  for (const path of [...files.keys(), ...found.map(({ file }) => file)]) {
    if (!files.has(path) || registryPath(path)?.kind === "misplaced") lose(read, files, path);
  }
  return read;
}

function readFile(read: Files, path: string, bytes: Uint8Array): void {
  const at = registryPath(path);
  if (at === undefined) return;
  if (at.kind === "misplaced") {
    read.problems.push(misplacedProblem(path, at.meant));
  } else if (at.kind === "settings") readSettings(read, path, bytes);
  else if (at.kind === "card") readCard(read, path, at.name, bytes);
  else readGrants(read, path, at.name, bytes);
}

function readSettings(read: Files, path: string, bytes: Uint8Array): void {
  const parsed = read.remember(path, () => parseSettings(bytes, path));
  read.settings = parsed.ok ? parsed.value : undefined;
  if (!parsed.ok) read.problems.push(...parsed.problems);
}

function readCard(read: Files, path: string, name: string, bytes: Uint8Array): void {
  const parsed = read.remember(path, () => parseCard(bytes, path));
  if (parsed.ok && parsed.value.server === name) {
    read.cards.set(name, { ...parsed, path });
    return;
  }
  read.invalidCards.add(name);
  if (parsed.ok) read.problems.push(nameProblem({ ...parsed, path }, "server", parsed.value.server));
  else read.problems.push(...parsed.problems);
}

function readGrants(read: Files, path: string, name: string, bytes: Uint8Array): void {
  const parsed = read.remember(path, () => parseGrants(bytes, path));
  if (parsed.ok && parsed.value.agent === name) {
    read.grants.set(name, { ...parsed, path });
    return;
  }
  read.invalidGrants.add(name);
  if (parsed.ok) read.problems.push(nameProblem({ ...parsed, path }, "agent", parsed.value.agent));
  else read.problems.push(...parsed.problems);
}

/** Counts a file as invalid that could not be read at all, or lies in the wrong place with nothing in the right one. */
function lose(read: Files, files: ReadonlyMap<string, Uint8Array>, path: string): void {
  const at = registryPath(path);
  switch (at?.kind) {
    case "settings":
      read.settings = undefined;
      break;
    case "card":
      read.invalidCards.add(at.name);
      break;
    case "grants":
      read.invalidGrants.add(at.name);
      break;
    case "misplaced":
      if (!files.has(at.meant)) lose(read, files, at.meant);
      break;
    case undefined:
  }
}

/** A file that is not where the registry looks: toolcard.yml, cards/team/x.yaml, cards/x.YAML. */
function misplacedProblem(path: string, meant: string): Problem {
  const what = "this is no path that the registry reads";
  return { file: path, line: 1, column: 1, what, instead: `rename it to ${meant}` };
}

/** The grants on a server that count: of enrolments with its card's id, for tools that are on the card. */
export function grantsOn(registry: Registry, server: string): Grant[] {
  const card = registry.cards.find((file) => file.value.server === server)?.value;
  if (card === undefined) return [];
  const tools = new Set(card.tools.map((tool) => tool.name));
  const grants: Grant[] = [];
  for (const { value } of registry.grants) {
    for (const enrolment of value.enrolments) {
      if (enrolment.server !== server || enrolment.card !== card.id) continue;
      for (const { tool, job } of enrolment.grants) {
        if (tools.has(tool)) grants.push({ agent: value.agent, tool, job });
      }
    }
  }
  return grants.toSorted(
    (left, right) =>
      byCodePoint(left.agent, right.agent) ||
      byCodePoint(left.tool, right.tool) ||
      byCodePoint(left.job, right.job),
  );
}
