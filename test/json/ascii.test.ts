import { expect, it } from "vitest";
import { asciiJson, asciiLine } from "../../src/core/json/ascii.ts";

it("Any text is written in printable ASCII and read back, however long", () => {
  const odd = "\u001b[2J\u009b\u202e\u{E0041}é語🙂\ud800\u007f";
  const values = [odd, { [odd]: [odd] }, { a: odd.repeat(10_000) }, "x".repeat(65_530) + odd];
  for (const value of values) {
    for (const text of [asciiJson(value), asciiLine(value)]) {
      expect(text).toMatch(/^[\n -~]*$/);
      expect(JSON.parse(text)).toEqual(value);
    }
  }
});
