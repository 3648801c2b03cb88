import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { newRoom, schemaFacts } from "../../src/core/drift/schema-facts.ts";
import { STEPS } from "../../src/core/json/bounds.ts";
import { compareFully } from "../../src/core/compare/compare.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { HOSTILE } from "./hostile.ts";

const cases = Object.entries(HOSTILE);

/** What one step may take at once; it is taken off before it is known whether so much is left. */
const ONE_STEP = 100_000;

const wide = (last: object) => ({
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [
      `f${at}`,
      at === 1999 ? last : { type: "string", minLength: at },
    ]),
  ),
});

const tool = (inputSchema: unknown) => ({ name: "tool", inputSchema }) as Tool;

describe("a comparison takes a limited number of steps, whatever the schemas", () => {
  test.each(cases)(
    "%s",
    (_, hostile) => {
      for (const [side, from, to] of [
        ["input", 0, 1],
        ["input", 1, 0],
        ["output", 0, 1],
      ] as const) {
        const budget = { left: STEPS };
        const { changes } = compareFully(hostile(from), hostile(to), { side }, "witnessed", budget);
        expect(STEPS - budget.left).toBeLessThan(STEPS + ONE_STEP);
        expect(changes.length).toBeGreaterThan(0);
      }
    },
    60_000,
  );

  test("what both schemas have takes few, so that a small change of a large schema is decided", () => {
    const budget = { left: STEPS };
    const { changes } = compareFully(wide({ maxLength: 5 }), wide({ maxLength: 4 }), {}, "witnessed", budget);
    expect(changes.map(({ path, scope }) => [path, scope])).toEqual([["f1999", "narrows"]]);
    expect(STEPS - budget.left).toBeLessThan(STEPS / 2);
  }, 60_000);
});

describe("a drift takes a limited number of steps, however many of its tools are hostile", () => {
  const hostile = HOSTILE["branches of which one holds"] ?? (() => true);

  test("and small changes are decided beside them", () => {
    const room = newRoom();
    const { steps } = room;
    for (let at = 0; at < 20; at++) schemaFacts(tool(hostile(0)), tool(hostile(1)), "input", room);
    expect(steps - room.steps).toBeLessThan(steps + STEPS + ONE_STEP);
    const left = room.steps;
    schemaFacts(tool(hostile(0)), tool(hostile(1)), "input", room);
    expect(left - room.steps).toBeLessThan(ONE_STEP);
    const limit = (maxLength: number) =>
      tool({ type: "object", properties: { a: { type: "string", maxLength } } });
    expect(schemaFacts(limit(5), limit(4), "input", room).scope).toBe("narrows");
    expect(schemaFacts(limit(4), limit(5), "input", room).scope).toBe("widens");
  }, 60_000);
});

describe("a comparison takes limited memory, whatever the schemas", () => {
  const program = fileURLToPath(new URL("hostile.ts", import.meta.url));
  const memoryOf = (name: string) =>
    Number(execFileSync(process.execPath, ["--max-old-space-size=256", program, name], { encoding: "utf8" }));

  test.each([
    "definitions that all refer to all",
    "patterns of Unicode, all at once",
    "twenty thousand fields that change",
    "twenty thousand fields that become required",
    "a thousand dependent fields",
    "nested lists of parts",
    "what branches leave unevaluated",
    "a megabyte of values",
  ])(
    "%s: less than 256 MiB beside what the program takes itself",
    (name) => {
      expect(HOSTILE[name]).toBeDefined();
      expect(memoryOf(name) - memoryOf("none of them")).toBeLessThan(256);
    },
    60_000,
  );
});
