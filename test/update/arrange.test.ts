import { describe, expect, test } from "vitest";
import { normalTool } from "../../src/core/tool/normal.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { arrange } from "../../src/core/update/arrange.ts";

const text = (tools: readonly Tool[]): string => JSON.stringify(tools);
const tool = (name: string, schema: object = {}): Tool => ({ name, inputSchema: schema });
const names = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name);

test("tools come in the card's order, new ones behind what they follow on the live list", () => {
  const current = ["c", "a", "gone", "b"].map((name) => tool(name));
  const wanted = ["x", "a", "y", "z", "b", "c", "w"].map((name) => tool(name));
  expect(names(arrange(wanted, current))).toEqual(["x", "c", "w", "a", "y", "z", "b"]);
});

test("without a card the live order stays", () => {
  expect(names(arrange([tool("b"), tool("a")], []))).toEqual(["b", "a"]);
});

test("keys come in the card's order, in the tool and in its schemas", () => {
  const current: Tool = {
    name: "a",
    title: "A",
    inputSchema: { type: "object", properties: { x: { type: "string", title: "X" } } },
  };
  const wanted: Tool = {
    inputSchema: { properties: { w: true, x: { title: "X", minLength: 1, type: "string" } }, type: "object" },
    title: "B",
    name: "a",
  };
  expect(text(arrange([wanted], [current]))).toBe(
    '[{"name":"a","title":"B","inputSchema":{"type":"object","properties":{"w":true,"x":{"type":"string","title":"X","minLength":1}}}}]',
  );
});

describe("required, enum and type are sets where they are keywords", () => {
  test.each([
    [
      ["c", "a", "b"],
      ["b", "c", "a"],
      ["c", "a", "b"],
    ],
    [
      ["c", "a"],
      ["a", "b", "c"],
      ["c", "a", "b"],
    ],
    [["c", "a", "b"], ["b"], ["b"]],
    [
      ["a", "a", "b"],
      ["b", "a"],
      ["a", "b"],
    ],
    [[], ["b", "a"], ["b", "a"]],
    [
      ["1", { x: 1, y: 2 }],
      [1, { y: 2, x: 1 }, "1"],
      [1, "1", { y: 2, x: 1 }],
    ],
  ])("%j with the wanted %j is %j", (before, wanted, expected) => {
    for (const key of ["required", "enum", "type"]) {
      const current = tool("a", { anyOf: [{ items: { [key]: before } }] });
      const live = tool("a", { anyOf: [{ items: { [key]: wanted } }] });
      expect(arrange([live], [current])).toEqual([tool("a", { anyOf: [{ items: { [key]: expected } }] })]);
    }
  });

  test.each(["const", "default", "examples", "x-unknown"])("but not inside %s", (key) => {
    const live = tool("a", { [key]: { required: ["b", "a"] } });
    expect(arrange([live], [tool("a", { [key]: { required: ["a", "b"] } })])).toEqual([live]);
  });

  test("nor as names of properties, nor outside of the schemas", () => {
    const live: Tool = {
      name: "a",
      inputSchema: { properties: { enum: { default: [2, 1] } } },
      enum: ["b", "a"],
    };
    const current: Tool = {
      name: "a",
      inputSchema: { properties: { enum: { default: [1, 2] } } },
      enum: ["a", "b"],
    };
    expect(arrange([live], [current])).toEqual([live]);
  });
});

test("a list of schemas keeps its order; each is arranged like the one that says the same", () => {
  const current = tool("a", { anyOf: [{ enum: [1, 2] }, { enum: [3, 4] }] });
  const wanted = tool("a", { anyOf: [{ type: "null" }, { enum: [2, 1] }, { enum: [4, 3] }] });
  expect(arrange([wanted], [current])).toEqual([
    tool("a", { anyOf: [{ type: "null" }, { enum: [1, 2] }, { enum: [3, 4] }] }),
  ]);
});

test("what is arranged says the same as before, and keys that are undefined are left out", () => {
  const inputSchema: unknown = JSON.parse('{"__proto__":{"enum":[2,1]},"type":"object"}');
  const [arranged] = arrange([{ title: undefined, inputSchema, name: "a" }], [tool("a", { type: "object" })]);
  expect(Object.keys(arranged ?? {})).toEqual(["name", "inputSchema"]);
  expect(JSON.stringify(arranged?.["inputSchema"])).toBe('{"__proto__":{"enum":[2,1]},"type":"object"}');
  expect(normalTool(arranged ?? tool(""))).toEqual(normalTool({ name: "a", inputSchema }));
});
