import { whyNotHeld } from "../json/hold.ts";
import { sorted } from "../json/order.ts";
import { isObject, put } from "../json/value.ts";
import { normalTool } from "../tool/normal.ts";
import type { Tool } from "../tool/tool.ts";

/**
 * A tool with its keys by code point, and the members of `required`, `enum` and `type` too. Some servers write them in
 * another order each time; the same drift gives the same bytes all the same. A tool
 * that no card can hold is left as it is: it may nest without end.
 */
export function ordered(tool: Tool): Tool {
  return whyNotHeld(tool) === undefined ? (byKeys(normalTool(tool)) as Tool) : tool;
}

function byKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byKeys);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(value))) put(copy, key, byKeys(value[key]));
  return copy;
}
