import { describe, expect, it } from "vitest";
import type { Change, Drift } from "../../src/core/drift/drift.ts";
import type { ExplanationOptions } from "../../src/core/explain/context.ts";
import { visible } from "../../src/core/explain/inert.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { renderText } from "../../src/core/explain/render-text.ts";
import { codeSpansOf, nodesOf, parsed } from "./gfm.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { change, drift } from "./stories.ts";

/** A drift with the same string in every place that a server, a file or a person fills. */
function everywhere(text: string): { drift: Drift; options: ExplanationOptions } {
  const grants = [{ agent: text, tool: text, job: text }];
  const schema = { type: "string", title: text, enum: [text, "x"], pattern: text, format: text };
  const parts: Partial<Change>[] = [
    { kind: "field-added", side: "input", pointer: "/inputSchema/properties/x", path: text, after: schema },
    { kind: "values-added", side: "input", path: text, before: ["x"], after: ["x", text] },
    { kind: "pattern-changed", side: "input", path: text, before: "x", after: text, scope: "narrows" },
    { kind: "field-removed", side: "output", path: text, before: schema, scope: "narrows" },
    { kind: "default-changed", side: "input", path: text, before: "x", after: text, scope: "same" },
    { kind: "meta-changed", pointer: `/_meta/${text}`, before: { x: text }, after: [text], scope: "same" },
    {
      kind: "tool-description-changed",
      pointer: "/description",
      before: "x",
      after: `x ${text}`,
      scope: "same",
    },
    { kind: "description-changed", path: text, before: text, after: "x", scope: "same" },
    { kind: "tool-removed", before: { name: text }, scope: "narrows", breaks: true },
  ];
  const changes = parts.map((part) => change({ kind: "tool-added", tool: text, grants, ...part }));
  const properties = { [text]: schema };
  const added = {
    name: `${text} 2`,
    description: text,
    inputSchema: { type: "object", properties, required: [text] },
  };
  const url = `https://claims.example.com/${text}`;
  return {
    drift: drift([...changes, change({ kind: "tool-added", tool: added.name, after: added })], {
      warnings: [
        { kind: "hidden-characters", tool: text, pointer: "/description", count: 34 },
        { kind: "look-alike-name", tool: text, like: text },
        { kind: "web-address-appeared", tool: text, pointer: `/inputSchema/properties/${text}/title`, text },
        { kind: "nothing-counts-as-removed", why: "unnamed-item", tools: [text] },
      ],
      reading: {
        address: { type: "sse", url },
        readAs: { credential: text, capabilities: [] },
        confirmed: true,
      },
    }),
    options: { owners: [text], label: text, grants, card: { id: text } },
  };
}

const OURS = new Set(
  "root paragraph heading list listItem text strong delete inlineCode code html".split(" "),
);
const FOLD = /^(?:<details><summary>[A-Za-z0-9 :,.()'-]+<\/summary>|<\/details>)$/;
// Our own words: no character in which Markdown, a mention, a reference or an emoji code could begin.
const WORDS = /^[A-Za-z0-9 .,:;'’“”?(){}…+-]*$/;

describe("an explanation with a hostile string in every place", () => {
  it.each(hostileStrings)("holds nothing but our own Markdown and code: $name", ({ text }) => {
    const { drift: hostile, options } = everywhere(text);
    for (const place of ["pull-request", "scan"] as const) {
      const tree = parsed(renderExplanation(hostile, { ...options, place }));
      for (const node of nodesOf(tree)) {
        expect(OURS).toContain(node.type);
        if (node.type === "text") expect(node.value).toMatch(WORDS);
        if (node.type === "html") expect(node.value).toMatch(FOLD);
        if (node.type === "code") expect(JSON.parse(node.value)).toMatchObject({ server: "claims-tools" });
        if (node.type === "listItem") expect(node.checked ?? undefined).toBeUndefined();
      }
      const name = visible(text, "name").slice(0, 150);
      if (name !== "") expect(codeSpansOf(tree).some((span) => span.startsWith(name))).toBe(true);
    }
  });

  it.each(hostileStrings)(
    "sends no control character to a terminal, and shows the text: $name",
    ({ text }) => {
      const { drift: hostile, options } = everywhere(text);
      const shown = renderText(hostile, { ...options, columns: 100_000 });
      expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(shown).toContain(visible(text, "name").slice(0, 150).replaceAll("`", "\\u{60}"));
      const coloured = renderText(hostile, { ...options, columns: 100_000, colour: true });
      expect(coloured.replaceAll(/\u001B\[(?:0|1|31|32|36)m/g, "")).toBe(shown);
    },
  );
});
