import type { Change } from "../drift/drift.ts";
import type { ChangeKind } from "../drift/kinds.ts";
import type { Context } from "./context.ts";
import { exampleWords } from "./example.ts";
import type { Fact } from "./facts.ts";
import { fieldAt, stepsOf } from "./field-at.ts";
import { say, type Phrase } from "./phrase.ts";
import { schemaWords } from "./schema-words.ts";
import { witnessOf } from "./witness.ts";

/** Kinds whose words alone do not show what a field may hold now; of the rest the sentence names it. */
const SHOWN: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  ...(["limit-added", "limit-removed", "limit-raised", "limit-lowered"] as const),
  ...(["step-added", "step-removed", "step-changed"] as const),
  ...(["pattern-added", "pattern-removed", "pattern-changed"] as const),
  ...(["format-added", "format-removed", "format-changed"] as const),
  ...(["type-freed", "values-freed", "schema-replaced", "schema-widened-jointly"] as const),
  ...(["dependency-added", "dependency-removed", "dependency-changed"] as const),
  ...(["composition-added", "composition-removed", "composition-changed"] as const),
  ...(["condition-added", "condition-removed", "condition-changed"] as const),
  ...(["negation-added", "negation-removed", "negation-changed"] as const),
]);

/** Kinds that are about several fields of a call at once. */
const WHOLE = /^(?:dependency-|schema-widened-jointly$)/;

/** The most changes for which an example is looked for, and the steps for each: together less than half a second. */
const MOST = 20;
const STEPS = 15_000;

/** Adds to facts what only the tools before and after can tell: an example, and what a field is that is required now. */
export function withDetails({ facts, options: { tools } }: Context): readonly Fact[] {
  if (tools === undefined) return facts;
  const [before, after] = [tools.before, tools.after].map(
    (list) => new Map(list.map((tool) => [tool.name, tool])),
  );
  const seen = new Set<string>();
  return facts.map((fact) => {
    const { tool = "", side } = fact.change;
    const key = side === "output" ? "outputSchema" : "inputSchema";
    const detail = detailOf(facts, fact.change, before?.get(tool)?.[key], after?.get(tool)?.[key], seen);
    return detail === undefined ? fact : { ...fact, detail };
  });
}

function detailOf(
  facts: readonly Fact[],
  change: Change,
  before: unknown,
  after: unknown,
  seen: Set<string>,
): Phrase | undefined {
  if (change.kind === "field-required") return whatIs(change, after);
  if (!isShown(change)) return undefined;
  const whole = change.path === "" || WHOLE.test(change.kind);
  // A whole call shows what all changes of a tool do together.
  if (whole && change.kind !== "schema-widened-jointly" && !isAlone(facts, change)) return undefined;
  const place = JSON.stringify([change.tool, change.side, whole || change.path, change.scope]);
  // One example of a field is enough.
  if (seen.has(place) || seen.size >= MOST) return undefined;
  seen.add(place);
  const witness = witnessOf({ change, whole, before, after }, { left: STEPS });
  const said = exampleWords(witness, whole ? "" : (change.path ?? ""));
  if (said === undefined) return undefined;
  return change.scope === "widens" ? say`, for example ${said}` : say`; no longer, for example ${said}`;
}

/** What only a call past toolcard gains, agents may not send: it is no example. Nor is there one of what nobody knows. */
function isShown({ kind, scope, world }: Change): boolean {
  return SHOWN.has(kind) && (scope === "narrows" || (scope === "widens" && world !== "open"));
}

function isAlone(facts: readonly Fact[], { tool, side }: Change): boolean {
  return (
    facts.filter(({ change }) => change.tool === tool && change.side === side && change.scope !== "same")
      .length === 1
  );
}

/** What a field is that is required now; undefined where the tool says nothing of it. */
function whatIs({ path = "" }: Change, schema: unknown): Phrase | undefined {
  const steps = stepsOf(path);
  const field = steps === undefined || path === "" ? undefined : fieldAt(schema, steps);
  const said = field === undefined ? undefined : schemaWords(field);
  return said === undefined ? undefined : say`: ${said}`;
}
