import { sorted } from "../json/order.ts";
import { firstOf, type Cuts, type Rendering, type Room } from "./context.ts";
import type { Group } from "./facts.ts";
import type { Fold } from "./model.ts";
import { join, list, name, plural, say, words, type Phrase } from "./phrase.ts";
import { toolsByHolder } from "./who.ts";

/** The tools of a group by the agents that may call them: each agent and job a line, then those without a grant. */
export function toolsFold(
  { context, room, cuts }: Rendering,
  facts: Group["facts"],
  tools: readonly string[],
): Fold {
  const grants = facts.flatMap((fact) => fact.change.grants);
  const granted = new Set(grants.map((grant) => grant.tool));
  const items = [...toolsByHolder(grants).values()].map(({ agent, job, tools: theirs }) => {
    return say`${agent} for ${job}: ${namesWords(sorted(theirs), room, cuts)}`;
  });
  const rest = tools.filter((tool) => !granted.has(tool));
  const nobody = words(context.grantsKnown && granted.size > 0 ? "no grants: " : "");
  if (rest.length > 0) items.push(say`${nobody}${namesWords(rest, room, cuts)}`);
  const held = granted.size === 0 ? "" : `, and the ${plural(grants.length, "grant")} on them`;
  return { summary: `The ${plural(tools.length, "tool")}${held}`, items };
}

/** Names as a list, as many as there is room for: "`a`, `b`, … (20 more)". */
export function namesWords(names: readonly string[], room: Room, cuts: Cuts): Phrase {
  const shown = firstOf(names, room.names, cuts, "name").map(name);
  if (shown.length === names.length) return list(shown);
  return say`${join(shown, ", ")}, … (${names.length - shown.length} more)`;
}
