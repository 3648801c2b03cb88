import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { carried } from "../../src/core/reading/carry.ts";
import { FAILED_REASONS, type Reading } from "../../src/core/reading/reading.ts";
import { parseReadings, serializeReadings } from "../../src/core/reading/saved.ts";
import { toolList } from "../../src/core/tool/tool.ts";

const base = {
  server: "claims-tools",
  address: { type: "streamable-http", url: "https://claims.example.com/mcp" },
  readAs: { protocolVersion: "2026-07-28", credential: "claims", capabilities: ["roots"] },
  time: "2026-11-30T09:00:00.000Z",
} as const;
const tools = [{ name: "a", inputSchema: { type: "object" } }, null, "odd"];
const READINGS: readonly Reading[] = [
  { ...base, outcome: "complete", tools, notes: ["list-changed"], confirmed: true },
  { ...base, server: "b", outcome: "failed", reason: "timeout", detail: "no answer" },
  { ...base, server: "c", address: { type: "sse", url: "http://127.0.0.1/sse" }, outcome: "not-advertised" },
  {
    ...base,
    server: "d",
    address: { registryType: "npm", registryBaseUrl: "https://npm.example.com/", identifier: "@acme/d" },
    outcome: "complete",
    tools: [],
    notes: [],
    confirmed: false,
  },
  {
    ...base,
    server: "e",
    address: { command: "node", args: ["e.mjs"] },
    readAs: { capabilities: [] },
    outcome: "failed",
    reason: "exited",
    detail: "",
  },
];

const parsed = (value: unknown) =>
  parseReadings(typeof value === "string" ? value : JSON.stringify(value), "r.json");
const readings = (...list: unknown[]) => ({ kind: "readings", readings: list });

