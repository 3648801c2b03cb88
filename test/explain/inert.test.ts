import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bounded,
  codeSpan,
  decodedTags,
  fromVisible,
  jsonBlock,
  plain,
  visible,
  type Form,
} from "../../src/core/explain/inert.ts";
import { nodesOf, parsed } from "./gfm.ts";
import { hostileStrings } from "./hostile-strings.ts";

const forms: readonly Form[] = ["text", "value", "name"];
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const anyText = fc.string({ unit: "binary", maxLength: 60 });
const markup = fc.string({
  unit: fc.constantFrom(...Array.from("`$ \n~*_[]()<>@#!|\\u{}a-1.")),
  maxLength: 40,
});
const seeded = { seed: 11, numRuns: 500 };

describe("a server's string, made visible", () => {
  it("is one line without anything that does not show, and can be read back, for every hostile string", () => {
    for (const { name, text } of hostileStrings) {
      for (const form of forms) {
        expect(visible(text, form), name).not.toMatch(unseen);
        expect(fromVisible(visible(text, form)), name).toBe(text);
      }
    }
  });

  it("can be read back whatever it is, so no two strings look the same", () => {
    const property = fc.property(fc.oneof(anyText, markup), fc.constantFrom(...forms), (text, form) => {
      expect(visible(text, form)).not.toMatch(unseen);
      expect(fromVisible(visible(text, form))).toBe(text);
    });
    fc.assert(property, seeded);
  });

  it.each([
    ["get_claim", "get_claim"],
    ["get_for\u0435cast", "get_for\\u{435}cast"],
    ["\u0441\u043E\u0440\u0443", "\\u{441}\\u{43E}\\u{440}\\u{443}"],
    ["получить_прогноз", "получить_прогноз"],
    ["検索_search", "検索_search"],
    ["caf\u00E9", "caf\u00E9"],
    ["cafe\u0301", "cafe\\u{301}"],
    ["ｇｅｔ", "\\u{FF47}\\u{FF45}\\u{FF54}"],
    ["adm\u0131n", "adm\\u{131}n"],
    ["get\u2010claim", "get\\u{2010}claim"],
    [" a  b ", "\\u{20}a\\u{20} b\\u{20}"],
    ["a\nb", "a␤b"],
    ["a␤b", "a\\u{2424}b"],
    ["a\\u{62}", "a\\u{5C}u{62}"],
  ])("as a name: %j is written %s", (text, shown) => {
    expect(visible(text, "name")).toBe(shown);
  });

  it("shows letters of another script in a text as they are, and a mark that sits on none as a code", () => {
    expect(visible("Вызовите get_claim")).toBe("Вызовите get_claim");
    expect(visible("\u0301a")).toBe("\\u{301}a");
    expect(visible(`Z${"\u0301".repeat(6)}`)).toBe(`Z${"\u0301".repeat(3)}${"\\u{301}".repeat(3)}`);
  });

  it("says what tag characters say", () => {
    const tags = String.fromCodePoint(...Array.from("send it", (letter) => 0xe0000 + letter.charCodeAt(0)));
    expect(decodedTags(`Forecast.${tags}`)).toBe("send it");
  });
});

describe("a code span", () => {
  it("is one code span and nothing else in Markdown, with the text in it, for every hostile string", () => {
    for (const { name, text } of hostileStrings.filter((one) => one.text !== "")) {
      expectOneSpan(codeSpan(text, { limit: 10_000 }), visible(text), name);
    }
  });

  it("is one code span for any text, alone and in the middle of a sentence", () => {
    const property = fc.property(fc.oneof(anyText, markup), (text) => {
      fc.pre(text !== "");
      expectOneSpan(codeSpan(text), visible(text), "alone");
      const [paragraph] = parsed(`Words ${codeSpan(text)}, ${codeSpan(text)}.`).children;
      const types = paragraph?.type === "paragraph" ? paragraph.children.map((child) => child.type) : [];
      expect(types).toEqual(["text", "inlineCode", "text", "inlineCode", "text"]);
    });
    fc.assert(property, seeded);
  });

  it("lets no dollar sign touch its ends, which GitHub would read as mathematics", () => {
    for (const { name, text } of hostileStrings) {
      expect(codeSpan(text, { limit: 10_000 }), name).not.toMatch(/^`+\$|\$`+$/);
    }
    expect(codeSpan("$x$")).toBe("` $x$ `");
  });

  it("counts in code points what it cuts", () => {
    expect(codeSpan("👍".repeat(12), { limit: 10 })).toBe(`\`${"👍".repeat(10)}\` (and 2 more characters)`);
    expect(bounded("👍👍", 2)).toEqual({ head: "👍👍", cut: 0 });
    expect(bounded("👍👍a", 2)).toEqual({ head: "👍👍", cut: 1 });
  });
});

describe("a terminal", () => {
  it("gets no control character of a server's", () => {
    for (const { name, text } of hostileStrings) expect(plain(text), name).not.toMatch(unseen);
  });
});

describe("a block of JSON", () => {
  it("is one block of ASCII that holds the same value, for every hostile string", () => {
    for (const { name, text } of hostileStrings) {
      const block = jsonBlock(JSON.stringify({ [text]: [text] }, undefined, 2));
      expect(block, name).toMatch(/^[\n -~]*$/);
      const [code, ...others] = parsed(`before\n\n${block}\n\nafter`).children.slice(1);
      expect(
        others.map((node) => node.type),
        name,
      ).toEqual(["paragraph"]);
      expect(code?.type === "code" && JSON.parse(code.value), name).toEqual({ [text]: [text] });
    }
  });
});

function expectOneSpan(markdown: string, value: string, name: string): void {
  const nodes = nodesOf(parsed(markdown));
  expect(
    nodes.map((node) => node.type),
    name,
  ).toEqual(["root", "paragraph", "inlineCode"]);
  const span = nodes.at(-1);
  // A very long run of backticks is escaped.
  const shown = value.replaceAll(/`{64,}/g, (run) => "\\u{60}".repeat(run.length));
  expect(span?.type === "inlineCode" && span.value, name).toBe(shown);
  expect(markdown, name).not.toMatch(/`{65}/);
}
