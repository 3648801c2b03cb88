import { describe, expect, it } from "vitest";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { unfolded } from "./readable.ts";
import { change, drift } from "./stories.ts";

const long = (word: string) => Array.from({ length: 100 }, (_, at) => `${word}${at}`).join(" ");
const described = (tool: string, before: string, after: string) =>
  change({ kind: "tool-description-changed", tool, pointer: "/description", before, after, scope: "same" });

function shown(changes: Parameters<typeof drift>[0], more: Parameters<typeof drift>[1] = {}): string {
  return renderExplanation(drift(changes, more), { owners: ["@acme/a"] });
}

describe("changed words", () => {
  it("are folded where they are long, with their lengths, and whole in the fold", () => {
    const markdown = shown([described("a", "Short.", long("word"))]);
    expect(unfolded(markdown)).toContain("- `a`, description, 6 characters before, 689 now.");
    expect(unfolded(markdown)).not.toContain("word7");
    expect(markdown).toContain("word99`**");
  });

  it("are read at once where they are short, until there are many of them", () => {
    const tools = Array.from({ length: 30 }, (_, at) => `tool_${at}`);
    const markdown = shown(
      tools.map((tool, at) => described(tool, "It.", `It does ${long(`x${at}`).slice(0, 80)}.`)),
    );
    expect(unfolded(markdown)).toContain("- `tool_0`, description: ");
    expect(unfolded(markdown)).toMatch(
      /- \*\*\d\d more texts\*\* of \d\d tools changed, each in its own way\./,
    );
    expect(markdown.match(/`tool_\d+`, description: /g)).toHaveLength(30);
  });

  it("that are flagged come first and are read at once, even where they are long", () => {
    const warnings = [
      { kind: "web-address-appeared", tool: "z", pointer: "/description", text: "https://a.example" },
    ] as const;
    const markdown = shown(
      [described("a", "It.", "That."), described("z", "It.", `${long("word")} https://a.example`)],
      { warnings },
    );
    expect(unfolded(markdown)).toContain("word99 https://a.example");
    expect(markdown.indexOf("`z`, description")).toBeLessThan(markdown.indexOf("`a`, description"));
  });

  it("that are flagged are told by themselves among many that are new, and among examples", () => {
    const warnings = [
      { kind: "hidden-characters", tool: "b", pointer: "/title", count: 1 },
      { kind: "hidden-characters", tool: "e", pointer: "/inputSchema/properties/x/examples/0", count: 1 },
    ] as const;
    const titled = ["a", "b", "c", "d"].map((tool) =>
      change({ kind: "tool-title-changed", tool, pointer: "/title", after: `Tool ${tool}`, scope: "same" }),
    );
    const pointer = "/inputSchema/properties/x/examples";
    const examples = change({
      kind: "examples-changed",
      tool: "e",
      side: "input",
      path: "x",
      pointer,
      before: ["a"],
      after: [long("word")],
      scope: "same",
    });
    const shownAtOnce = unfolded(shown([...titled, examples], { warnings }));
    expect(shownAtOnce).toContain("- `b`, title: **`Tool b`**");
    expect(shownAtOnce).toContain("- **3 tools** now have a title.");
    expect(shownAtOnce).toContain("word99");
  });

  it("that are flagged are the last to be cut", () => {
    const tools = Array.from({ length: 400 }, (_, at) => `tool_${at}`);
    const changes = tools.map((tool, at) => described(tool, "It.", `${long(`x${at}`)} ${long(`y${at}`)}`));
    const warnings = [
      { kind: "hidden-characters", tool: "tool_399", pointer: "/description", count: 1 },
    ] as const;
    const markdown = shown(changes, { warnings });
    expect(markdown).toContain("Shortened: ");
    expect(markdown).toContain("- `tool_399`, description");
  });

  it("that three tools have of their own are no edit of the same text", () => {
    const titled = ["a", "b", "c"].map((tool) =>
      change({ kind: "tool-title-changed", tool, pointer: "/title", after: `Tool ${tool}`, scope: "same" }),
    );
    expect(shown(titled)).toContain("- **3 tools** now have a title.");
  });
});
