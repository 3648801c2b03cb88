import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { oneFile } from "../../scripts/one-file.ts";
import { packRanges, unpackRanges } from "../../scripts/pack-ranges.ts";
import { newFolder } from "./run-action.ts";

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

test("a part of the bundle is run once, when it is asked for, with every character that it was made with", async () => {
  const folder = newFolder();
  const hostile =
    "'\"`\\ \\n ${x} \n\r\t\0 \u2028\u2029\u007f é \ud83d\ude00 \ud800 */ // </script> __proto__";
  const parts = [
    {
      fileName: "main.js",
      code: `"use strict"; globalThis.ran = [];
        globalThis.say = () => [require("./text.js").text, require("./text.js").text, require("node:path").sep];`,
    },
    { fileName: "text.js", code: `ran.push("text"); exports.text = ${JSON.stringify(hostile)};` },
    { fileName: "never.js", code: "this is no JavaScript" },
  ];
  writeFileSync(`${folder}/index.mjs`, oneFile(parts, "main.js"));
  const script = `await import("./index.mjs"); const before = [...ran]; console.log(JSON.stringify([before, say(), ran]))`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(JSON.parse(stdout)).toEqual([[], [hostile, hostile, "/"], ["text"]]);
});
