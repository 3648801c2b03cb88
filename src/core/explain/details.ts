import type { Change } from "../drift/drift.ts";
import type { Context } from "./context.ts";
import { exampleWords } from "./example.ts";
import type { Fact } from "./facts.ts";
import { fieldAt, stepsOf } from "./field-at.ts";
import { say, words, type Phrase } from "./phrase.ts";
import { schemaWords } from "./schema-words.ts";
import { witnessOf } from "./witness.ts";

/** Kinds whose words alone do not show what a field may hold now; of the rest the sentence names it. */
const SHOWN =
  /^(?:limit|step|pattern|format|dependency|composition|condition|negation|schema)-|^(?:type|values)-freed$/;

/** Kinds that are about several fields of a call at once. */
const WHOLE = /^(?:dependency-|schema-widened)/;

/** The most changes for which an example is looked for: together it takes less than half a second. */
const MOST = 20;

/** Adds to facts what only the tools before and after can tell: an example, and what a field is that is required now. */
export function withDetails({ facts, options: { tools } }: Context): readonly Fact[] {
  if (tools === undefined) return facts;
  const seen = new Set<string>();
  return facts.map((fact) => {
    const { tool, side } = fact.change;
    const key = side === "output" ? "outputSchema" : "inputSchema";
    const schemas = [tools.before, tools.after].map(
      (list) => list.findLast(({ name }) => name === tool)?.[key],
    );
    const detail = detailOf(facts, fact.change, schemas, seen);
    return detail === undefined ? fact : { ...fact, detail };
  });
}

function detailOf(
  facts: readonly Fact[],
  change: Change,
  schemas: readonly unknown[],
  seen: Set<string>,
): Phrase | undefined {
  const { kind, tool, side, path = "", scope } = change;
  if (kind === "field-required") {
    const field = fieldAt(schemas[1], stepsOf(path));
    return field === undefined ? undefined : say`: ${schemaWords(field)}`;
  }
  if (!isShown(change)) return undefined;
  const shown = WHOLE.test(kind) ? [] : stepsOf(path);
  // A whole call shows what all changes of a tool do together.
  if (shown.length === 0 && kind !== "schema-widened-jointly" && !isAlone(facts, change)) return undefined;
  // One example of a field is enough.
  const place = [tool, side, scope, ...shown].join("\n");
  if (seen.has(place) || seen.size >= MOST) return undefined;
  seen.add(place);
  const said = exampleWords(witnessOf(change, shown, schemas), shown);
  return said && say`${words(scope === "widens" ? "," : "; no longer,")} for example ${said}`;
}

/** What only a call past toolcard gains, agents may not send: it is no example. Nor is there one of what nobody knows. */
function isShown({ kind, scope, world }: Change): boolean {
  return SHOWN.test(kind) && (scope === "narrows" || (scope === "widens" && world !== "open"));
}

function isAlone(facts: readonly Fact[], { tool, side }: Change): boolean {
  const judged = facts.filter(
    ({ change }) => change.tool === tool && change.side === side && change.scope !== "same",
  );
  return judged.length === 1;
}
