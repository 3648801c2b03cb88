import { describe, expect, test } from "vitest";
import type { Card } from "../../src/core/registry/card.ts";
import { neededRevision } from "../../src/core/registry/revision.ts";

const before: Card = {
  id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
  server: "a",
  revision: 4,
  readAs: { protocolVersion: "2026-07-28", capabilities: ["roots", "sampling"] },
  tools: [
    { name: "a", inputSchema: { required: ["x", "y"] } },
    { name: "b", inputSchema: {} },
  ],
  remote: { type: "streamable-http", url: "https://a.example.com/mcp", headers: [] },
};

describe("neededRevision", () => {
  test.each<[string, number | undefined, Partial<Card>]>([
    ["nothing changed", undefined, {}],
    ["only words changed", undefined, { title: "A", description: "a", notes: "n", suspended: "why" }],
    [
      "only the order changed",
      undefined,
      {
        tools: [
          { name: "b", inputSchema: {} },
          { inputSchema: { required: ["y", "x"] }, name: "a" },
        ],
        readAs: { capabilities: ["sampling", "roots"], protocolVersion: "2026-07-28" },
      },
    ],
    ["a tool is gone", 5, { tools: before.tools.slice(1) }],
    ["a tool has another description", 5, { tools: [{ name: "a", inputSchema: {}, description: "d" }] }],
    ["the address changed", 5, { remote: { type: "sse", url: "https://a.example.com/mcp", headers: [] } }],
    ["it is read as another", 5, { readAs: { capabilities: [] } }],
    ["a tool is gone, and the revision rose", undefined, { tools: [], revision: 5 }],
    ["a tool is gone, and the revision rose by more", undefined, { tools: [], revision: 9 }],
    ["the revision fell", 4, { revision: 3 }],
    ["the revision fell with a change", 5, { revision: 3, tools: [] }],
    ["it is another card", undefined, { id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b12", revision: 1, tools: [] }],
  ])("%s: %s", (_, needed, change) => {
    expect(neededRevision(before, { ...before, ...change } as Card)).toBe(needed);
  });
});
