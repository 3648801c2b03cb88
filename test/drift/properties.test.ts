import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { fieldName, schemaWithReferences as schema } from "../scope/arbitrary-schema.ts";
import { shuffled } from "./shuffled.ts";

/** On a machine that does other things too. */
const LONG = 60_000;
const RUNS = { seed: 20261130, numRuns: 50 };

const tool = (name: string): fc.Arbitrary<Tool> =>
  fc.record(
    {
      name: fc.constant(name),
      inputSchema: schema,
      outputSchema: schema,
      description: fieldName,
      annotations: fc.dictionary(fc.constantFrom("readOnlyHint", "openWorldHint", "title"), fc.boolean()),
    },
    { requiredKeys: ["name", "inputSchema"] },
  );
const tools = fc
  .uniqueArray(fc.constantFrom("one", "two", "three", "__proto__"), { maxLength: 4 })
  .chain((names) => fc.tuple(...names.map(tool)));

describe("whatever the tools are", () => {
  test(
    "a list does not differ from itself in another order of tools, keys, required, enum and type",
    () => {
      fc.assert(
        fc.property(tools, fc.infiniteStream(fc.nat()), (list, numbers) => {
          const drift = diffTools(list, shuffled(list, numbers) as Tool[]);
          expect(drift).toMatchObject({
            added: [],
            removed: [],
            changed: [],
            scope: "same",
            changes: [],
            warnings: [],
          });
        }),
        RUNS,
      );
    },
    LONG,
  );

  test(
    "the same drift has the same bytes, whatever the order of what it is found from",
    () => {
      fc.assert(
        fc.property(tools, tools, fc.infiniteStream(fc.nat()), (before, after, numbers) => {
          const other = diffTools(shuffled(before, numbers) as Tool[], shuffled(after, numbers) as Tool[]);
          expect(JSON.stringify(other)).toBe(JSON.stringify(diffTools(before, after)));
        }),
        RUNS,
      );
    },
    LONG,
  );

  test(
    "what is added one way is removed the other way",
    () => {
      fc.assert(
        fc.property(tools, tools, (before, after) => {
          const there = diffTools(before, after);
          const back = diffTools(after, before);
          expect([back.added, back.removed]).toEqual([there.removed, there.added]);
          expect(back.changed.map(({ tool: name }) => name)).toEqual(
            there.changed.map(({ tool: name }) => name),
          );
          for (const [index, { input, output }] of there.changed.entries()) {
            const other = back.changed[index];
            expect([other?.input.added, other?.input.removed]).toEqual([input.removed, input.added]);
            expect([other?.output.added, other?.output.removed]).toEqual([output.removed, output.added]);
          }
        }),
        RUNS,
      );
    },
    LONG,
  );

  test(
    "the scope of a drift is the worst of its facts, and behaviour and wording are the same",
    () => {
      fc.assert(
        fc.property(tools, tools, (before, after) => {
          const { scope, changes } = diffTools(before, after);
          const scopes = new Set(changes.map((change) => change.scope));
          expect(scope === "widens").toBe(scopes.has("widens"));
          expect(scope === "unknown").toBe(scopes.has("unknown") && !scopes.has("widens"));
        }),
        RUNS,
      );
    },
    LONG,
  );
});