describe("saved readings", () => {
  it("come back as they were, from each of the three forms", () => {
    expect(parsed(serializeReadings(READINGS))).toEqual(readings(...READINGS));
    expect(parsed(READINGS)).toEqual(readings(...READINGS));
    expect(parsed({ clean: true, drifts: [], readings: READINGS })).toEqual(readings(...READINGS));
    expect(parsed(READINGS[0])).toEqual(readings(READINGS[0]));
    expect(parsed(`\uFEFF${JSON.stringify(READINGS)}`)).toEqual(readings(...READINGS));
    expect(parsed([])).toEqual(readings());
  });

  it("may be written by hand", () => {
    const url = "https://claims.example.com/mcp";
    expect(parsed({ server: "x", address: url, tools: [] })).toEqual(
      readings({
        server: "x",
        address: { type: "streamable-http", url },
        readAs: { capabilities: [] },
        time: "1970-01-01T00:00:00.000Z",
        outcome: "complete",
        tools: [],
        notes: [],
        confirmed: false,
      }),
    );
    expect(
      parsed({ server: "x", address: { type: "http", url }, outcome: "failed", reason: "timeout" }),
    ).toMatchObject({
      readings: [{ address: { type: "streamable-http", url }, detail: "" }],
    });
    expect(parsed({ server: "x", address: { command: "node" }, tools: [] })).toMatchObject({
      readings: [{ address: { command: "node", args: [] } }],
    });
  });

  it("come back with any tools that a server can list", () => {
    const any = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(any, (items) => {
        const reading: Reading = { ...base, outcome: "complete", tools: items, notes: [], confirmed: false };
        const text = serializeReadings([reading]);
        expect(parsed(text)).toEqual(readings(JSON.parse(JSON.stringify(reading))));
        expect(serializeReadings([reading])).toBe(text);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it("keep what is malformed malformed, however deep it nests", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`) as unknown;
    const items = [
      { name: "deep", inputSchema: deep },
      { name: "endless", inputSchema: { maximum: Infinity } },
      { name: "large", inputSchema: { maximum: 2 ** 53 + 2 } },
      { name: "half", inputSchema: { title: "\uD800" } },
      JSON.parse('{"name":"proto","inputSchema":{"__proto__":{"x":1}}}') as unknown,
    ];
    const text = serializeReadings([
      { ...base, outcome: "complete", tools: items, notes: [], confirmed: false },
    ]);
    const back = parsed(text);
    const found = back.kind === "readings" ? back.readings[0] : undefined;
    expect(toolList(found?.outcome === "complete" ? found.tools : [])).toMatchObject({
      tools: [{ name: "proto" }],
      malformed: [
        { name: "deep", why: "too-deep" },
        { name: "endless", why: "unsafe-number" },
        { name: "large", why: "unsafe-number" },
        { name: "half", why: "unpaired-surrogate" },
      ],
    });
    expect(Object.hasOwn((carried(items[4]) as { inputSchema: object }).inputSchema, "__proto__")).toBe(true);
    expect(carried(items[4])).toBe(items[4]);
  });

  it.each([
    ["{", [["", "this is no JSON"]]],
    ["", [["", "this is no JSON"]]],
    [{ readings: {} }, [["/readings", "readings is no array"]]],
    [3, [["", "readings is no array"]]],
    [
      [1, null],
      [
        ["/0", "a reading is no object"],
        ["/1", "a reading is no object"],
      ],
    ],
    [{ server: "x", address: "https://x.example" }, [["/outcome", "there is neither an outcome nor tools"]]],
    [
      { readings: [{ ...base, outcome: "compleat" }] },
      [["/readings/0/outcome", "there is neither an outcome nor tools"]],
    ],
    [{ ...base, server: "X", tools: [] }, [["/server", "this is no name of a server"]]],
    [{ ...base, server: undefined, tools: [] }, [["/server", "this is no name of a server"]]],
    [{ ...base, address: 1, tools: [] }, [["/address", "this is no address"]]],
    [{ ...base, address: "claims.example.com", tools: [] }, [["/address", "this is no URL"]]],
    [
      { ...base, address: { type: "stdio", url: "https://x" }, tools: [] },
      [["/address/type", "this is no type of a remote"]],
    ],
    [
      { ...base, address: { command: "", args: [1] }, tools: [] },
      [
        ["/address/command", "command is no text"],
        ["/address/args", "this is no array of texts"],
      ],
    ],
    [
      { ...base, address: { registryType: "npm" }, tools: [] },
      [["/address/identifier", "identifier is no text"]],
    ],
    [{ ...base, readAs: [], tools: [] }, [["/readAs", "readAs is no object"]]],
    [
      { ...base, readAs: { credential: 1, capabilities: "roots" }, tools: [] },
      [
        ["/readAs/capabilities", "this is no array of texts"],
        ["/readAs/credential", "credential is no text"],
      ],
    ],
    [{ ...base, time: "yesterday", tools: [] }, [["/time", "this is no time in UTC"]]],
    [{ ...base, time: "2026-11-30T09:00:00+01:00", tools: [] }, [["/time", "this is no time in UTC"]]],
    [{ ...base, time: "2026-13-30T09:00:00Z", tools: [] }, [["/time", "this is no time in UTC"]]],
    [{ ...base, tools: {} }, [["/tools", "tools is no array"]]],
    [{ ...base, tools: Array(5_001).fill(1) }, [["/tools", "more than 5000 tools"]]],
    [{ ...base, tools: [], notes: ["odd"] }, [["/notes", "these are no notes"]]],
    [{ ...base, tools: [], confirmed: "yes" }, [["/confirmed", "confirmed is neither true nor false"]]],
    [
      { ...base, outcome: "failed", reason: "tired", detail: 1 },
      [
        ["/reason", "this is no reason"],
        ["/detail", "detail is no text"],
      ],
    ],
    [
      { ...base, outcome: "failed", reason: "timeout", tools: [] },
      [["", '"tools" is no key of a reading that is failed']],
    ],
    [{ ...base, tools: [], confrimed: true }, [["", '"confrimed" is no key of a reading that is complete']]],
    [[READINGS[0], READINGS[0]], [["/1/server", "two readings of one server"]]],
  ] as const)("are refused with all that is wrong: %#", (value, problems) => {
    const wanted = problems.map(([pointer, what]) => ({
      file: "r.json",
      pointer,
      what,
      instead: expect.any(String),
    }));
    expect(parsed(value)).toEqual({ kind: "problems", problems: wanted });
  });

  it("are refused with no more problems than a person reads", () => {
    const many = parsed(Array(9_000).fill(1));
    expect(many.kind === "problems" && many.problems.length).toBe(50);
    expect(parsed(Array(10_001).fill(1))).toMatchObject({ problems: [{ what: "more than 10000 readings" }] });
  });

  it("know each reason", () => {
    for (const reason of FAILED_REASONS) {
      expect(parsed({ ...base, outcome: "failed", reason, detail: "x" })).toMatchObject({
        readings: [{ reason }],
      });
    }
  });
});
