import { diffTools } from "../../src/core/drift/diff-tools.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { unfolded, wordsIn } from "./readable.ts";

/** How long an explanation is. */
export interface Length {
  readonly changes: number;
  readonly words: number;
}

/** How much of the explanation of a drift between two lists is read without a click, where agents hold a third of the tools. */
export function lengthOf(server: string, before: readonly Tool[], after: readonly Tool[]): Length {
  const grants = before.flatMap(({ name: tool }, at) =>
    at % 3 === 0 ? [{ agent: at % 2 === 0 ? "intake-bot" : "audit-bot", tool, job: "claims-intake" }] : [],
  );
  const drift = diffTools(before, after, { server, grants });
  const options = { owners: ["@acme/claims-owners"], grants, tools: { before, after } };
  return { changes: drift.changes.length, words: wordsIn(unfolded(renderExplanation(drift, options))) };
}
