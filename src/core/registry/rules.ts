import { isObject, own } from "../json/value.ts";
import { shown } from "../yaml/problem.ts";
import { entriesAt, repeated, textIn, type Entry } from "./entries.ts";
import type { PlacedFault } from "./fault.ts";
import { packageFault } from "./package-rules.ts";

// The rules of DESIGN §3 that go across the keys of one file. They run on files of the wrong shape too, so that all
// problems are told at once: nothing here may trust a type.

/** What is wrong with a card beyond its shape. */
export function cardFaults(card: Entry): PlacedFault[] {
  const tools = entriesAt(card, "tools");
  const retired = entriesAt(card, "retired");
  return [
    ...repeated(tools, nameIn, twiceIn("tools")),
    ...repeated(retired, nameIn, twiceIn("retired")),
    ...retired.flatMap((entry) => lateRevision(entry, own(card.value, "revision"))),
    // A tool can be declined in more than one form: a server may go back and forth between them.
    ...repeated(
      entriesAt(card, "declined"),
      (entry) => JSON.stringify([textIn(entry, "name") ?? null, textIn(entry, "digest") ?? null]),
      twiceIn("declined with the same digest"),
    ),
    ...connectionFaults(card),
  ];
}

function lateRevision(entry: Entry, revision: unknown): PlacedFault[] {
  const without = own(entry.value, "revision");
  if (typeof without !== "number" || typeof revision !== "number" || without <= revision) return [];
  const what = `${shownIn(entry, "name")} retires with a revision that the card has not reached`;
  const instead = `write the first revision without it, ${revision} at most`;
  return [{ pointer: `${entry.pointer}/revision`, part: "value", what, instead }];
}

function connectionFaults(card: Entry): PlacedFault[] {
  const lists = [
    entriesAt(card, "package", "environmentVariables"),
    entriesAt(card, "command", "environmentVariables"),
  ];
  return [
    ...repeated(
      entriesAt(card, "remote", "headers"),
      (entry) => nameIn(entry)?.toLowerCase(),
      (entry) => `the header ${shownIn(entry, "name")} is named twice`,
    ),
    ...lists.flatMap(variableFaults),
    ...packageFaults(card),
  ];
}

function variableFaults(variables: readonly Entry[]): PlacedFault[] {
  const faults = repeated(
    variables,
    nameIn,
    (entry) => `the variable ${shownIn(entry, "name")} is named twice`,
  );
  for (const entry of variables) {
    const isSecret = own(entry.value, "isSecret") === true;
    const hasValue = Object.hasOwn(entry.value, "value");
    const name = shownIn(entry, "name");
    if (isSecret && hasValue) {
      const what = `the secret ${name} has its value on a card, for all to read`;
      const instead =
        "take the value out, replace the secret, and bind the new one in credentials of toolcard.yaml";
      faults.push({ pointer: `${entry.pointer}/value`, part: "value", what, instead });
    } else if (!isSecret && !hasValue) {
      const what = `the variable ${name} has no value`;
      const instead = "add value, or isSecret: true and a credential in toolcard.yaml";
      faults.push({ pointer: entry.pointer, part: "value", what, instead });
    }
  }
  return faults;
}

function packageFaults(card: Entry): PlacedFault[] {
  const value = own(card.value, "package");
  if (!isObject(value)) return [];
  const entry: Entry = { pointer: "/package", value };
  const faults: PlacedFault[] = [];
  for (const field of ["identifier", "version"] as const) {
    const text = textIn(entry, field);
    const fault = text && packageFault(textIn(entry, "registryType") ?? "", field, text);
    if (fault) faults.push({ pointer: `/package/${field}`, part: "value", ...fault });
  }
  return faults;
}

/** What is wrong with a grants file beyond its shape. */
export function grantsFaults(file: Entry): PlacedFault[] {
  const enrolments = entriesAt(file, "enrolments");
  return [
    ...repeated(
      enrolments,
      (entry) => textIn(entry, "server"),
      (entry) => `the agent is enrolled twice with ${shownIn(entry, "server")}`,
    ),
    ...enrolments.flatMap((enrolment) =>
      repeated(
        entriesAt(enrolment, "grants"),
        (entry) => JSON.stringify([textIn(entry, "tool") ?? null, textIn(entry, "job") ?? null]),
        (entry) => `${shownIn(entry, "tool")} is granted twice for the same job`,
      ),
    ),
  ];
}

/** What is wrong with the settings beyond their shape. */
export function settingsFaults(settings: Entry): PlacedFault[] {
  const parts = entriesAt(settings, "credentials");
  const faults = repeated(
    parts,
    (part) => {
      // Header names are the same in any case (RFC 9110 §5.1); names of variables are not.
      const target = textIn(part, "header")?.toLowerCase() ?? textIn(part, "environmentVariable");
      return JSON.stringify([textIn(part, "id") ?? null, target ?? null]);
    },
    (part) => `the credential ${shownIn(part, "id")} is here twice`,
  );
  const places = new Map<string, string>();
  for (const part of parts) {
    const id = textIn(part, "id");
    const place = textIn(part, "address") ?? textIn(part, "connection");
    if (id === undefined || place === undefined) continue;
    const first = places.get(id) ?? place;
    places.set(id, first);
    if (first === place) continue;
    const what = `the credential ${shown(id)} is bound to two places`;
    faults.push({
      pointer: part.pointer,
      part: "value",
      what,
      instead: "give each place a credential of its own id",
    });
  }
  return faults;
}

function twiceIn(list: string): (entry: Entry) => string {
  return (entry) => `${shownIn(entry, "name")} is twice in ${list}`;
}

function nameIn(entry: Entry): string | undefined {
  return textIn(entry, "name");
}

function shownIn(entry: Entry, key: string): string {
  return shown(textIn(entry, key) ?? "");
}
