import type { Change } from "../drift/drift.ts";
import { STEPS } from "../json/bounds.ts";
import { createDecider, type Decider } from "../scope/decide.ts";
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

/** What looking for all the examples of an explanation has in common: together it takes no more steps than one comparison. */
interface Looking {
  readonly facts: readonly Fact[];
  /** Of which fields there is an example. */
  readonly seen: Set<string>;
  readonly decider: Decider;
}

/** Adds to facts what only the tools before and after can tell: an example, and what a field is that is required now. */
export function withDetails({ facts, options: { tools } }: Context): readonly Fact[] {
  if (tools === undefined) return facts;
  const looking: Looking = { facts, seen: new Set(), decider: createDecider({ left: STEPS }) };
  return facts.map((fact) => {
    const { change } = fact;
    const { tool, side = "input" } = change;
    const schemas = [tools.before, tools.after].map(
      (list) => list.findLast(({ name }) => name === tool)?.[`${side}Schema`],
    );
    const detail = detailOf(change, schemas, looking);
    return detail ? { ...fact, detail } : fact;
  });
}

function detailOf(
  change: Change,
  schemas: readonly unknown[],
  { facts, seen, decider }: Looking,
): Phrase | undefined {
  const { kind, tool, side, pointer, path = "", scope, world } = change;
  const steps = kind.startsWith("dependency") ? [] : stepsOf(path);
  if (kind === "field-required") {
    const field = fieldAt(schemas[1], steps);
    return field === undefined ? undefined : say`: ${schemaWords(field)}`;
  }
  // There is no example of what nobody knows; nor is what only a call past toolcard gains one of what agents may do.
  const isSure = scope === "narrows" || (scope === "widens" && world !== "open");
  if (!SHOWN.test(`${kind} ${pointer}`) || !isSure) return undefined;
  const isShared =
    steps.length === 0 &&
    facts.some(
      ({ change: other }) =>
        other !== change && other.tool === tool && other.side === side && other.scope !== "same",
    );
  const place = `${tool} ${side} ${scope} ${path}`;
  // One example of a field is enough. And a whole call shows what all changes of a tool do together.
  if (seen.has(place) || isShared) return undefined;
  const said = exampleWords(witnessOf(change, steps, schemas, decider), steps);
  if (said === undefined) return undefined;
  seen.add(place);
  return say`${words(scope === "widens" ? ", for example" : "; for example, no longer")} ${said}`;
}
