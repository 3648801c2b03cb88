import { own } from "../json/value.ts";
import type { Scope, Side, SchemaChange } from "../differences/change.ts";
import { compareFully } from "../scope/compare.ts";
import { declaredNames } from "../scope/declared.ts";
import type { Tool } from "../tool/tool.ts";
import type { FieldNames } from "./drift.ts";
import type { FactOf } from "./fact.ts";
import { fieldNames, NO_NAMES } from "./field-names.ts";
import { CHANGE_KINDS } from "./kinds.ts";

/** What two schemas of a tool differ by. */
export interface SchemaFacts {
  readonly facts: readonly FactOf[];
  readonly names: FieldNames;
  readonly scope: Scope;
  /** True when they differ beyond wording. */
  readonly differs: boolean;
}

const KEYS = { input: "inputSchema", output: "outputSchema" } as const;
const NONE: SchemaFacts = { facts: [], names: NO_NAMES, scope: "same", differs: false };

/** Compares the schemas of one side of a tool. No output schema means that the answer can be anything (DESIGN §5). */
export function schemaFacts(before: Tool, after: Tool, side: Side): SchemaFacts {
  const key = KEYS[side];
  const [old, now] = [own(before, key) ?? undefined, own(after, key) ?? undefined];
  if (old === undefined && now === undefined) return NONE;
  if (side === "output" && (old === undefined || now === undefined)) return outputFacts(old, now);
  const { verdict, changes, unionNames } = compareFully(old, now, { side }, "guarded");
  return {
    facts: changes.map((change) => ({ ...change, side, pointer: `/${key}${change.pointer}` })),
    names: fieldNames(changes, unionNames),
    scope: verdict,
    differs: changes.some(({ kind }) => CHANGE_KINDS[kind] !== "wording"),
  };
}

/** A tool began, or stopped, to say what it gives back. */
function outputFacts(before: unknown, after: unknown): SchemaFacts {
  const isNew = before === undefined;
  const { verdict, changes } = compareFully(before ?? true, after ?? true, { side: "output" }, "guarded");
  const world = changes.map((change) => change.world).find((found) => found !== undefined);
  const fact: FactOf = {
    kind: isNew ? "output-schema-added" : "output-schema-removed",
    side: "output",
    pointer: "/outputSchema",
    path: "",
    before,
    after,
    scope: verdict,
    ...(world && { world }),
    breaks: changes.some(breaksAnybody),
  };
  const names = declaredNames(before ?? after);
  const fields = { added: isNew ? names : [], removed: isNew ? [] : names };
  return { facts: [fact], names: fields, scope: verdict, differs: true };
}

function breaksAnybody(change: SchemaChange): boolean {
  return change.breaks;
}
