import { expect, test } from "vitest";
import { authorize, type Call } from "../../src/core/index/authorize.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import type { Index } from "../../src/core/index/model.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "./scene.ts";

// What nobody sends who means well: each is answered, with no, and soon.

const open = {
  type: "object",
  properties: { text: {}, list: { type: "array" } },
  additionalProperties: true,
};
const grant = [{ tool: "note", job: "intake" }];
const registry = registryOf({
  "cards/claims.yaml": cardOf([{ name: "note", inputSchema: open }]),
  "grants/bot.yaml": grantsOf(grant),
});
const index = mergeIndex(registry, [readingOf([{ name: "note", inputSchema: open }])], { now: NOW });
const call: Call = { agent: "bot", job: "intake", server: "claims", tool: "note" };

const fails = () => {
  throw new Error("not to be read");
};
const cyclic: Record<string, unknown> = {};
cyclic["text"] = cyclic;
const deep = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`) as unknown;
const revoked = (() => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
})();

test("the index of these tests allows an ordinary call", () => {
  expect(authorize(index, { ...call, arguments: { text: "a", more: [1] } }).allowed).toBe(true);
});

test.each<[string, unknown]>([
  ["contain themselves", cyclic],
  ["are too deep", { text: deep(100_000) }],
  ["are too many", { list: Array.from({ length: 60_000 }, () => 0) }],
  ["are too many names", Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`n${n}`, 0]))],
  [
    "can't be read",
    {
      get text() {
        return fails();
      },
    },
  ],
  ["are a proxy that fails", new Proxy({}, { ownKeys: fails, getPrototypeOf: fails, has: fails })],
  ["are sent as something else", { text: { toJSON: () => "else" } }],
  ["are sent as something else as a whole", { toJSON: () => ({ text: 1 }) }],
  ["inherit how they are sent", { text: new Date(0) }],
  ["are a list", []],
  ["are null", null],
  ["are a text", "{}"],
  ["are a function", fails],
])("arguments that %s are refused", (_what, given) => {
  expect(authorize(index, { ...call, arguments: given })).toMatchObject({
    allowed: false,
    reason: "beyond-card",
  });
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a text", "note"],
  ["names that are objects", { agent: {}, job: [], server: Object.create(null) as unknown, tool: fails }],
  ["names that can't be written", { ...call, server: { toString: fails } }],
  ["a tool that is a symbol", { ...call, tool: Symbol("note") }],
  ["a proxy that fails", new Proxy({}, { get: fails })],
  ["of arguments that were revoked", { ...call, arguments: revoked }],
])("a call that is %s is refused", (_what, asked) => {
  expect(authorize(index, asked as Call).allowed).toBe(false);
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "", "note\u0000", "NOTE", "note "])(
  "no name that was never granted is found by accident: %j",
  (name) => {
    for (const key of ["agent", "job", "server", "tool"] as const)
      expect(authorize(index, { ...call, [key]: name }).allowed).toBe(false);
  },
);

test("names that every object inherits are names like others, of tools and of fields", () => {
  const names = ["__proto__", "constructor", "toString"];
  const properties = JSON.parse(
    '{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}',
  ) as object;
  const tools = names.map((name) => ({ name, inputSchema: { type: "object", properties } }));
  const there = registryOf({
    "cards/claims.yaml": cardOf(tools),
    "grants/bot.yaml": grantsOf(names.map((tool) => ({ tool, job: "intake" }))),
  });
  const merged = JSON.parse(JSON.stringify(mergeIndex(there, [readingOf(tools)], { now: NOW }))) as Index;
  for (const tool of names) {
    const ask = (text: string) =>
      authorize(merged, { ...call, tool, arguments: JSON.parse(text) as unknown }).allowed;
    expect(ask("{}")).toBe(true);
    expect(ask('{"constructor": "a"}')).toBe(true);
    expect(ask('{"constructor": 1}')).toBe(false);
    expect(ask('{"toString": "a"}')).toBe(false);
  }
});

test("an index that was asked can't be changed, as what was taken out would go on counting", () => {
  const merged = JSON.parse(JSON.stringify(index)) as {
    servers: { grants: unknown[]; tools: { limits: unknown[] }[] }[];
  };
  expect(authorize(merged as unknown as Index, call).allowed).toBe(true);
  const [server] = merged.servers;
  expect(() => (merged.servers = [])).toThrow(TypeError);
  expect(() => server?.grants.pop()).toThrow(TypeError);
  expect(() => server?.tools[0]?.limits.pop()).toThrow(TypeError);
  expect(() => Object.assign(server ?? {}, { suspended: "INC-1" })).toThrow(TypeError);
});

test.each([{}, { servers: null }, { servers: [null] }, { servers: [{ server: "claims", id: "x" }] }, null])(
  "an index that is none permits nothing: %j",
  (broken) => {
    expect(authorize(broken as unknown as Index, call).allowed).toBe(false);
  },
);

const CATASTROPHIC = ["^(a+)+$", "^(a|aa)+$", "(.*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$"];

test.each(CATASTROPHIC)("a pattern that would take for ever elsewhere is answered: %s", (pattern) => {
  const tool = {
    name: "note",
    inputSchema: { type: "object", properties: { text: { type: "string", pattern } } },
  };
  const there = registryOf({ "cards/claims.yaml": cardOf([tool]), "grants/bot.yaml": grantsOf(grant) });
  const merged = mergeIndex(there, [readingOf([tool])], { now: NOW });
  expect(authorize(merged, { ...call, arguments: { text: `${"a".repeat(50_000)}!` } })).toMatchObject({
    reason: "beyond-card",
  });
});

test.each([
  { $ref: "#/nowhere" },
  { $ref: "https://elsewhere.example.com/schema" },
  { type: "object", pattern: "(?<=a)b" },
  { type: "object", properties: 5 },
  { type: "object", allOf: {} },
  { type: "nonsense" },
  { $async: true, type: "object" },
])(
  "a live schema that can't be compiled permits nothing, and costs its own tool alone: %j",
  (inputSchema) => {
    const card = ["note", "other"].map((name) => ({ name, inputSchema: open }));
    const there = registryOf({
      "cards/claims.yaml": cardOf(card),
      "grants/bot.yaml": grantsOf([...grant, { tool: "other", job: "intake" }]),
    });
    const live = [{ name: "note", inputSchema }, card[1]];
    const merged = mergeIndex(there, [readingOf(live)], { now: NOW });
    expect(authorize(merged, { ...call, arguments: { text: "b" } }).reason).toBe("beyond-live");
    expect(authorize(merged, { ...call, tool: "other" }).allowed).toBe(true);
  },
);
