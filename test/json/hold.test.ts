import { describe, expect, it } from "vitest";
import { whyNotHeld } from "../../src/core/json/hold.ts";

const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
const long = (length: number) => "x".repeat(length);

describe("a card can hold", () => {
  it.each([
    ["what nests 100 levels", deep(100), undefined],
    ["nothing that nests deeper", deep(101), "too-deep"],
    ["a pair of surrogates", { "\u{1F600}": "\u{1F600}" }, undefined],
    ["no half of one in a text", ["\uD83D"], "unpaired-surrogate"],
    ["no half of one in a key", { "\uDE00": 1 }, "unpaired-surrogate"],
    ["an integer that a double keeps", 2 ** 53 - 1, undefined],
    ["no integer that it does not", { maximum: 2 ** 53 }, "unsafe-number"],
    ["a text as long as a card", long(1_048_576), undefined],
    ["no longer one", long(1_048_577), "too-large"],
    ["no keys that are longer together", { [long(600_000)]: 1, [`${long(600_000)}x`]: 1 }, "too-large"],
    ["no more values than a card has characters", Array(1_048_576).fill(0), "too-large"],
  ])("%s", (_what, value, why) => {
    expect(whyNotHeld(value)).toBe(why);
  });
});
