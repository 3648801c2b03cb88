import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namedTools } from "../../src/core/commands/named-tools.ts";
import { markdownCode, visible } from "../../src/core/explain/inert.ts";

describe("names in a command", () => {
  it.each([
    ["create_note", ["create_note", "x"], ["create_note"]],
    ["b a b", ["a", "b"], ["b", "a"]],
    ["`a` b", ["a", "b"], ["a", "b"]],
    ["my tool other", ["my tool", "other"], ["my tool", "other"]],
    ["pay\\u{200B}ment", ["payment", "pay\u200Bment"], ["pay\u200Bment"]],
    ["__proto__ constructor", ["__proto__", "constructor"], ["__proto__", "constructor"]],
  ])("%s is found among %j", (text, known, tools) => {
    expect(namedTools(text, known)).toEqual({ kind: "tools", tools });
  });

  it.each([
    ["a typo b", ["a", "b"], "typo"],
    ["A", ["a"], "A"],
    ["pay\u200Bment", ["payment"], "pay\u200Bment"],
    ["a", [], "a"],
  ])("nothing is guessed: %s", (text, known, name) => {
    expect(namedTools(text, known)).toEqual({ kind: "unknown-name", name });
  });

  it("what can be read in two ways is read in none", () => {
    expect(namedTools("a b", ["a", "b", "a b"])).toEqual({ kind: "ambiguous" });
  });

  it("any name is found as the explanation shows it, and never taken for another", () => {
    const names = fc.uniqueArray(fc.string({ unit: "binary", minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(names, fc.nat(), fc.boolean(), (known, at, isCode) => {
        const name = known[at % known.length] ?? "";
        const shown = visible(name, "name");
        const named = namedTools(isCode ? markdownCode(shown) : shown, known);
        if (named.kind === "tools") expect(named.tools).toEqual([name]);
        else expect(named.kind).toBe("ambiguous");
      }),
      { numRuns: 2000 },
    );
  });

  it("reads many words in time", () => {
    const known = Array.from({ length: 5000 }, (_, n) => "w ".repeat((n % 60) + 1) + n);
    expect(namedTools("w ".repeat(900), known).kind).toBe("unknown-name");
  });
});
