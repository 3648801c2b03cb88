import { describe, expect, it } from "vitest";
import { fromVisible, visible } from "../../src/core/explain/inert.ts";
import { codeSpansOf, parsed } from "./gfm.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { commandsOn, livePartsOf, unseenIn } from "./inertness.ts";
import { OUTPUTS, type Output } from "./outputs.ts";

// Of some names no more is shown, and of hidden characters in a row four.
const BEGINNING = 40;
const HIDDEN = /^(?:[^\p{C}]*?\p{C}{4})?/u;

/** What of a string an output must show at least. */
function beginningOf(text: string): string {
  const hidden = HIDDEN.exec(text)?.[0] ?? "";
  return text.slice(0, hidden === "" ? BEGINNING : hidden.length).replace(/[\uD800-\uDBFF]$/, "");
}

/** What is quoted in an output, read back. */
function quotedIn(
  output: string,
  form: Output["form"],
  tree: ReturnType<typeof parsed> | undefined,
): string[] {
  if (tree !== undefined) return codeSpansOf(tree).map(fromVisible);
  if (form === "json")
    return (output.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((json) => String(JSON.parse(json)));
  // A message about a file shows texts in a form of its own.
  const hex = /\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/gi;
  const upper = (_: string, long?: string, short = long ?? "") => `\\u{${short.toUpperCase()}}`;
  if (form === "line") return [output, fromVisible(output.replaceAll(hex, upper))];
  return (output.match(/`[^`]*`/g) ?? []).map((one) => fromVisible(one.replaceAll(/\n */g, "")));
}

/** True where an output shows how a string begins, escaped. Blanks at which lines are broken don't count. */
function shows(
  output: string,
  form: Output["form"],
  text: string,
  tree: ReturnType<typeof parsed> | undefined,
): boolean {
  const loose = (one: string) => one.replaceAll(" ", "");
  const beginning = loose(beginningOf(text));
  return quotedIn(output, form, tree).some((one) => loose(one).includes(beginning));
}

describe.each(Object.entries(OUTPUTS))("%s", (_, { form, write, ours, isBare = false }) => {
  it("makes nothing of any string but a text that is shown", () => {
    const wrong: Record<string, unknown> = {};
    for (const { name, text } of hostileStrings) {
      const output = write(text);
      const tree = form === "markdown" ? parsed(output) : undefined;
      const found = [
        ...(tree === undefined ? [] : livePartsOf(output, ours, tree)),
        ...(form === "json" ? (output.match(/[^\n -~]/g) ?? []) : unseenIn(output)),
        ...commandsOn(output).map((line) => `command ${line}`),
        ...(isBare || shows(output, form, text, tree) ? [] : [`not shown: ${visible(text, "name")}`]),
      ];
      if (found.length > 0) wrong[name] = found.slice(0, 3);
    }
    expect(wrong).toEqual({});
  });
});
