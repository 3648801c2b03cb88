import { describe, expect, test } from "vitest";
import { readYaml } from "../../src/core/yaml/read.ts";
import hostile from "../fixtures/hostile-yaml.json" with { type: "json" };

interface Vector {
  readonly title: string;
  readonly text: string;
  readonly value?: unknown;
  readonly problems?: readonly { readonly at: string; readonly what: string; readonly instead: string }[];
}

const VECTORS = hostile as readonly Vector[];

describe("what is read", () => {
  test.each(VECTORS.filter(({ problems }) => problems === undefined))("$title", ({ text, value }) => {
    const read = readYaml(text, "f.yaml");
    expect(read.ok && JSON.stringify(read.value)).toBe(JSON.stringify(value));
    expect(read.ok && read.text).toBe(text);
  });
});

describe("what is refused, where and with what to write instead", () => {
  test.each(VECTORS.filter(({ problems }) => problems !== undefined))("$title", ({ text, problems }) => {
    const read = readYaml(text, "f.yaml");
    const found = read.ok ? [] : read.problems;
    expect(
      found.map(({ line, column, what, instead }) => ({ at: `${line}:${column}`, what, instead })),
    ).toEqual(problems);
    expect(found.every(({ file }) => file === "f.yaml")).toBe(true);
  });
});

test("every vector says either a value or problems", () => {
  expect(VECTORS.length).toBeGreaterThan(100);
  for (const vector of VECTORS)
    expect(Object.hasOwn(vector, "value") !== Object.hasOwn(vector, "problems")).toBe(true);
});

test("__proto__ is read as a key of its own and changes no prototype", () => {
  const read = readYaml("__proto__: { polluted: true }\n", "f.yaml");
  const value = read.ok ? read.value : undefined;
  expect(Object.keys(value as object)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("bytes are read as UTF-8, and the first byte that is not is named", () => {
  const good = readYaml(new TextEncoder().encode("\uFEFFa: ü\n"), "f.yaml");
  expect(good.ok && [good.text, good.value]).toEqual(["\uFEFFa: ü\n", { a: "ü" }]);
  const bad = readYaml(
    new Uint8Array([0x61, 0x3a, 0x20, 0x78, 0x0a, 0x62, 0x3a, 0x20, 0xc3, 0xbc, 0xff, 0x0a]),
    "f.yaml",
  );
  expect(bad.ok ? [] : bad.problems).toEqual([
    {
      file: "f.yaml",
      line: 2,
      column: 5,
      what: "a byte that is not UTF-8",
      instead: "save the file as UTF-8",
    },
  ]);
  const cut = readYaml(new Uint8Array([0x61, 0x3a, 0x20, 0xe2, 0x82]), "f.yaml");
  expect(cut.ok ? [] : cut.problems.map(({ line, column }) => [line, column])).toEqual([[1, 4]]);
});

test("one MiB is read, one byte more is not, as bytes and as text", () => {
  const most = `a: "${"é".repeat(524_285)}"\n`;
  const bytes = new TextEncoder().encode(most);
  expect(bytes.length).toBe(1_048_576);
  expect(readYaml(bytes, "f").ok).toBe(true);
  expect(readYaml(most, "f").ok).toBe(true);
  const read = readYaml(`${most}\n`, "f");
  expect(read.ok ? "" : read.problems[0]?.what).toBe("the file is larger than 1 MiB (1048576 bytes)");
  expect(readYaml(new Uint8Array(1_048_577).fill(0x23), "f").ok).toBe(false);
});

test("thousands of errors are cut, and counted", () => {
  const read = readYaml("- ~\n".repeat(5000), "f.yaml");
  const problems = read.ok ? [] : read.problems;
  expect(problems).toHaveLength(1001);
  expect(problems.at(-1)).toEqual({
    file: "f.yaml",
    line: 1001,
    column: 3,
    what: "4000 more problems",
    instead: "mend those above first",
  });
});

describe("where a JSON pointer points", () => {
  const text = [
    "# a card",
    "server: claims",
    "tools:",
    "  - name: a # first",
    '    "input/Schema": { type: [object, "null"], "a~b": 1 }',
    "  -",
    "    name: |",
    "      b",
    "😀: { 😀: { x: 1 } }",
  ].join("\n");

  test.each([
    ["", "value", 2, 1],
    ["/server", "key", 2, 1],
    ["/server", "value", 2, 9],
    ["/tools", "key", 3, 1],
    ["/tools", "value", 4, 3],
    ["/tools/0", "value", 4, 5],
    ["/tools/0/name", "key", 4, 5],
    ["/tools/0/name", "value", 4, 11],
    ["/tools/0/input~1Schema", "key", 5, 5],
    ["/tools/0/input~1Schema/type/1", "value", 5, 38],
    ["/tools/0/input~1Schema/a~0b", "key", 5, 47],
    ["/tools/1", "value", 7, 5],
    ["/tools/1/name", "value", 7, 11],
    ["/😀/😀/x", "key", 9, 11],
    ["/tools/0/missing", "value", 4, 5],
    ["/tools/0/missing/deeper", "key", 4, 5],
    ["/tools/2/name", "value", 4, 3],
    ["/tools/01", "value", 4, 3],
    ["/server/x", "value", 2, 9],
    ["/nothing", "key", 2, 1],
  ] as const)("%s (%s) is at %i:%i", (pointer, part, line, column) => {
    const read = readYaml(text, "f.yaml");
    expect(read.ok && read.place(pointer, part)).toEqual({ line, column });
  });
});
