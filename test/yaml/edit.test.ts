import { describe, expect, test } from "vitest";
import { editYaml } from "../../src/core/yaml/edit.ts";

/** Texts, what they shall say, and how little changes. `-` is the text before, `+` the one after. */
const EDITS: readonly (readonly [title: string, before: string, wanted: unknown, after: string])[] = [
  [
    "no change changes no byte",
    "\uFEFFa:   1 # x\r\n\r\n'b':  [ 2 ]",
    { b: [2], a: 1 },
    "\uFEFFa:   1 # x\r\n\r\n'b':  [ 2 ]",
  ],
  ["a number", "a: 1 # one\nb: 2\n", { a: 3, b: 2 }, "a: 3 # one\nb: 2\n"],
  ["a plain text stays plain", "a: old text # c\n", { a: "new text" }, "a: new text # c\n"],
  ["single quotes stay", "a: 'old' # c\n", { a: "it's" }, "a: 'it''s' # c\n"],
  ["double quotes stay", 'a: "old" # c\n', { a: "new" }, 'a: "new" # c\n'],
  ["a text that looks like a number is quoted", "a: x\nb: 'y'\n", { a: "012", b: "y" }, "a: '012'\nb: 'y'\n"],
  ["a text that looks like a date is quoted", "a: x\n", { a: "2024-01-01" }, 'a: "2024-01-01"\n'],
  ["a text that looks like null is quoted", "a: x\n", { a: "~" }, 'a: "~"\n'],
  ["a text that looks like a boolean is quoted", "a: x\n", { a: "yes" }, 'a: "yes"\n'],
  ["a text with a comment in it is quoted", "a: x\n", { a: "x # y" }, 'a: "x # y"\n'],
  [
    "a new key stands behind the one that it follows",
    "a: 1 # one\n# two\nc: 3\n",
    { a: 1, b: 2, c: 3 },
    "a: 1 # one\nb: 2\n# two\nc: 3\n",
  ],
  [
    "a new first key stands behind what is about the file",
    "# file\nb: 2\n",
    { a: 1, b: 2 },
    "# file\nb: 2\na: 1\n",
  ],
  [
    "a removed key goes with its comment, those around it stay",
    "# a\na: 1\n# b\nb: 2 # two\n\n# c\nc: 3\n",
    { a: 1, c: 3 },
    "# a\na: 1\n# b\n\n# c\nc: 3\n",
  ],
  [
    "keys that need quotes",
    "a: 1\n",
    { a: 1, $ref: "#/x", "a b": 2, __proto__x: 3, "": 4, "- x": 5 },
    'a: 1\n$ref: "#/x"\na b: 2\n__proto__x: 3\n"": 4\n"- x": 5\n',
  ],
  [
    "the last field goes whose line the bracket ends",
    "a:\n  - { b: t, c: { d: e },\n      f: A }\n",
    { a: [{ b: "t", c: { d: "e" } }] },
    "a:\n  - { b: t, c: { d: e }\n      }\n",
  ],
  ["no final line break", "a: 1\nb: 2", { a: 1, b: 2, c: 3 }, "a: 1\nb: 2\nc: 3"],
  ["the last key goes, and no final line break comes", "a: 1\nb: 2", { a: 1 }, "a: 1"],
  [
    "CRLF",
    "a: 1\r\nb:\r\n  - x\r\n",
    { a: 1, b: ["x", "y\nz\n"] },
    "a: 1\r\nb:\r\n  - x\r\n  - |\r\n    y\r\n    z\r\n",
  ],
  ["a byte order mark", "\uFEFFa: 1\nb: 2\n", { b: 2 }, "\uFEFFb: 2\n"],
  [
    "a list gains an item",
    "a:\n  - x # one\n  # two\n  - z\n",
    { a: ["x", "w", "z"] },
    "a:\n  - x # one\n  - w\n  # two\n  - z\n",
  ],
  [
    "a list loses an item",
    "a:\n- x # one\n- y # two\n- z\nb: 1\n",
    { a: ["x", "z"], b: 1 },
    "a:\n- x # one\n- z\nb: 1\n",
  ],
  [
    "a list loses all items",
    "a: # list\n  # one\n  - x # 1\n  - y\nb: 1\n",
    { a: [], b: 1 },
    "a: [] # list\n  # one\nb: 1\n",
  ],
  [
    "an empty list gains items",
    "a: [] # list\nb: 1\n",
    { a: [{ x: 1, z: 2 }], b: 1 },
    "a: # list\n  - x: 1\n    z: 2\nb: 1\n",
  ],
  [
    "what stays of an item moves up to the dash",
    "- a: 1\n  b: 2\n  c: 3\n- d: 4\n",
    [{ b: 2, c: 3 }, { d: 4 }],
    "- b: 2\n  c: 3\n- d: 4\n",
  ],
  ["comments in between keep their lines", "- a: 1\n  # b\n  b: 2\n", [{ b: 2 }], "-\n  # b\n  b: 2\n"],
  [
    "named items go by name",
    "- name: a # A\n  x: 1\n- name: b # B\n  x: 2\n",
    [
      { name: "c", x: 9 },
      { name: "b", x: 3 },
    ],
    "- name: c\n  x: 9\n- name: b # B\n  x: 3\n",
  ],
  [
    "comments that belong to an item stay with it",
    "- name: a\n  # end of a\n\n- name: b\n",
    [{ name: "a" }, { name: "m" }, { name: "b" }],
    "- name: a\n  # end of a\n\n- name: m\n\n- name: b\n",
  ],
  ["brackets gain and lose", "a: [x, y, z] # l\n", { a: ["w", "y", "q"] }, "a: [w, y, q] # l\n"],
  ["brackets lose their last", "a: [x, y, z]\n", { a: ["x"] }, "a: [x]\n"],
  ["brackets lose their first", "a: [ x, y, z ]\n", { a: ["z"] }, "a: [ z ]\n"],
  ["braces gain a key", "a: { b: 1 }\n", { a: { b: 1, c: ["x, y", "z"] } }, 'a: { b: 1, c: ["x, y", z] }\n'],
  [
    "braces in their own lines",
    "a: {\n    b: 1, # one\n    c: 2 # two\n  }\n",
    { a: { b: 1, c: 2, d: 3 } },
    "a: {\n    b: 1, # one\n    c: 2, # two\n    d: 3\n  }\n",
  ],
  [
    "braces lose their last line",
    "a: {\n    b: 1, # one\n    # about c\n    c: 2 # two\n  }\n",
    { a: { b: 1 } },
    "a: {\n    b: 1 # one\n    # about c\n  }\n",
  ],
  [
    "brackets that end in a comma keep it",
    "a: [\n  x,\n  y,\n  ]\n",
    { a: ["x", "y", "z"] },
    "a: [\n  x,\n  y,\n  z,\n  ]\n",
  ],
  ["a pair without braces", "a: [b: 1]\n", { a: [{ b: 1, c: 2 }] }, "a: [{ b: 1, c: 2 }]\n"],
  [
    "a literal text changes one line",
    "a: |\n    one\n\n    two\n    three\nb: 1\n",
    { a: "one\n\n2\nthree\n", b: 1 },
    "a: |\n    one\n\n    2\n    three\nb: 1\n",
  ],
  [
    "a literal text loses its last line break",
    "a: | # text\n  one\nb: 1\n",
    { a: "two", b: 1 },
    "a: |- # text\n  two\nb: 1\n",
  ],
  [
    "a literal text that starts with blanks",
    "a: |-\n  one\nb: 1\n",
    { a: "  one\n two", b: 1 },
    "a: |2-\n    one\n   two\nb: 1\n",
  ],
  [
    "a kept text keeps its blank lines",
    "a: |+\n  one\n\n\nb: 1\n",
    { a: "two\n\n", b: 1 },
    "a: |+\n  two\n\nb: 1\n",
  ],
  [
    "a kept text before what is removed",
    "a: |+\n  one\n\nb: 1\n\nc: 2\n",
    { a: "one\n\n", c: 2 },
    "a: |+\n  one\n\nc: 2\n",
  ],
  [
    "a comment behind what is removed is no text",
    "a: |\n  one\nb: 1\n  # c\nc: 2\n",
    { a: "one\n", c: 2 },
    "a: |\n  one\n# c\nc: 2\n",
  ],
  [
    "a folded text changes one line",
    "a: >-\n  one two\n  three four\n  five six\nb: 1\n",
    { a: "one two 3 four five six", b: 1 },
    "a: >-\n  one two\n  3 four\n  five six\nb: 1\n",
  ],
  [
    "a folded text gains a paragraph",
    "a: >\n  one two\n  three\n",
    { a: "one two three\nfour\n" },
    "a: >\n  one two\n  three\n\n  four\n",
  ],
  [
    "a text of many lines becomes a literal one",
    "a: x # c\nb: 1\n",
    { a: "one\ntwo\n", b: 1 },
    "a: | # c\n  one\n  two\nb: 1\n",
  ],
  [
    "a comment that would become text makes quotes",
    "a: x\n    # c\nb: 1\n",
    { a: "one\ntwo\n", b: 1 },
    'a: "one\\ntwo\\n"\n    # c\nb: 1\n',
  ],
  [
    "a text over several lines changes one line",
    "a: one two\n  three four\n  five six # c\nb: 'one two\n  it''s four\n\n  five'\n",
    { a: "one two 3 four five six", b: "one two it's 4\nfive" },
    "a: one two\n  3 four\n  five six # c\nb: 'one two\n  it''s 4\n\n  five'\n",
  ],
  [
    "a text over two lines that needs quotes",
    "a: one\n  two # c\n",
    { a: "one: two" },
    'a: "one: two" # c\n',
  ],
  ["a text over two lines", "a: one\n  two # c\nb: 1\n", { a: "three", b: 1 }, "a: three # c\nb: 1\n"],
  [
    "a value in a line of its own",
    "a:\n  # c\n  one\nb: 1\n",
    { a: { x: 1 }, b: 1 },
    "a:\n  # c\n  x: 1\nb: 1\n",
  ],
  [
    "a mapping becomes a text",
    "a: # c\n  # d\n  x: 1 # e\nb: 1\n",
    { a: "z", b: 1 },
    "a: z # c\n  # d\nb: 1\n",
  ],
  ["a text becomes a mapping", "a: y # c\nb: 1\n", { a: { x: [1] }, b: 1 }, "a: # c\n  x:\n    - 1\nb: 1\n"],
  ["an item becomes a list", "-   x\n- y\n", [["z", "w"], "y"], "- - z\n  - w\n- y\n"],
  [
    "what is new is indented like what is there",
    "a:\n    b:\n    - x\n",
    { a: { b: ["x"], g: { h: { i: [1, { j: 2 }] } } } },
    "a:\n    b:\n    - x\n    g:\n        h:\n            i:\n            - 1\n            -   j: 2\n",
  ],
  [
    "what is new beside brackets is in brackets, unless that makes it long",
    "a:\n  b: {c: 1}\n",
    { a: { b: { c: 1 }, d: { e: [2] }, f: { g: "word ".repeat(30), h: { i: 1 } } } },
    `a:\n  b: {c: 1}\n  d: {e: [2]}\n  f:\n    g: "${"word ".repeat(30)}"\n    h: {i: 1}\n`,
  ],
  [
    "JSON stays JSON",
    '{\n  "a": [\n    1\n  ]\n}\n',
    { a: [1, { b: "\u00A0\u007F" }], c: {} },
    '{\n  "a": [\n    1,\n    {\n      "b": "\\u00a0\\u007f"\n    }\n  ],\n  "c": {}\n}\n',
  ],
  [
    "JSON in one line stays so",
    '{"a":[1,2],"b":{"c":null}}',
    { a: [2, 3], b: { c: null, d: "x" } },
    '{"a":[2,3],"b":{"c":null,"d":"x"}}',
  ],
  [
    "keys and texts in quotes get company in quotes",
    '"a": "x"\n"b": "y"\n',
    { a: "x", b: "y", c: "z" },
    '"a": "x"\n"b": "y"\n"c": "z"\n',
  ],
  ["a key on a line of its own", '? "x\\ny"\n: 1\nb: 2\n', { "x\ny": 3, b: 2 }, '? "x\\ny"\n: 3\nb: 2\n'],
  ["before an end mark", "a: 1\n...\n", { a: 1, b: 2 }, "a: 1\nb: 2\n...\n"],
];

