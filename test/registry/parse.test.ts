import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCard } from "../../src/core/registry/card.ts";
import { parseFolder } from "../../src/core/registry/folder.ts";
import { parseGrants } from "../../src/core/registry/grants.ts";
import { readRegistry } from "../../src/core/registry/registry.ts";
import { parseSettings } from "../../src/core/registry/settings.ts";
import { SAMPLE } from "./files.ts";

const parsers = [
  parseCard,
  parseGrants,
  parseSettings,
  (bytes: Uint8Array | string, _file: string) => parseFolder(bytes),
] as const;

/** Values in the neighbourhood of a registry's: its own words, in the wrong places. */
const words = [
  ...new Set(
    Object.values(SAMPLE)
      .join(" ")
      .match(/[\w.:/${}-]+/g),
  ),
];
const wordy = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(...words, "__proto__", "", null, 0, 1.5, true, "toString"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...words, "__proto__", "hasOwnProperty"), tie("value"), { maxKeys: 6 }),
  ),
})).value;

describe("reading a file of the registry", () => {
  test.each([
    ["any bytes", fc.uint8Array({ maxLength: 200 })],
    ["any text", fc.string({ unit: "binary", maxLength: 200 })],
    ["a value of any shape", wordy.map((value) => JSON.stringify(value) ?? "")],
  ])("never throws, and gives places that an editor can go to: %s", (_, inputs) => {
    const property = fc.property(inputs as fc.Arbitrary<Uint8Array | string>, (input) => {
      for (const parse of parsers) {
        const parsed = parse(input, "file.yaml");
        if (parsed.ok) continue;
        expect(parsed.problems.length).toBeGreaterThan(0);
        for (const { file, line, column, what, instead } of parsed.problems) {
          expect(file).not.toBe("");
          expect(Number.isInteger(line) && line >= 1 && Number.isInteger(column) && column >= 1).toBe(true);
          expect(`${what}; ${instead}`).not.toMatch(/undefined|\[object|[\u0000-\u001f\u007f\u202e]/);
        }
      }
    });
    fc.assert(property, { seed: 33, numRuns: 300 });
  });

  test("never shows the value of a credential", () => {
    const secret = "hunter2-hunter2";
    const faulty = fc.constantFrom(
      `{ id: a, address: "https://a.example.com", header: X, value: "${secret}" }`,
      `{ id: A, address: "https://a.example.com", header: X, value: "\${X:-${secret}}" }`,
      `{ id: a, connection: x, value: ["${secret}"] }`,
      `{ id: a, header: X, value: { "x": "${secret}" } }`,
      `{ id: a, address: "https://u:${secret}@a.example.com", header: X, value: "\${X}" }`,
    );
    const property = fc.property(fc.array(faulty, { minLength: 1, maxLength: 4 }), (entries) => {
      const parsed = parseSettings(`credentials: [${entries.join(",")}]`, "toolcard.yaml");
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain(secret);
    });
    fc.assert(property, { seed: 33, numRuns: 50 });
  });

  test("tells a hundred problems of a file, and that there are more", () => {
    const parsed = parseCard(
      `{ ${Array.from({ length: 50_000 }, (_, at) => `k${at}: 0`).join(", ")} }`,
      "card.yaml",
    );
    const problems = parsed.ok ? [] : parsed.problems;
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)?.what).toBe("there are more problems in this file");
  });

  test.each([
    ["credentials", parseSettings],
    ["tools", parseCard],
    ["enrolments", parseGrants],
  ])("refuses a list of more %s than anybody has, at once", (key, parse) => {
    const parsed = parse(`${key}: [${"{},".repeat(200_000)}]`, "file.yaml");
    expect(parsed.ok || parsed.problems.map(({ what }) => what)).toContain(
      "the lists of one file have 20,000 entries at most",
    );
  });
});

describe("parseCard", () => {
  const text = SAMPLE["cards/claims-tools.yaml"] ?? "";
  const parsed = parseCard(text, "claims-tools.yaml");
  const card = parsed.ok ? parsed.value : undefined;

  test("takes http for streamable-http", () => {
    expect(card?.remote?.type).toBe("streamable-http");
  });

  test("keeps __proto__ inside a tool as the data it is", () => {
    const schema = card?.tools[0]?.["inputSchema"] as { properties: object };
    expect(Object.keys(schema.properties)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(schema.properties)).toBe(Object.prototype);
  });

  test("fills in the empty lists of a connection", () => {
    const files = parseCard(SAMPLE["cards/files.yaml"] ?? "", "files.yaml");
    expect(files.ok && files.value.package?.runtimeArguments).toEqual([]);
    expect(files.ok && files.value.package?.environmentVariables).toEqual([]);
  });

  test("takes any name of its own for the file: that they agree is a rule of the registry", () => {
    expect(parseCard(text, "old.yaml").ok).toBe(true);
    expect(readRegistry(new Map([["cards/old.yaml", new TextEncoder().encode(text)]])).problems).not.toEqual(
      [],
    );
  });
});

describe("parseFolder", () => {
  test.each([
    ["registry: registry/", "registry"],
    ["registry: ./tools/registry", "tools/registry"],
    ["registry: .", ""],
    ["# nothing\n", "registry"],
    ["{}", "registry"],
  ])("reads %j", (text, folder) => {
    const parsed = parseFolder(text);
    expect(parsed.ok && parsed.value).toBe(folder);
  });

  test.each(["/etc", "../other", "a/../b", "C:/x", "a//b", "a\\b", "", "a/./b"])("refuses %j", (path) => {
    expect(parseFolder(JSON.stringify({ registry: path })).ok).toBe(false);
  });
});
