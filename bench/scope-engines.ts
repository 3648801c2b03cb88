import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject } from "../src/core/json/value.ts";
import { compareSchemas } from "../src/core/scope/compare.ts";
import { decide } from "../src/core/scope/decide.ts";
import { dialectOf } from "../src/core/schema/dialect.ts";
import type { Pair } from "./scope-pairs.ts";

/** Asks one engine whether something is gained: true, false, or undefined when it does not say. It may throw. */
export type Engine = (pair: Pair) => boolean | undefined | Promise<boolean | undefined>;

/** What is measured; each is loaded in a process of its own. */
export const ENGINES = {
  compareSchemas: () => (pair: Pair) => {
    const { verdict } = compareSchemas(pair.before, pair.after, { dialect: pair.dialect });
    return verdict === "unknown" ? undefined : verdict === "widens";
  },
  "verdict alone": () => (pair: Pair) => gainOf(pair, true),
  "verdict, no guard": () => (pair: Pair) => gainOf(pair, false),
  "json-schema-diff": async () => {
    const { default: differ } = await import("json-schema-diff");
    return async ({ before, after }: Pair) => {
      const schemas = { sourceSchema: before as object, destinationSchema: after as object };
      return (await differ.diffSchemas(schemas)).additionsFound;
    };
  },
  "genson-js": async () => {
    const { isSubset } = await import("genson-js");
    return ({ before, after }: Pair) => !isSubset(before as object, after as object);
  },
  jsoncompat: async () => {
    const { check_compat, initSync } = await import("jsoncompat");
    initSync({ module: readFileSync(new URL(import.meta.resolve("jsoncompat/jsoncompat_wasm_bg.wasm"))) });
    return ({ before, after }: Pair) =>
      !check_compat(JSON.stringify(before), JSON.stringify(after), "serializer");
  },
  "ajv compiles both":
    () =>
    ({ before, after, dialect }: Pair) => {
      for (const schema of [before, after]) compileWithAjv(schema, dialect);
      return undefined;
    },
} as const satisfies Record<string, () => Engine | Promise<Engine>>;
export type EngineName = keyof typeof ENGINES;

function gainOf({ before, after, dialect }: Pair, guard: boolean): boolean | undefined {
  const asked = { side: "input", world: "strict", guard } as const;
  const { gain } = decide(before, after, { ...asked, ...(dialect !== undefined && { dialect }) });
  return gain === "unknown" ? undefined : gain === "yes";
}

function compileWithAjv(schema: unknown, dialect: string | undefined): void {
  const options = { strict: false, logger: false as const, validateSchema: false };
  const ajv = dialectOf(schema, dialect).dialect === "2020-12" ? new Ajv2020(options) : new Ajv(options);
  addFormats.default(ajv);
  const { $schema: _, ...rest } = isObject(schema) ? schema : {};
  ajv.compile(isObject(schema) ? rest : schema === true);
}
