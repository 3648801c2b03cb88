import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compareSchemas } from "../../src/core/compare/compare.ts";
import { closeWorld, dialectOf } from "../fixtures/closed-world.mjs";
import { acceptsAs } from "../corpus/accepts.ts";

/** A pair that was written to mislead, and values that the two may differ on. */
interface Trap {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly values: readonly unknown[];
}

const traps = JSON.parse(readFileSync(new URL("traps.json", import.meta.url), "utf8")) as Trap[];

/** Whether plain ajv accepts a value in a world; undefined where it can't compile the schema. */
function accepts(schema: unknown, world: "closed" | "open", value: unknown): boolean | undefined {
  try {
    if (world === "open") return acceptsAs(schema, dialectOf(schema), value);
    return acceptsAs(closeWorld(schema), "2020-12", value);
  } catch {
    return undefined;
  }
}

const WORLDS = ["closed", "open"] as const;

function isGained({ before, after }: Trap, value: unknown): boolean {
  return WORLDS.some(
    (world) => accepts(after, world, value) === true && accepts(before, world, value) === false,
  );
}

/** The same, where a schema that plain ajv can't compile refutes nothing. */
function mayBeGained({ before, after }: Trap, value: unknown): boolean {
  return WORLDS.some(
    (world) => accepts(after, world, value) !== false && accepts(before, world, value) !== true,
  );
}

const back = (trap: Trap): Trap => ({ ...trap, before: trap.after, after: trap.before });

describe("pairs that were written to mislead", () => {
  test.each(traps)("$id: what is gained is never denied, and what is shown is gained", (trap) => {
    for (const one of [trap, back(trap)]) {
      const { verdict, witness } = compareSchemas(one.before, one.after);
      const gained = one.values.filter((value) => isGained(one, value));
      if (gained.length > 0)
        expect([gained, verdict]).toEqual([gained, expect.stringMatching(/widens|unknown/)]);
      if (witness !== undefined) expect([witness, mayBeGained(one, witness)]).toEqual([witness, true]);
    }
  });

  test("most of them do differ on a value that is named", () => {
    const differing = traps.filter((trap) =>
      [trap, back(trap)].some((one) => one.values.some((value) => isGained(one, value))),
    );
    expect(differing.length).toBeGreaterThan(traps.length / 2);
  });
});
