import { sameJson } from "../json/equal.ts";
import { sorted } from "../json/order.ts";
import { pointTo } from "../json/pointer.ts";
import { isObject, own } from "../json/value.ts";
import { addressOf, sameAddress } from "../registry/address.ts";
import type { Card } from "../registry/card.ts";
import { driftBetween, worst } from "./diff-tools.ts";
import type { Drift, Grant } from "./drift.ts";
import { byPlace, changeOf, GrantsByTool, type FactOf } from "./fact.ts";

/**
 * What two versions of a card differ by: the tools as `diffTools` says it, and the card around them. Where the server
 * is another one, or is reached at another address, each grant on the card is newly given (DESIGN §4), and is listed.
 * `grants`: those on this card.
 */
export function diffCards(before: Card, after: Card, grants?: readonly Grant[]): Drift {
  const byTool = new GrantsByTool(grants);
  const drift = driftBetween(before.tools, after.tools, { server: after.server, grants: byTool });
  const facts = [
    ...identityFacts(before, after),
    ...connectionFacts(before, after),
    ...recordFacts(before, after),
  ];
  const onCard = new Set(after.tools.map(({ name }) => name));
  const reaching = byTool.all.filter(({ tool }) => onCard.has(tool));
  const changes = facts.map((fact) => changeOf(fact, TOUCHES_ALL.has(fact.kind) ? reaching : []));
  return {
    ...drift,
    scope: worst([drift.scope, ...changes.map(({ scope }) => scope)]),
    changes: [...changes, ...drift.changes].toSorted(byPlace),
  };
}

/** The kinds of change after which every grant on the card is another grant than before. */
const TOUCHES_ALL: ReadonlySet<string> = new Set([
  "address-changed",
  "connection-changed",
  "package-version-changed",
  "identity-changed",
  "server-renamed",
  "suspended-added",
  "suspended-removed",
]);

function identityFacts(before: Card, after: Card): FactOf[] {
  const facts: FactOf[] = [];
  if (before.id !== after.id) facts.push(widening("identity-changed", "/id", before.id, after.id));
  if (before.server !== after.server)
    facts.push(widening("server-renamed", "/server", before.server, after.server));
  return facts;
}

type Kind = FactOf["kind"];

function widening(kind: Kind, pointer: string, before: unknown, after: unknown): FactOf {
  return { kind, pointer, before, after, scope: "widens", breaks: false };
}

/** The parts of a connection that are its address: they are compared as one, by what they mean. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set([
  "type",
  "url",
  "registryType",
  "registryBaseUrl",
  "identifier",
  "command",
  "args",
]);

function connectionFacts(before: Card, after: Card): FactOf[] {
  const [old, now] = [partOf(before), partOf(after)];
  const [from, to] = [addressOf(before), addressOf(after)];
  const facts: FactOf[] = [];
  if (!sameAddress(from, to)) facts.push(widening("address-changed", `/${now.name}`, from, to));
  for (const key of new Set([...Object.keys(old.part), ...Object.keys(now.part)])) {
    const [value, other] = [own(old.part, key), own(now.part, key)];
    if (ADDRESS_KEYS.has(key) || sameJson(value ?? [], other ?? [])) continue;
    const kind = key === "version" ? "package-version-changed" : "connection-changed";
    facts.push(widening(kind, pointTo(`/${now.name}`, key), value, other));
  }
  return facts;
}

function partOf(card: Card): { name: string; part: Readonly<Record<string, unknown>> } {
  for (const name of ["remote", "package", "command"] as const) {
    const part = card[name];
    if (isObject(part)) return { name, part };
  }
  return { name: "remote", part: {} };
}

/** What a card says of itself: how it is to be read, whether it is suspended, which names are retired or declined. */
function recordFacts(before: Card, after: Card): FactOf[] {
  const facts: FactOf[] = [];
  if (!sameJson(readAsOf(before), readAsOf(after))) {
    facts.push(widening("read-as-changed", "/readAs", before.readAs, after.readAs));
  }
  facts.push(...suspendedFacts(before.suspended, after.suspended), ...retiredFacts(before, after));
  const plain = { scope: "same", breaks: false } as const;
  const [declined, nowDeclined] = [declinedOf(before), declinedOf(after)];
  if (!sameJson(declined, nowDeclined)) {
    const values = { before: before.declined, after: after.declined };
    facts.push({ kind: "declined-changed", pointer: "/declined", ...values, ...plain });
  }
  for (const key of ["title", "description", "notes"] as const) {
    const values = { before: before[key], after: after[key] };
    if (values.before !== values.after)
      facts.push({ kind: "card-wording-changed", pointer: `/${key}`, ...values, ...plain });
  }
  return facts;
}

/** `readAs` as a set of conditions; one without any is none. */
function readAsOf({ readAs }: Card): unknown {
  return { ...readAs, capabilities: sorted(new Set(readAs?.capabilities)) };
}

function declinedOf({ declined }: Card): string[] {
  return sorted((declined ?? []).map(({ name, digest }) => `${digest} ${name}`));
}

function suspendedFacts(before: string | undefined, after: string | undefined): FactOf[] {
  if (before === after) return [];
  const values = { pointer: "/suspended", before, after };
  if (before === undefined) return [{ kind: "suspended-added", ...values, scope: "narrows", breaks: true }];
  if (after === undefined) return [{ kind: "suspended-removed", ...values, scope: "widens", breaks: false }];
  return [{ kind: "suspended-changed", ...values, scope: "same", breaks: false }];
}

/** `retired` only grows: an entry that goes, or names another revision, lets old grants seem valid again. */
function retiredFacts(before: Card, after: Card): FactOf[] {
  const [old, now] = [retiredOf(before), retiredOf(after)];
  const facts: FactOf[] = [];
  const place = { pointer: "/retired", breaks: false };
  for (const [key, entry] of old) {
    if (!now.has(key)) facts.push({ kind: "retired-removed", ...place, before: entry, scope: "widens" });
  }
  for (const [key, entry] of now) {
    if (!old.has(key)) facts.push({ kind: "retired-added", ...place, after: entry, scope: "narrows" });
  }
  return facts;
}

function retiredOf({ retired }: Card): Map<string, unknown> {
  return new Map((retired ?? []).map((entry) => [JSON.stringify([entry.name, entry.revision]), entry]));
}
