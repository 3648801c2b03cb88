import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TABLES, withTables } from "../../scripts/tables.ts";

const docs = new URL("../../docs/", import.meta.url);
const texts = readdirSync(docs).map((name) => [name, readFileSync(new URL(name, docs), "utf8")] as const);

test.each(texts)("docs/%s has its tables as the catalogues are: npm run tables", (_name, text) => {
  expect(withTables(text)).toBe(text);
});

test("every catalogue has its table in docs/", () => {
  const all = texts.map(([, text]) => text).join("\n");
  const missing = [...TABLES.keys()].filter((name) => !all.includes(`<!-- table ${name} -->`));
  expect(missing).toEqual([]);
});