describe("an edit changes as little as it can", () => {
  test.each(EDITS)("%s", (_, before, wanted, after) => {
    expect(editYaml(before, wanted)).toBe(after);
  });
});

test("__proto__ is a key like others", () => {
  const wanted: unknown = JSON.parse('{"properties":{"a":{},"__proto__":{"type":"string"}}}');
  const edited = editYaml("properties:\n  a: {}\n", wanted);
  expect(edited).toBe("properties:\n  a: {}\n  __proto__:\n    type: string\n");
  expect(editYaml(edited, { properties: { a: {} } })).toBe("properties:\n  a: {}\n");
});

test("a text that can't be read is not edited, and the error says where it is wrong", () => {
  expect(() => editYaml("a: &x 1\nb: ~\n", {})).toThrow('the text:1:4: "&x" is an anchor');
  expect(() => editYaml("a: &x 1\nb: ~\n", {})).toThrow("the text:2:4: ");
});

test("what a file can't say is not written", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 50_000; i++) deep = [deep];
  expect(() => editYaml("a: 1\n", { a: deep })).toThrow("nests deeper");
  expect(() => editYaml("a: 1\n", { a: "\uD800" })).toThrow("half a character");
  expect(() => editYaml("a: 1\n", { a: 2 ** 60 })).toThrow("too large to be kept exactly");
  expect(() => editYaml("a: 1\n", { a: Number.NaN })).toThrow("can't be edited");
  expect(() => editYaml("a: 1\n", { a: undefined })).toThrow("not a JSON value");
  expect(() => editYaml("a: 1\n", { a: () => 1 })).toThrow("not a JSON value");
  expect(() => editYaml("a: 1\n", { a: "x".repeat(1_048_576) })).toThrow(RangeError);
});

test("minus zero and zero are two values", () => {
  expect(editYaml("a: 0\n", { a: -0 })).toBe("a: -0.0\n");
});
