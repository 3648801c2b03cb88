import { expect, test } from "vitest";
import { authorize } from "../../src/core/index/authorize.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import { callableTools, viewOf } from "../../src/core/index/view.ts";
import { cardOf, grantsOf, NOW, OTHER_ID, readingOf, registryOf } from "./scene.ts";

const text = { type: "object", properties: { text: { type: "string" } } };
const tools = ["note", "read", "ungranted", "gone", "__proto__"].map((name) => ({ name, inputSchema: text }));
const blocked = { name: "blocked", inputSchema: text };
const live = [
  ...tools.filter(({ name }) => name !== "gone"),
  { name: "new", inputSchema: text },
  { name: "blocked", inputSchema: { ...text, required: ["more"] } },
];
const registry = registryOf({
  "cards/claims.yaml": cardOf([...tools, blocked]),
  "cards/other.yaml": cardOf(tools, { id: OTHER_ID, server: "other", suspended: "INC-1" }),
  "grants/bot.yaml": grantsOf([
    ...["note", "gone", "__proto__", "blocked"].map((tool) => ({ tool, job: "intake" })),
    { tool: "read", job: "audit" },
  ]),
  "grants/clerk.yaml": grantsOf([{ tool: "read", job: "intake" }], undefined, "clerk"),
});
const index = mergeIndex(registry, [readingOf(live), readingOf(tools, { server: "other" })], { now: NOW });
const NAMES = [...tools, blocked].map(({ name }) => name).concat("new", "nowhere");

test.each([
  { agent: "bot", job: "intake" },
  { agent: "bot", job: "audit" },
  { agent: "clerk", job: "intake" },
  { agent: "clerk", job: "audit" },
  { agent: "nobody", job: "intake" },
  { agent: "bot" },
  { job: "intake" },
  {},
])("a view answers its viewer as the whole index does: %j", (viewer) => {
  const view = viewOf(index, viewer);
  const { agent = "bot", job = "intake" } = viewer;
  for (const server of ["claims", "other", "nowhere"]) {
    for (const tool of NAMES) {
      const call = { agent, job, server, tool, arguments: {} };
      const [whole, part] = [authorize(index, call), authorize(view, call)];
      expect(part.allowed).toBe(whole.allowed);
      // A server that is no matter of the viewer's is not in its view at all.
      if (part.reason !== "unknown-server") expect(part).toEqual(whole);
    }
  }
});

test("a view of an agent and a job holds nothing of others", () => {
  const view = viewOf(index, { agent: "bot", job: "intake" });
  expect(view.servers).toHaveLength(1);
  const [claims] = view.servers;
  expect(claims?.enrolled).toEqual([{ agent: "bot" }]);
  expect(new Set(claims?.grants.map(({ agent, job }) => `${agent} ${job}`))).toEqual(new Set(["bot intake"]));
  expect(claims?.tools.map(({ name }) => name)).toEqual(["__proto__", "blocked", "gone", "note"]);
});

const given = (agent: string, job: string, server = "claims") =>
  callableTools(index, { agent, job, server }).map((tool) => tool["name"]);

test("a model is given the tools that it may call, and none of which no call can be permitted", () => {
  expect(given("bot", "intake")).toEqual(["__proto__", "note"]);
  expect(given("bot", "audit")).toEqual(["read"]);
  expect(given("clerk", "intake")).toEqual(["read"]);
  expect(given("nobody", "intake")).toEqual([]);
  expect(given("bot", "intake", "other")).toEqual([]);
  expect(given("bot", "intake", "__proto__")).toEqual([]);
});
