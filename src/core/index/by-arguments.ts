import { isObject } from "../json/value.ts";
import { isBounded } from "../schema/validator.ts";
import { fieldRefused, fieldWords } from "./field-refused.ts";
import type { ToolLookup } from "./lookup.ts";
import { LIMITS } from "./model.ts";

/** Which limit refuses some arguments, and why in words. */
interface ArgumentsRefused {
  readonly reason: (typeof BEYOND)[keyof typeof BEYOND];
  readonly why: string;
}

const BEYOND = { card: "beyond-card", approved: "beyond-approved", live: "beyond-live" } as const;
const WHOSE = { card: "the card", approved: "the last approved card", live: "the server now" } as const;
/** The last two tests: the arguments are permitted by the card, and by the live schema. */
export function byArguments(tool: ToolLookup | undefined, given: unknown = {}): ArgumentsRefused | undefined {
  if (tool === undefined || tool.judges.length === 0)
    return { reason: "beyond-card", why: "Nothing is known of its arguments." };
  if (!isObject(given)) return { reason: "beyond-card", why: `${tool.shownName}: arguments are an object.` };
  if (!isBounded(given))
    return {
      reason: "beyond-card",
      why: `${tool.shownName}: the arguments are too large, too deep, or no JSON.`,
    };
  for (const { limit, permits } of tool.judges) {
    if (permits(given)) continue;
    const of = LIMITS.find((one) => limit.of.includes(one)) ?? "card";
    const field = fieldWords(fieldRefused(limit.schema, given), WHOSE[of]);
    return { reason: BEYOND[of], why: `${tool.shownName}: ${field}` };
  }
  return undefined;
}
