import { byCodePoint } from "../json/order.ts";
import type { Warning } from "./warning.ts";

/** Warnings by kind, then tool, then the rest; each once. */
export function sortedWarnings(warnings: readonly Warning[]): Warning[] {
  const byText = new Map(warnings.map((warning) => [keyOf(warning), warning]));
  return [...byText].toSorted(([a], [b]) => byCodePoint(a, b)).map(([, warning]) => warning);
}

function keyOf(warning: Warning): string {
  const { kind, ...rest } = warning;
  return JSON.stringify([kind, "tool" in rest ? rest.tool : "", rest]);
}
