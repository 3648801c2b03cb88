import { expect, test } from "vitest";
import { isObject, own } from "../../src/core/json/value.ts";
import { effectiveOf } from "../../src/core/index/effective.ts";
import { fieldRefused } from "../../src/core/index/field-refused.ts";
import { permits } from "../../src/core/scope/permits.ts";
import { createRandom } from "../../src/core/scope/sample.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { generate } from "../index/generate.ts";
import { listPairs } from "./lists.ts";

const CALLS = 20;

interface Held {
  readonly title: string;
  readonly card: Tool;
  readonly live: Tool;
}

const held: Held[] = listPairs().flatMap(({ title, before, after }) =>
  [
    { title, card: before, live: after },
    { title: `${title}, backwards`, card: after, live: before },
  ].flatMap(({ title: way, card, live }) =>
    card.flatMap((tool) => {
      const other = live.find(({ name }) => name === tool.name);
      return other === undefined ? [] : [{ title: `${way}: ${tool.name}`, card: tool, live: other }];
    }),
  ),
);

test("what a model is shown is one closed object, without compositions at its root and references to elsewhere", () => {
  for (const { title, card, live } of held) {
    const { inputSchema } = effectiveOf([card["inputSchema"]], live["inputSchema"]);
    if (!isObject(inputSchema)) throw new Error(title);
    expect(own(inputSchema, "type"), title).toBe("object");
    expect(own(inputSchema, "additionalProperties"), title).toBe(false);
    for (const key of ["allOf", "anyOf", "oneOf", "not", "if", "$ref", "$schema"])
      expect(Object.hasOwn(inputSchema, key), `${title} ${key}`).toBe(false);
    for (const [, ref] of JSON.stringify(inputSchema).matchAll(/"\$ref":"([^"]*)"/g))
      expect(ref).toMatch(/^#\/\$defs\//);
  }
});

test("nearly every call that is made from what a model is shown is permitted, and of the rest the field is named", () => {
  let [made, permitted] = [0, 0];
  for (const { title, card, live } of held) {
    const { inputSchema, blocked } = effectiveOf([card["inputSchema"]], live["inputSchema"]);
    if (blocked !== undefined) continue;
    const random = createRandom(1);
    for (let n = 0; n < CALLS; n++) {
      const value = generate(inputSchema, (below) => Math.floor(random() * below));
      made++;
      const limit = [card, live].map((tool) => tool["inputSchema"]).find((schema) => !permits(schema, value));
      if (limit === undefined) permitted++;
      else expect(fieldRefused(limit, value).path, `${title} ${JSON.stringify(value)}`).not.toEqual([]);
    }
  }
  expect(permitted / made).toBeGreaterThanOrEqual(0.99);
});
