import { expect, test } from "vitest";
import { authorize } from "../../src/core/index/authorize.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import type { Reading } from "../../src/core/reading/reading.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "./scene.ts";

// Which of several readings of one server counts.

const note = { name: "note", inputSchema: { type: "object" } };
const files = {
  "cards/claims.yaml": cardOf([note]),
  "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
};
const call = { agent: "bot", job: "intake", server: "claims", tool: "note" };
const at = (time: string, tools: readonly unknown[] = [note], more = {}) =>
  readingOf(tools, { time, ...more });
const failed = (time: string) =>
  ({ ...at(time), outcome: "failed", reason: "timeout", detail: "" }) as unknown as Reading;
const elsewhere = (url: string, type = "streamable-http") => ({ address: { type, url } });

const CASES: readonly [string, readonly Reading[], string][] = [
  ["the newer of two complete ones", [at("2026-11-30T09:50:00Z", []), at("2026-11-30T09:40:00Z")], "gone"],
  [
    "the later given of two of one time",
    [at("2026-11-30T09:50:00Z", []), at("2026-11-30T09:50:00Z")],
    "allowed",
  ],
  [
    "a complete one, though later ones failed",
    [at("2026-11-30T09:00:00Z"), failed("2026-11-30T09:59:00Z")],
    "allowed",
  ],
  ["none that is a second too old", [at("2026-11-30T08:59:59Z")], "too-old"],
  ["one that is ahead by what clocks differ", [at("2026-11-30T10:05:00Z")], "allowed"],
  ["none that is further ahead", [at("2026-11-30T10:05:01Z")], "too-old"],
  [
    "a fresh one, beside one that is far ahead",
    [at("2026-11-30T09:50:00Z"), at("2099-01-01T00:00:00Z", [])],
    "allowed",
  ],
  [
    "one of the card's address, though a newer one is of another",
    [
      at("2026-11-30T09:50:00Z"),
      at("2026-11-30T09:59:00Z", [], elsewhere("https://claims.example.com/mcp/")),
    ],
    "allowed",
  ],
  [
    "none of a longer path",
    [at("2026-11-30T09:50:00Z", [note], elsewhere("https://claims.example.com/mcp/"))],
    "other-address",
  ],
  [
    "none of another case in the path",
    [at("2026-11-30T09:50:00Z", [note], elsewhere("https://claims.example.com/MCP"))],
    "other-address",
  ],
  [
    "none of another port",
    [at("2026-11-30T09:50:00Z", [note], elsewhere("https://claims.example.com:8443/mcp"))],
    "other-address",
  ],
  [
    "none of another transport",
    [at("2026-11-30T09:50:00Z", [note], elsewhere("https://claims.example.com/mcp", "sse"))],
    "other-address",
  ],
  [
    "none with a query",
    [at("2026-11-30T09:50:00Z", [note], elsewhere("https://claims.example.com/mcp?a"))],
    "other-address",
  ],
  [
    "one whose address is written otherwise and is the same",
    [at("2026-11-30T09:50:00Z", [note], elsewhere("https://CLAIMS.example.com:443/./mcp"))],
    "allowed",
  ],
];

test.each(CASES)("what counts is %s", (_what, readings, reason) => {
  expect(authorize(mergeIndex(registryOf(files), readings, { now: NOW }), call, { now: NOW }).reason).toBe(
    reason,
  );
});

test("every tool that was read at another address is named as skipped, whatever else was read", () => {
  const other = at(
    "2026-11-30T09:59:00Z",
    [note, { ...note, name: "more" }],
    elsewhere("https://claims.example.com/"),
  );
  for (const readings of [
    [other],
    [at("2026-11-30T09:50:00Z"), other],
    [failed("2026-11-30T09:59:30Z"), other],
  ]) {
    const { warnings } = mergeIndex(registryOf(files), readings, { now: NOW });
    expect(warnings).toEqual(
      ["more", "note"].map((tool) => ({
        kind: "tool-skipped",
        server: "claims",
        tool,
        why: "other-address",
      })),
    );
  }
});

test("an item without a name leaves what is lacking unknown, and what is listed counts", () => {
  const card = [note, { ...note, name: "other" }];
  const registry = registryOf({
    "cards/claims.yaml": cardOf(card),
    "grants/bot.yaml": grantsOf(card.map(({ name }) => ({ tool: name, job: "intake" }))),
  });
  const index = mergeIndex(registry, [at("2026-11-30T09:50:00Z", [note, { inputSchema: {} }])], { now: NOW });
  expect(authorize(index, call).reason).toBe("allowed");
  expect(authorize(index, { ...call, tool: "other" }).reason).toBe("unreadable");
});

test("a list that another credential was shown does not say that a tool is gone", () => {
  const readAs = { protocolVersion: "2025-11-25", credential: "claims-readonly", capabilities: [] };
  const registry = registryOf({
    ...files,
    "cards/claims.yaml": cardOf([note], { readAs }),
    "toolcard.yaml": {
      credentials: [
        {
          id: "claims-readonly",
          address: "https://claims.example.com/mcp",
          header: "Authorization",
          value: "${TOKEN}",
        },
      ],
    },
  });
  const reason = (credential: string | undefined) =>
    authorize(
      mergeIndex(registry, [at("2026-11-30T09:50:00Z", [], { readAs: { ...readAs, credential } })], {
        now: NOW,
      }),
      call,
    ).reason;
  expect(reason("claims-readonly")).toBe("gone");
  expect(reason("another")).toBe("unreadable");
});

test("where approvals are in use and what was approved is not known, nothing is permitted", () => {
  const genesis = `sha256:${"0".repeat(64)}`;
  const registry = registryOf({ ...files, "toolcard.yaml": { approval: { genesis } } });
  const readings = [at("2026-11-30T09:50:00Z")];
  expect(authorize(mergeIndex(registry, readings, { now: NOW }), call).reason).toBe("unapproved");
  const approved = registryOf(files);
  expect(authorize(mergeIndex(registry, readings, { now: NOW, approved }), call).reason).toBe("allowed");
});
