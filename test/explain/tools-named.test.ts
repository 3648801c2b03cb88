import { describe, expect, it } from "vitest";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { change, drift } from "./stories.ts";

const tools = ["create_note", "send_mail", "getClaim", "search", "list-notes"].map((name): Tool => ({
  name,
  inputSchema: { type: "object" },
}));

function shown(before: string, after: string): string {
  const changes = [
    change({ kind: "tool-description-changed", pointer: "/description", before, after, scope: "same" }),
  ];
  const markdown = renderExplanation(drift(changes), {
    owners: ["@acme/a"],
    grants: [],
    tools: { before: tools, after: tools },
  });
  return /It now names \d+ other tools?\./.exec(markdown)?.[0] ?? "";
}

describe("words that send agents to another tool", () => {
  it.each([
    ["A note.", "A note. Then call send_mail.", "It now names 1 other tool."],
    ["A note.", "A note. Then call send_mail, getClaim or `list-notes`.", "It now names 3 other tools."],
    ["A note. See send_mail.", "A note. Call send_mail first.", ""],
    ["A note.", "A note of create_note. Then search for it.", ""],
    ["A note.", "A note. Then call send_mails.", ""],
  ])("%s → %s: %s", (before, after, said) => {
    expect(shown(before, after)).toBe(said);
  });
});
