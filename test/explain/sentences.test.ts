import { describe, expect, it } from "vitest";
import type { Change } from "../../src/core/drift/drift.ts";
import { CHANGE_KINDS, type ChangeKind } from "../../src/core/drift/kinds.ts";
import { inline } from "../../src/core/explain/markdown.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { sentenceOf } from "../../src/core/explain/sentences.ts";
import { name, words } from "../../src/core/explain/phrase.ts";
import { EVERY_KIND } from "./every-kind.ts";
import { nodesOf, parsed } from "./gfm.ts";
import { JARGON } from "./readable.ts";
import { change, drift } from "./stories.ts";

const kinds = Object.keys(CHANGE_KINDS).toSorted() as ChangeKind[];

function changeOf(kind: ChangeKind): Change {
  const { tool: _none, ...partial } = EVERY_KIND[kind];
  const made = change({ kind, ...partial });
  if (!("tool" in EVERY_KIND[kind])) return made;
  const { tool: _tool, ...card } = made;
  return card;
}

function sentence(kind: ChangeKind, many = false): string {
  const made = changeOf(kind);
  const subject = many ? words("3 tools") : made.tool === undefined ? words("This card") : name(made.tool);
  return inline(sentenceOf({ change: made, required: false, many }, subject));
}

describe("the sentence of a change", () => {
  it("reads well for every kind", async () => {
    const lines = kinds.map((kind) => `- ${kind}: ${sentence(kind)}`);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../__snapshots__/explain-every-kind.md");
  });

  it.each(kinds)("%s: ends once, and has no word that only engineers know", (kind) => {
    for (const many of [false, true]) {
      const markdown = sentence(kind, many);
      expect(markdown).toMatch(/\.(?:\*\*)?$/);
      expect(markdown).not.toMatch(/\.\.|undefined|\[object|: \.| {2}/);
      const own = nodesOf(parsed(markdown)).flatMap((node) => (node.type === "text" ? [node.value] : []));
      expect(own.join(" ")).not.toMatch(JARGON);
    }
  });

  it.each(kinds)("%s: is in the explanation, in words of ours without jargon outside the fold", (kind) => {
    const markdown = renderExplanation(drift([changeOf(kind)]), { owners: ["@acme/owners"], grants: [] });
    const [shown = ""] = markdown.split("<details><summary>For engineers");
    const nodes = nodesOf(parsed(shown));
    expect(nodes.filter((node) => node.type === "listItem").length).toBeGreaterThan(2);
    const own = nodes.flatMap((node) => (node.type === "text" ? [node.value] : []));
    expect(own.join(" ")).not.toMatch(JARGON);
  });
});
