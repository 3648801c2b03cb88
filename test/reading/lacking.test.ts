import { expect, it } from "vitest";
import { lackingNames } from "../../src/core/reading/lacking.ts";

const tool = (name: string) => ({ name, inputSchema: {} });

it("What a list lacks is named by code points, and what is malformed is not lacking", () => {
  const card = ["z", "a", "twice", "bad", "é", "\u{1F642}", "\uFF01"].map(tool);
  const live = [tool("twice"), tool("twice"), { name: "bad" }, tool("e\u0301"), null];
  expect(lackingNames(card, live)).toEqual(["a", "z", "é", "\uFF01", "\u{1F642}"]);
});
