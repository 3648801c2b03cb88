import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packRanges, unpackRanges } from "../../scripts/pack-ranges.ts";

const FOLDER = fileURLToPath(new URL("../../dist/action", import.meta.url));

test("the Action is one file of at most 2 MB, with the licences of all that is in it beside it", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(["LICENSES.txt", "index.js"]);
  const code = readFileSync(`${FOLDER}/index.js`);
  expect(code.length).toBeLessThanOrEqual(2_000_000);
  expect(code.includes(fileURLToPath(new URL("../..", import.meta.url)))).toBe(false);
  expect(code.includes("node_modules/")).toBe(false);
  const licences = readFileSync(`${FOLDER}/LICENSES.txt`, "utf8");
  for (const name of [
    "@octokit/core",
    "@modelcontextprotocol/client",
    "ajv",
    "js-yaml",
    "refa",
    "bottleneck",
  ]) {
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  }
});

test("the tables of Unicode are packed without loss", () => {
  const code = readFileSync(createRequire(import.meta.url).resolve("refa"), "utf8");
  const tables = [...code.matchAll(/JSON\.parse\('(\[\{"min"[^']+)'\)/g)].map(([, json = ""]) => json);
  const packed = [...packRanges(code).matchAll(/unpackRanges\("([^"]+)"\)/g)].map(([, text = ""]) => text);
  expect(packed.length).toBeGreaterThan(300);
  expect(packed.map((text) => JSON.stringify(unpackRanges(text)))).toEqual(tables);
});
