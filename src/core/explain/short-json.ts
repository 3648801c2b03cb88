import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";

const DEPTH = 50;

/**
 * The JSON text of a value, keys sorted, for people: it stops soon after `most` UTF-16 units and shows what nests deeper
 * than 50 as `…`, so neither a huge nor a deep value costs more than that.
 */
export function shortJson(value: unknown, most: number): string {
  return text(value, { left: most }, 0);
}

function text(value: unknown, budget: { left: number }, depth: number): string {
  if (budget.left <= 0) return "…";
  if (Array.isArray(value) && depth < DEPTH) {
    return `[${parts(value, budget, (item) => text(item, budget, depth + 1))}]`;
  }
  if (isObject(value) && depth < DEPTH) {
    const entry = (key: string) => `${leaf(key, budget)}: ${text(own(value, key), budget, depth + 1)}`;
    return `{${parts(sorted(Object.keys(value)), budget, entry)}}`;
  }
  return typeof value === "object" && value !== null ? "…" : leaf(value, budget);
}

function parts<T>(items: readonly T[], budget: { left: number }, show: (item: T) => string): string {
  const shown: string[] = [];
  for (const item of items) {
    if (budget.left <= 0) {
      shown.push("…");
      break;
    }
    shown.push(show(item));
  }
  return shown.join(", ");
}

function leaf(value: unknown, budget: { left: number }): string {
  const json = typeof value === "string" ? quoted(value) : (JSON.stringify(value) ?? "nothing");
  budget.left -= json.length;
  return json;
}

// JSON.stringify would write unpaired surrogates and controls as escapes of its own; `visible` shows them in one way.
function quoted(string: string): string {
  return `"${string.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
