import { registryAt, type RegistryAt } from "../gate/registry-at.ts";
import type { GrantsFile } from "../registry/grants.ts";
import { sorted } from "../json/order.ts";
import { sameJson } from "../json/equal.ts";
import type { LandingSeen } from "./evidence.ts";

/**
 * The cards whose owners cover a grants file too: it only loses grants of tools that leave those cards with this landing,
 * held against what it was and against what was approved of it last. Undefined when it does anything else.
 */
export function cardsThatRevoke(file: string, seen: LandingSeen, now: RegistryAt): string[] | undefined {
  const { landing, snapshots, cache, approved } = seen;
  const snapshot = landing.before === undefined ? undefined : snapshots.get(landing.before);
  if (snapshot === undefined) return undefined;
  const before = registryAt(snapshot, cache);
  const after = grantsFile(now, file);
  const sides = [grantsFile(before, file), grantsFile(registryAt(approved, cache), file)];
  const cards = new Set<string>();
  for (const side of sides) {
    const revoked = side && after && revokedBetween(side, after, before, now);
    if (revoked === undefined) return undefined;
    for (const card of revoked) cards.add(card);
  }
  return cards.size === 0 ? undefined : sorted(cards);
}

function grantsFile({ grants }: RegistryAt, file: string): GrantsFile | undefined {
  return [...grants.values()].find((each) => each.file === file)?.value;
}

/** The card files whose lost tools explain all that differs between two versions of a grants file. */
function revokedBetween(
  old: GrantsFile,
  now: GrantsFile,
  before: RegistryAt,
  after: RegistryAt,
): Set<string> | undefined {
  if (old.agent !== now.agent || old.enrolments.length !== now.enrolments.length) return undefined;
  const cards = new Set<string>();
  for (const [at, enrolment] of old.enrolments.entries()) {
    const same = now.enrolments[at];
    if (same === undefined || same.server !== enrolment.server || same.card !== enrolment.card)
      return undefined;
    const left = [...same.grants];
    for (const grant of enrolment.grants) {
      if (sameJson(left[0], grant)) {
        left.shift();
        continue;
      }
      const card = leaves(grant.tool, enrolment, before, after);
      if (card === undefined) return undefined;
      cards.add(card);
    }
    if (left.length > 0) return undefined;
  }
  return cards;
}

/** The card that a tool leaves, by its file; undefined where it was not on it, or stays. */
function leaves(
  tool: string,
  { server, card }: GrantsFile["enrolments"][number],
  before: RegistryAt,
  after: RegistryAt,
): string | undefined {
  const old = before.cards.get(server);
  const now = after.cards.get(server);
  const isOn = (file: typeof old) =>
    file?.value.id === card && file.value.tools.some(({ name }) => name === tool);
  return isOn(old) && !isOn(now) ? old?.file : undefined;
}
