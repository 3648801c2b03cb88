import { canonicalJson } from "../json/canonical.ts";
import type { Card } from "../registry/card.ts";
import { normalTool, toolDigest } from "../tool/normal.ts";
import type { Declined } from "../update/card.ts";
import type { Result } from "./answer.ts";
import type { Command } from "./commands-in.ts";
import { namedTools } from "./named-tools.ts";

/** What commands come to on one proposal. */
export interface Asked {
  /** One for each command, in their order. */
  readonly results: readonly Result[];
  readonly declines: readonly Declined[];
  readonly recreate: boolean;
}

/**
 * What commands ask of a proposal. Only a form that the proposal shows can be declined.
 * @param card the card on the default branch
 * @param proposed the card as the proposal would leave it
 */
export function askedBy(commands: readonly Command[], card: Card, proposed: Card): Asked {
  const results = commands.map((command) => resultOf(command, card, proposed));
  const tools = new Set(results.flatMap((result) => (result.kind === "declined" ? result.tools : [])));
  const declines = proposed.tools
    .filter(({ name }) => tools.has(name))
    .map((tool): Declined => ({ name: tool.name, digest: toolDigest(tool) }));
  return { results, declines, recreate: commands.some(({ kind }) => kind === "recreate") };
}

function resultOf(command: Command, card: Card, proposed: Card): Result {
  if (command.kind === "recreate") return { kind: "recreated" };
  if (command.kind === "unknown") return { kind: "no-command", said: command.said };
  const before = new Map(card.tools.map((tool) => [tool.name, tool]));
  const after = new Map(proposed.tools.map((tool) => [tool.name, tool]));
  const named = namedTools(command.names, new Set([...before.keys(), ...after.keys()]));
  if (named.kind !== "tools") return named;
  for (const name of named.tools) {
    const [old, now] = [before.get(name), after.get(name)];
    if (now === undefined) return { kind: "removal", tool: name };
    if (old !== undefined && canonicalJson(normalTool(old)) === canonicalJson(normalTool(now)))
      return { kind: "unchanged", tool: name };
  }
  return { kind: "declined", tools: named.tools };
}
