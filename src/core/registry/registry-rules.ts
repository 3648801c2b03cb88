import { sorted } from "../json/order.ts";
import type { Problem } from "../yaml/problem.ts";
import { shown } from "../yaml/problem.ts";
import type { Card } from "./card.ts";
import { whyMisplaced } from "./credential.ts";
import { problemsOf, type Fault, type PlacedFault } from "./fault.ts";
import type { Enrolment, GrantsFile } from "./grants.ts";
import { nearest } from "./nearest.ts";
import type { RegistryFile } from "./parse.ts";
import type { Credential, Settings } from "./settings.ts";

// The rules of DESIGN §3 that go across the files of a registry.

/** A file whose name is not the name it has inside: `key` is server or agent. */
export function nameProblem(file: RegistryFile<unknown>, key: "server" | "agent", said: string): Problem {
  const { line, column } = file.place(`/${key}`);
  const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1);
  const what = `the ${key} is ${shown(said)}, the file's name says otherwise`;
  return {
    file: file.path,
    line,
    column,
    what,
    instead: `name the file ${folder}${said}.yaml, or change the ${key}`,
  };
}

/** The cards that have an id in common: which of them an enrolment means can't be known, so none of them counts. */
export function sharedIds(cards: readonly RegistryFile<Card>[]): {
  servers: Set<string>;
  problems: Problem[];
} {
  const byId = new Map<string, RegistryFile<Card>[]>();
  for (const card of cards) {
    const same = byId.get(card.value.id);
    if (same === undefined) byId.set(card.value.id, [card]);
    else same.push(card);
  }
  const servers = new Set<string>();
  const problems: Problem[] = [];
  for (const same of byId.values()) {
    if (same.length < 2) continue;
    for (const card of same) {
      const other = same.find((each) => each !== card)?.path ?? "";
      const { line, column } = card.place("/id");
      const instead = "give the newer card a new id; its agents have to be enrolled anew";
      problems.push({ file: card.path, line, column, what: `${other} has the same id`, instead });
      servers.add(card.value.server);
    }
  }
  return { servers, problems };
}

/** What is wrong with the credential that a card names: the reading will fail, the card is valid all the same. */
export function credentialProblems(card: RegistryFile<Card>, settings: Settings): Problem[] {
  const id = card.value.readAs?.credential;
  if (id === undefined) return [];
  const parts = settings.credentials.filter((part) => part.id === id);
  const faults =
    parts.length === 0 ? [unknownCredential(id, settings)] : parts.map((part) => whyNotFor(part, card.value));
  const placed: PlacedFault[] = [];
  for (const fault of faults) {
    if (fault !== undefined) placed.push({ pointer: "/readAs/credential", part: "value", ...fault });
  }
  return problemsOf(placed, card, card.path);
}

function unknownCredential(id: string, settings: Settings): Fault {
  const ids = sorted(new Set(settings.credentials.map((part) => part.id)));
  const meant = nearest(id, ids);
  const instead = meant === undefined ? "add it to credentials in toolcard.yaml" : `write ${meant}`;
  return { what: `toolcard.yaml has no credential ${shown(id)}`, instead };
}

function whyNotFor(part: Credential, card: Card): Fault | undefined {
  const misplaced = whyMisplaced(part, card);
  if (misplaced === undefined) return undefined;
  const id = shown(part.id);
  if (misplaced.why === "variable-not-named") {
    const what = `the credential ${id} gives ${misplaced.variable}, which the connection does not name as a secret`;
    return {
      what,
      instead: `add { name: ${misplaced.variable}, isSecret: true } to its environmentVariables`,
    };
  }
  const [key, found] =
    card.remote === undefined ? ["connection", misplaced.found] : ["address", shown(misplaced.found)];
  const what = `the credential ${id} is bound to another place, and is not sent here`;
  return {
    what,
    instead: `if this place may have the secret, bind it in toolcard.yaml to ${key}: ${found}`,
  };
}

/** What a grants file says of cards that is not so. */
export function enrolmentProblems(
  file: RegistryFile<GrantsFile>,
  cards: ReadonlyMap<string, RegistryFile<Card>>,
  invalidCards: ReadonlySet<string>,
): Problem[] {
  return problemsOf(enrolmentFaults(file.value, cards, invalidCards), file, file.path);
}

// A generator, because only so many faults are told: a file may have 20,000 grants, each with a look for what it means.
function* enrolmentFaults(
  file: GrantsFile,
  cards: ReadonlyMap<string, RegistryFile<Card>>,
  invalidCards: ReadonlySet<string>,
): Generator<PlacedFault> {
  for (const [index, enrolment] of file.enrolments.entries()) {
    const { server } = enrolment;
    const pointer = `/enrolments/${index}`;
    const card = cards.get(server);
    if (card !== undefined) yield* grantFaults(pointer, enrolment, card);
    else if (!invalidCards.has(server)) {
      const meant = nearest(server, [...cards.keys()]);
      const instead = meant === undefined ? "take the enrolment out, or publish the card" : `write ${meant}`;
      yield {
        pointer: `${pointer}/server`,
        part: "value",
        what: `there is no card cards/${server}.yaml`,
        instead,
      };
    }
  }
}

function* grantFaults(
  pointer: string,
  enrolment: Enrolment,
  card: RegistryFile<Card>,
): Generator<PlacedFault> {
  if (enrolment.card !== card.value.id) {
    const what = `${card.path} has another id: this enrolment counts for nothing`;
    const instead = `write ${card.value.id} if the agent is to be enrolled with that card, or take the enrolment out`;
    yield { pointer: `${pointer}/card`, part: "value", what, instead };
    return;
  }
  const tools = new Set(card.value.tools.map((tool) => tool.name));
  for (const [index, { tool }] of enrolment.grants.entries()) {
    if (tools.has(tool)) continue;
    const meant = nearest(tool, [...tools]);
    const instead =
      meant === undefined ? "take the grant out" : `write ${shown(meant)}, or take the grant out`;
    yield {
      pointer: `${pointer}/grants/${index}/tool`,
      part: "value",
      what: `${shown(tool)} is not on ${card.path}`,
      instead: tool.includes("*") ? "name each tool: there are no wildcards" : instead,
    };
  }
}
