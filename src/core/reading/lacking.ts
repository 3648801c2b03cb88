import { sorted } from "../json/order.ts";
import { toolList, type Tool } from "../tool/tool.ts";

/** The names on a card that a list lacks; a malformed tool is not lacking. */
export function lackingNames(cardTools: readonly Tool[], items: readonly unknown[]): string[] {
  const { tools, malformed } = toolList(items);
  const live = new Set<string>();
  for (const { name } of [...tools, ...malformed]) if (name !== undefined) live.add(name);
  return sorted(cardTools.map((tool) => tool.name).filter((name) => !live.has(name)));
}
