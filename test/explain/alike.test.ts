import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, Grant } from "../../src/core/drift/drift.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { EVERY_KIND } from "./every-kind.ts";
import { unfolded } from "./readable.ts";
import { change, drift } from "./stories.ts";

const TOOLS = ["tool_a", "tool_b", "tool_c", "tool_d", "tool_e", "tool_f"];
const held = (tool: string): Grant => ({ agent: "intake-bot", tool, job: "claims-intake" });
const removed = (tool: string, more: Partial<Change> = {}) =>
  change({
    kind: "field-removed",
    tool,
    side: "input",
    path: `old_${tool}`,
    before: { type: "string" },
    scope: "narrows",
    breaks: true,
    ...more,
  });
const added = (tool: string, more: Partial<Change> = {}) =>
  change({
    kind: "field-added",
    tool,
    side: "input",
    path: `new_${tool}`,
    pointer: `/inputSchema/properties/new_${tool}`,
    world: "closed",
    after: { type: "string", description: `words of ${tool}` },
    grants: [held(tool)],
    ...more,
  });
const tool = (name: string, more: object = {}) =>
  change({ kind: "tool-added", tool: name, after: { name, inputSchema: { type: "object" }, ...more } });

function shown(changes: readonly Change[], more: Parameters<typeof drift>[1] = {}): string {
  return renderExplanation(drift(changes, more), { owners: ["@acme/a"], grants: [held("tool_a")] });
}

describe("the same kind of change on many tools", () => {
  it("is one sentence where each tool loses a field of its own, with each in full below", () => {
    const markdown = shown(TOOLS.map((name) => removed(name)));
    expect(markdown).toContain(
      "1. **6 tools no longer take some of their fields**: `old_tool_a` of `tool_a`; `old_tool_b` of `tool_b`; `old_tool_c` of `tool_c`; `old_tool_d` of `tool_d`; `old_tool_e` of `tool_e`; `old_tool_f` of `tool_f`. **Calls that send them already fail.** No agent holds a grant for any of them yet.",
    );
    expect(markdown).toContain("- `tool_f` no longer takes `old_tool_f`: was text.");
    expect(unfolded(markdown)).not.toContain("was text");
  });

  it("names each field of a tool once, and a few of many", () => {
    const more = ["x", "y", "z", "w"].map((path) => removed("tool_a", { path }));
    const markdown = shown([...TOOLS.map((name) => removed(name)), ...more, removed("tool_b")]);
    expect(markdown).toContain(
      "`old_tool_a`, `x`, `y` and 2 more of `tool_a`; `old_tool_b` of `tool_b`; `old_tool_c`",
    );
  });

  it("says who gains, and what toolcard holds back, where each tool gets a field of its own", () => {
    const markdown = shown(TOOLS.map((name) => added(name)));
    expect(markdown).toContain(
      "**6 tools may now also set further fields**: `new_tool_a` of `tool_a`; `new_tool_b` of `tool_b`; `new_tool_c` of `tool_c`; `new_tool_d` of `tool_d`; `new_tool_e` of `tool_e`; `new_tool_f` of `tool_f`. Touches `intake-bot` for `claims-intake`. Until you merge, toolcard refuses it.",
    );
    expect(markdown).toContain("- `tool_c` may now also set `new_tool_c`: text. It is optional.");
    expect(markdown).toContain("- `tool_c`, the description of the field `new_tool_c`: `words of tool_c`");
  });

  it.each<[string, readonly Change[]]>([
    ["there are four tools", TOOLS.slice(0, 4).map((name) => added(name))],
    ["one breaks today's calls", TOOLS.slice(0, 5).map((name, at) => added(name, { breaks: at === 0 }))],
    [
      "one is not certain",
      TOOLS.slice(0, 5).map((name, at) => added(name, { scope: at === 0 ? "unknown" : "widens" })),
    ],
    [
      "one is of answers",
      TOOLS.slice(0, 5).map((name, at) => added(name, { side: at === 0 ? "output" : "input" })),
    ],
    ["all are of one tool", TOOLS.map((name) => added("tool_a", { path: name }))],
  ])("is told one by one where %s", (_why, changes) => {
    expect(shown(changes)).not.toContain("further fields");
  });

  it("stands below what happened to one tool alone", () => {
    const hint = change({ kind: "read-only-hint-changed", tool: "zz", before: true, after: false });
    const markdown = shown([...TOOLS.map((name) => added(name)), hint]);
    expect(markdown.indexOf("`zz` no longer says")).toBeLessThan(markdown.indexOf("further fields"));
  });
});

describe("many new tools", () => {
  it("are one sentence with how many only read, each in full below", () => {
    const reads = { annotations: { readOnlyHint: true }, description: "Words." };
    const markdown = shown(TOOLS.slice(0, 4).map((name, at) => tool(name, at < 3 ? reads : {})));
    expect(markdown).toContain(
      "1. **4 new tools**: `tool_a`, `tool_b`, `tool_c` and `tool_d`. 3 of them say that they only read; count the other as one that may change or delete things. Nobody may call them until a grant is given, in a pull request of its own.",
    );
    expect(markdown).toContain("- `tool_a`. Asks for no fields. The server says it only reads.");
    expect(markdown).toContain("- `tool_a`, the description: `Words.`");
  });

  it("say which may replace one that is gone", () => {
    const gone = change({ kind: "tool-removed", tool: "toolB", scope: "narrows" });
    const markdown = shown([gone, ...TOOLS.slice(0, 4).map((name) => tool(name))]);
    expect(markdown).toContain("`tool_b` (may replace `toolB`)");
    expect(markdown).toContain("No grant is carried over.");
  });

  it("leave out one that a warning is about: it is told by itself", () => {
    const warnings = [{ kind: "look-alike-name", tool: "tool_f", like: "tool_a" }] as const;
    const markdown = shown(
      TOOLS.map((name) => tool(name)),
      { warnings },
    );
    expect(markdown).toContain("1. **New tool `tool_f`.**");
    expect(markdown).toContain("2. **5 new tools**:");
  });
});

describe("many changes of one tool", () => {
  it("are told as five, and the others below", () => {
    const markdown = shown(Array.from({ length: 9 }, (_, at) => added("tool_a", { path: `field_${at}` })));
    expect(unfolded(markdown)).toContain("   - And 4 more, below.");
    expect(unfolded(markdown)).not.toContain("field_5");
    expect(markdown).toContain("   - It may now also set `field_8`: text. It is optional.");
  });
});

describe("whatever is told together", () => {
  const kinds = Object.keys(EVERY_KIND) as Change["kind"][];
  const changes = fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      tool: fc.constantFrom(...TOOLS),
      field: fc.constantFrom("alpha", "beta", "gamma", "delta"),
      held: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  );

  it("has each tool and field of each change in it", () => {
    fc.assert(
      fc.property(changes, (some) => {
        const all = some.map(({ kind, tool: name, field, held: isHeld }) => {
          const { tool: _tool, ...made } = EVERY_KIND[kind];
          const ofTool = "tool" in change({ kind, ...made });
          return change({
            kind,
            ...made,
            ...(ofTool && { tool: name }),
            ...(made.path === "note" && { path: field }),
            grants: isHeld ? [held(name)] : [],
          });
        });
        const markdown = shown(all);
        for (const one of all) {
          if (one.tool !== undefined) expect(markdown).toContain(`\`${one.tool}\``);
          if (one.path === undefined || one.path === "") continue;
          const line = markdown.split("\n").some((text) => text.includes(one.path ?? ""));
          expect(line).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});
