import { whyNotHeld, type NotHeld } from "../json/hold.ts";
import { isObject, own } from "../json/value.ts";

/**
 * A tool in MCP's own shape, as a server lists it or a card holds it. Every field is kept, unknown ones too; only the
 * name and the form of the two schemas are certain, so read the rest with care.
 */
export interface Tool {
  readonly name: string;
  readonly [field: string]: unknown;
}

/** Why an item of a tool list is no tool that a card can hold. */
export type MalformedWhy =
  | "not-an-object"
  | "no-name"
  | "named-twice"
  | "no-input-schema"
  | "bad-output-schema"
  | NotHeld;

/** An item of a live list that can't be used: not callable, not gone, not proposed. `name` is missing if unreadable. */
export interface MalformedTool {
  readonly position: number;
  readonly name?: string;
  readonly why: MalformedWhy;
}

/** The items of a tool list, told apart. */
export interface ToolList {
  readonly tools: readonly Tool[];
  readonly malformed: readonly MalformedTool[];
}

/**
 * Tells the tools of a list from the items that a card can't hold. A name that is listed twice makes all its items
 * malformed: which of them a call would reach can't be known.
 */
export function toolList(items: readonly unknown[]): ToolList {
  const times = new Map<string, number>();
  for (const item of items) {
    const name = nameOf(item);
    if (name !== undefined) times.set(name, (times.get(name) ?? 0) + 1);
  }
  const tools: Tool[] = [];
  const malformed: MalformedTool[] = [];
  for (const [position, item] of items.entries()) {
    const name = nameOf(item);
    const why = whyMalformed(item, times);
    if (why === undefined) tools.push(item as Tool);
    else malformed.push(name === undefined ? { position, why } : { position, name, why });
  }
  return { tools, malformed };
}

function nameOf(item: unknown): string | undefined {
  const name = isObject(item) ? own(item, "name") : undefined;
  return typeof name === "string" && name !== "" && name.isWellFormed() ? name : undefined;
}

function whyMalformed(item: unknown, times: ReadonlyMap<string, number>): MalformedWhy | undefined {
  if (!isObject(item)) return "not-an-object";
  const name = nameOf(item);
  if (name === undefined) return "no-name";
  if ((times.get(name) ?? 0) > 1) return "named-twice";
  if (!isSchema(own(item, "inputSchema"))) return "no-input-schema";
  // Servers that print their optional fields as null mean that there is none.
  const output = own(item, "outputSchema") ?? undefined;
  if (output !== undefined && !isSchema(output)) return "bad-output-schema";
  return whyNotHeld(item);
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === "boolean";
}
