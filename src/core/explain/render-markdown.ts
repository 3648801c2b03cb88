import type { Drift } from "../drift/drift.ts";
import type { ExplanationOptions } from "./context.ts";
import { explain } from "./explanation.ts";
import { markdownOf } from "./markdown.ts";

/**
 * A drift explained in GitHub-flavoured Markdown, for a pull request, a check or a job's summary (DESIGN §8, §11): at
 * most 60,000 UTF-8 bytes, every string of a server's inert, the same drift and options the same bytes. Where not every
 * widening and revoked grant fits, it says how to split the change; `explain` tells that as `tooLarge`.
 */
export function renderExplanation(drift: Drift, options: ExplanationOptions = {}): string {
  return markdownOf(explain(drift, options));
}
