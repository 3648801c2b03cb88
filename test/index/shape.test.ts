import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { mergeIndex } from "../../src/core/index/merge.ts";
import { indexShape } from "../../src/core/index/shape.ts";
import { schemaText } from "../../src/core/registry/published.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "./scene.ts";

const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(indexShape);
const tool = (name: string, properties: object, required: string[] = []) => ({
  name,
  inputSchema: { type: "object", properties, required },
});
const text = { type: "string" };

const card = cardOf(
  [
    tool("same", { a: text }),
    tool("blocked", { a: text }),
    tool("gone", {}),
    { ...tool("wider", { a: text }), annotations: { readOnlyHint: true } },
    tool("odd", {}),
  ],
  {
    title: "Claims",
    revision: 2,
    retired: [{ name: "back", revision: 2 }],
  },
);
const live = [
  tool("same", { a: text }),
  tool("blocked", { b: text }, ["b"]),
  tool("wider", { a: text, b: text }),
  tool("back", {}),
  { name: "odd", inputSchema: 5 },
];
const registry = registryOf({
  "cards/claims.yaml": card,
  "cards/broken.yaml": { server: "broken" },
  "grants/bot.yaml": grantsOf([{ tool: "same", job: "intake" }]),
});
const bare = registryOf({ "cards/claims.yaml": cardOf([tool("same", { a: text })]) });

const indexes = {
  complete: mergeIndex(registry, [readingOf(live)], { now: NOW }),
  "of what is approved alone": mergeIndex(registry, [readingOf(live)], { now: NOW, approved: bare }),
  "of an address that nobody approved": mergeIndex(registry, [readingOf(live)], {
    now: NOW,
    approved: registryOf({
      "cards/claims.yaml": cardOf([], { remote: { type: "sse", url: "https://a.example.com/" } }),
    }),
  }),
  "without readings": mergeIndex(registry, [], { now: NOW }),
  "too old": mergeIndex(registry, [readingOf(live, { time: "2026-11-30T01:00:00Z" })], { now: NOW }),
  "from elsewhere": mergeIndex(
    registry,
    [readingOf(live, { address: { type: "sse", url: "https://elsewhere.example.com/" } })],
    { now: NOW },
  ),
  "with a reading nobody has a card for": mergeIndex(registry, [readingOf(live, { server: "other" })], {
    now: NOW,
  }),
  "of nothing": mergeIndex(registryOf({}), [], { now: NOW }),
};

test.each(Object.entries(indexes))(
  "an index %s is as its published schema says, also after a trip through JSON",
  (_what, index) => {
    expect(validate(index), JSON.stringify(validate.errors, null, 1)).toBe(true);
    expect(JSON.parse(JSON.stringify(index))).toEqual(index);
  },
);

test("the published schema is the one that indexes are held to, and knows every key of them", () => {
  const published = readFileSync(new URL("../../schemas/index.json", import.meta.url), "utf8");
  expect(published, "run npm run schemas").toBe(schemaText(indexShape));
  expect(validate({ ...indexes.complete, more: 1 })).toBe(false);
});

/** What is said of a tool, without its schemas. */
function without(said: object): object {
  return Object.fromEntries(Object.entries(said).filter(([key]) => key !== "shown" && key !== "limits"));
}

test("each tool is where the merge table says, and what is withheld or blocked is named", () => {
  const [, claims] = indexes.complete.servers;
  const found = Object.fromEntries((claims?.tools ?? []).map(({ name, ...rest }) => [name, without(rest)]));
  expect(found).toEqual({
    back: { onCard: false, state: "new", retired: 2 },
    blocked: {
      onCard: true,
      state: "callable",
      withheld: [{ kind: "field-added", path: "b", pointer: "/properties/b" }],
      blocked: { why: "required-beyond-card", names: ["b"] },
    },
    gone: { onCard: true, state: "gone" },
    odd: { onCard: true, state: "malformed", malformed: "no-input-schema" },
    same: { onCard: true, state: "callable" },
    wider: {
      onCard: true,
      state: "callable",
      withheld: [{ kind: "field-added", path: "b", pointer: "/properties/b" }],
      looserHints: ["readOnlyHint"],
    },
  });
});
