import type { Change } from "../drift/drift.ts";
import type { Context } from "./context.ts";
import { exampleWords } from "./example.ts";
import type { Fact } from "./facts.ts";
import { fieldAt, stepsOf } from "./field-at.ts";
import { say, words, type Phrase } from "./phrase.ts";
import { schemaWords } from "./schema-words.ts";
import { witnessOf } from "./witness.ts";

/**
 * Kinds with the keyword, whose words alone do not show what a field may hold now; of the rest the sentence names it. Of
 * a limit of length an example would be as many letters.
 */
const SHOWN =
  /^(?:limit.*imum$|(?:step|pattern|format|dependency|composition|condition|negation|schema)-|\w+-freed )/;

/** Adds to facts what only the tools before and after can tell: an example, and what a field is that is required now. */
export function withDetails({ facts, options: { tools } }: Context): readonly Fact[] {
  if (tools === undefined) return facts;
  const seen = new Set<string>();
  return facts.map((fact) => {
    const { change } = fact;
    const { tool, side = "input" } = change;
    const schemas = [tools.before, tools.after].map(
      (list) => list.findLast(({ name }) => name === tool)?.[`${side}Schema`],
    );
    const detail =
      change.kind === "field-required" ? whatIs(change, schemas[1]) : example(change, facts, schemas, seen);
    return detail ? { ...fact, detail } : fact;
  });
}

/** What a field is that is required now; undefined where the tool says nothing of it. */
function whatIs({ path = "" }: Change, schema: unknown): Phrase | undefined {
  const field = fieldAt(schema, stepsOf(path));
  return field === undefined ? undefined : say`: ${schemaWords(field)}`;
}

function example(
  change: Change,
  facts: readonly Fact[],
  schemas: readonly unknown[],
  seen: Set<string>,
): Phrase | undefined {
  const { kind, tool, side, pointer, path = "", scope, world } = change;
  // There is no example of what nobody knows; nor is what only a call past toolcard gains one of what agents may do.
  const isSure = scope === "narrows" || (scope === "widens" && world !== "open");
  if (!SHOWN.test(`${kind} ${pointer}`) || !isSure) return undefined;
  const steps = kind.startsWith("dependency") ? [] : stepsOf(path);
  const isShared =
    steps.length === 0 &&
    kind !== "schema-widened-jointly" &&
    facts.some(
      ({ change: other }) =>
        other !== change && other.tool === tool && other.side === side && other.scope !== "same",
    );
  const place = `${tool} ${side} ${path}`;
  // One example of a field is enough. And a whole call shows what all changes of a tool do together.
  if (seen.has(place) || isShared) return undefined;
  seen.add(place);
  const said = exampleWords(witnessOf(change, steps, schemas), steps);
  return said && say`${words(scope === "widens" ? "," : "; no longer,")} for example ${said}`;
}
