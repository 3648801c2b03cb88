import { isObject, own } from "../json/value.ts";

/** The dialects of JSON Schema that are modelled. */
export type Dialect = "2020-12" | "draft-07" | "draft-04";

const DIALECTS: readonly Dialect[] = ["2020-12", "draft-07", "draft-04"];

/** The dialect that a `$schema` or an option names: undefined when it names another. */
function dialectNamed(text: string): Dialect | undefined {
  return DIALECTS.find((name) => text.includes(name));
}

/**
 * The dialect a schema is written in: what its `$schema` names, else the one given, else 2020-12 (as MCP has it). With
 * `strange` the `$schema` names another, whose vocabulary is not known.
 */
export function dialectOf(schema: unknown, otherwise?: string): { dialect: Dialect; strange: boolean } {
  const uri = isObject(schema) ? own(schema, "$schema") : undefined;
  const named = typeof uri === "string" ? dialectNamed(uri) : undefined;
  return {
    dialect: named ?? dialectNamed(otherwise ?? "") ?? "2020-12",
    strange: uri !== undefined && named === undefined,
  };
}
