import { CHANGE_KINDS } from "../drift/kinds.ts";
import { widenedIn } from "../explain/explanation.ts";
import { plural } from "../explain/phrase.ts";
import { byId, type Assessment } from "./assess.ts";
import type { CardTold } from "./cards-told.ts";
import type { Gated } from "./widening.ts";

/** What is counted beside the changes within a card, in the order in which a title names it. */
const NOUNS: readonly (readonly [kind: Gated["kind"], one: string, many: string])[] = [
  ["card-added", "new card", "new cards"],
  ["card-moved", "moved card", "moved cards"],
  ["id-reused", "reused id", "reused ids"],
  ["address-shared", "shared address", "shared addresses"],
  ["enrolment-added", "new enrolment", "new enrolments"],
  ["grant-added", "new grant", "new grants"],
  ["setting-changed", "setting", "settings"],
  ["folder-changed", "other folder of the registry", "other folders of the registry"],
  ["owners-changed", "file with other owners", "files with other owners"],
  ["owners-to-come", "pattern with other owners", "patterns with other owners"],
  ["owners-unclear", "CODEOWNERS file", "CODEOWNERS files"],
  ["workflow-changed", "workflow", "workflows"],
];

/** What a pull request widens, counted: "1 field, 1 new tool, 2 new grants"; with `only`, of some of it alone. */
export function countWords(
  { legs }: Assessment,
  cards: readonly CardTold[],
  only: (widening: Gated) => boolean = () => true,
): string[] {
  const [base] = legs;
  const all = byId(legs.flatMap(({ widenings }) => widenings)).filter(only);
  const since = all.filter(({ sinceApproved }) => sinceApproved);
  const counted = base.widenings.filter((each) => only(each) && !each.sinceApproved);
  const changes = new Set(counted.flatMap(({ change }) => change ?? []));
  const told = cards.map(({ drift, options }) => ({
    drift: { ...drift, changes: drift.changes.filter((change) => changes.has(change)) },
    options,
  }));
  const isKnown = new Set(base.widenings.map(({ id }) => id));
  const elsewhere = all.filter(({ id, sinceApproved }) => !isKnown.has(id) && !sinceApproved);
  return [
    ...widenedIn(told),
    ...otherWords(counted),
    ...(elsewhere.length === 0 ? [] : [`${elsewhere.length} more beyond the default branch`]),
    ...(since.length === 0 ? [] : [`${since.length} more since the last approved state`]),
  ];
}

/** What is no change of a permission within a card. */
function otherWords(widenings: readonly Gated[]): string[] {
  const count = (holds: (kind: Gated["kind"]) => boolean) =>
    widenings.filter(({ kind }) => holds(kind)).length;
  const said = NOUNS.flatMap(([kind, one, many]) => {
    const found = count((each) => each === kind);
    return found === 0 ? [] : [plural(found, one, many)];
  });
  const classes: ReadonlyMap<string, string> = new Map(Object.entries(CHANGE_KINDS));
  for (const name of ["wording", "behaviour"]) {
    const found = count((kind) => classes.get(kind) === name);
    if (found > 0) said.push(`${plural(found, "change")} of ${name}`);
  }
  return said;
}
