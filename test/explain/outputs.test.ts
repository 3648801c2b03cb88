import { describe, expect, it } from "vitest";
import { fromVisible, visible } from "../../src/core/explain/inert.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { codeOf, commandsOn, livePartsOf, unseenIn } from "./inertness.ts";
import { OUTPUTS, type Output } from "./outputs.ts";

// Of some names no more is shown, and of hidden characters in a row four.
const BEGINNING = 40;
const HIDDEN = /^(?:[^\p{C}]*?\p{C}{4})?/u;

/** What of a string an output must show at least. */
function beginningOf(text: string): string {
  const hidden = HIDDEN.exec(text)?.[0] ?? "";
  return text.slice(0, hidden === "" ? BEGINNING : hidden.length).replace(/[\uD800-\uDBFF]$/, "");
}

/** A message about a file shows hidden characters in a form of its own. */
function inOneForm(text: string): string {
  return text.replaceAll(/\\u(?:\{([0-9a-f]+)\}|([0-9a-f]{4}))/gi, (_, long?: string, short = long ?? "") => {
    return `\\u{${short.toUpperCase()}}`;
  });
}

function withoutBlanks(text: string): string {
  return text.replaceAll(" ", "");
}

/** What is quoted in an output, read back. */
function quotedIn(output: string, form: Output["form"]): string[] {
  if (form === "markdown") return codeOf(output).map(fromVisible);
  if (form === "json")
    return (output.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((json) => String(JSON.parse(json)));
  if (form === "line") return [output, fromVisible(inOneForm(output))];
  return (output.match(/`[^`]*`/g) ?? []).map((one) => fromVisible(one.replaceAll(/\n */g, "")));
}

/** True where an output shows how a string begins, escaped. Blanks at which lines are broken don't count. */
function shows(output: string, form: Output["form"], text: string): boolean {
  const beginning = withoutBlanks(beginningOf(text));
  return quotedIn(output, form).some((one) => withoutBlanks(one).includes(beginning));
}

/** What is wrong with an output, with which string. Strings come first, as what is read once needs no second reading. */
function wrongOutputs(): Record<string, Record<string, string[]>> {
  const wrong: Record<string, Record<string, string[]>> = {};
  for (const { name, text } of hostileStrings) {
    for (const [output, row] of Object.entries(OUTPUTS)) {
      const found = wrongIn(row, text);
      if (found.length > 0) (wrong[output] ??= {})[name] = found.slice(0, 3);
    }
  }
  return wrong;
}

function wrongIn({ form, write, ours, isBare = false }: Output, text: string): string[] {
  const output = write(text);
  return [
    ...(form === "markdown" ? livePartsOf(output, ours) : []),
    ...(form === "json" ? (output.match(/[^\n -~]/g) ?? []) : unseenIn(output)),
    ...commandsOn(output).map((line) => `command ${line}`),
    ...(isBare || shows(output, form, text) ? [] : [`not shown: ${visible(text, "name")}`]),
  ];
}

describe("an output with a hostile string in every place", () => {
  const wrong = wrongOutputs();
  it.each(Object.keys(OUTPUTS))("makes nothing of it but a text that is shown: %s", (output) => {
    expect(wrong[output] ?? {}).toEqual({});
  });

  it("was written with each of more than 300 strings", () => {
    expect(hostileStrings.length).toBeGreaterThan(300);
  });
});
