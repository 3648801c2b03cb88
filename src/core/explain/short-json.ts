import { sorted } from "../json/order.ts";
import { isObject, own } from "../json/value.ts";

const DEPTH = 50;

/** What is left of the room for a value, and the marks around and between its parts. */
interface Budget {
  left: number;
  readonly plain: boolean;
}

/**
 * The JSON text of a value, keys sorted, for people: it stops soon after `most` UTF-16 units and shows what nests deeper
 * than 50 as `…`, so neither a huge nor a deep value costs more than that. Plain, it has words for JSON's marks:
 * `"src" is "a.png"`, with round brackets where one value is inside another.
 */
export function shortJson(value: unknown, most: number, plain = false): string {
  return text(value, { left: most, plain }, 0);
}

function text(value: unknown, budget: Budget, depth: number): string {
  if (budget.left <= 0) return "…";
  if (Array.isArray(value) && depth < DEPTH) {
    return within(
      "[]",
      parts(value, budget, (item) => text(item, budget, depth + 1)),
      budget,
      depth,
    );
  }
  if (isObject(value) && depth < DEPTH) {
    const is = budget.plain ? " is" : ":";
    const entry = (key: string) => `${leaf(key, budget)}${is} ${text(own(value, key), budget, depth + 1)}`;
    return within("{}", parts(sorted(Object.keys(value)), budget, entry), budget, depth);
  }
  return typeof value === "object" && value !== null ? "…" : leaf(value, budget);
}

function within(brackets: string, inner: string, { plain }: Budget, depth: number): string {
  if (plain && depth === 0) return inner === "" ? "none" : inner;
  const [open, close] = plain ? "()" : brackets;
  return `${open}${inner}${close}`;
}

function parts<T>(items: readonly T[], budget: Budget, show: (item: T) => string): string {
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

function leaf(value: unknown, budget: Budget): string {
  const json = typeof value === "string" ? quoted(value) : (JSON.stringify(value) ?? "nothing");
  budget.left -= json.length;
  return json;
}

// JSON.stringify would write unpaired surrogates and controls as escapes of its own; `visible` shows them in one way.
function quoted(string: string): string {
  return `"${string.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
