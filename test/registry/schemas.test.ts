import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { isObject } from "../../src/core/json/value.ts";
import { PUBLISHED, schemaText } from "../../src/core/registry/published.ts";
import { SAMPLE } from "./files.ts";

const published = [...PUBLISHED];

describe.each(published)("schemas/%s", (name, shape) => {
  test("is what the types and the validator come from (else: npm run schemas)", () => {
    const text = readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8");
    expect(text).toBe(schemaText(shape));
  });

  test("describes every key, so that an editor can", () => {
    const properties = everyPart(shape).filter(([pointer]) => /\/properties\/[^/]+$/.test(pointer));
    expect(properties.filter(([, part]) => !("description" in part))).toEqual([]);
    expect(shape).toHaveProperty("title");
  });

  test("closes every object of ours, so that an editor marks a misspelt key", () => {
    // A choice is closed in its branches.
    const objects = everyPart(shape).filter(
      ([, part]) => part["type"] === "object" && !("discriminator" in part),
    );
    const lax = objects
      .filter(([, part]) => part["additionalProperties"] !== false)
      .map(([pointer]) => pointer);
    expect(lax).toEqual(name === "card.json" ? ["/properties/tools/items"] : []);
  });
});

test.each([
  ["card.json", "cards/claims-tools.yaml"],
  ["card.json", "cards/files.yaml"],
  ["grants.json", "grants/intake-bot.yaml"],
  ["settings.json", "toolcard.yaml"],
])("a plain validator finds by %s that %s is valid, as an editor would", (name, path) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(PUBLISHED.get(name) ?? false);
  expect(validate(load(SAMPLE[path] ?? ""))).toBe(true);
  expect(validate({ nothing: true })).toBe(false);
});

/** Every object inside a schema, with its pointer. */
function everyPart(schema: unknown): [string, Record<string, unknown>][] {
  const parts: [string, Record<string, unknown>][] = [];
  const rest: [string, unknown][] = [["", schema]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [pointer, value] = next;
    if (isObject(value)) parts.push([pointer, value]);
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) rest.push([`${pointer}/${key}`, inner]);
  }
  return parts;
}
