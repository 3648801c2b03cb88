import { STEPS, type Budget } from "../json/bounds.ts";
import { sameJson } from "../json/equal.ts";
import { sortedBy } from "../json/order.ts";
import { looserHints } from "../drift/hints.ts";
import { whyKept } from "../drift/live-tools.ts";
import { toolDigest } from "../tool/normal.ts";
import { toolList, type MalformedTool, type Tool } from "../tool/tool.ts";
import { effectiveOf } from "./effective.ts";
import type { Live } from "./live.ts";
import type { IndexTool, Limit } from "./model.ts";
import type { ServerParts } from "./server.ts";
import { shownAs } from "./shown.ts";

/** What one name is on either side. */
interface Sides {
  readonly onCard: Tool | undefined;
  readonly live: Tool | undefined;
  readonly malformed: MalformedTool | undefined;
  /** Its last approved form, where approvals are in use. */
  readonly approved: Tool | undefined;
}

/** Every tool that is on the card or on a live list that counts, by name (DESIGN §4, the merge table). */
export function toolsOf(live: Live, parts: ServerParts): IndexTool[] {
  const counts = live.state.state === "complete";
  const list = toolList(counts && live.reading !== undefined ? live.reading.tools : []);
  const onCard = new Map(parts.card.tools.map((tool) => [tool.name, tool]));
  const listed = new Map(list.tools.map((tool) => [tool.name, tool]));
  const malformed = new Map<string, MalformedTool>();
  for (const item of list.malformed) if (item.name !== undefined) malformed.set(item.name, item);
  // What lacks on such a list may be there for others: it is not gone, and can't be called either.
  const lacking = live.reading !== undefined && whyKept(parts.card, live.reading, list.malformed).length > 0;
  const names = new Set([...onCard.keys(), ...listed.keys(), ...malformed.keys()]);
  const approved = new Map((parts.approved?.card?.tools ?? []).map((tool) => [tool.name, tool]));
  const room: Budget = { left: MORE_STEPS };
  return sortedBy(names, (name) => name).map((name) => {
    const sides = {
      onCard: onCard.get(name),
      live: listed.get(name),
      malformed: malformed.get(name),
      approved: approved.get(name),
    };
    const isKnown = counts && !(lacking && sides.live === undefined && sides.malformed === undefined);
    const standing: Standing = isKnown ? toolOf(sides, parts, room) : { state: "unreadable" };
    return entryOf(name, sides, standing, parts);
  });
}

function entryOf(
  name: string,
  { onCard, approved }: Sides,
  standing: Standing,
  parts: ServerParts,
): IndexTool {
  const isUnapproved = parts.approved !== undefined && onCard !== undefined && approved === undefined;
  return { name, onCard: onCard !== undefined, ...(isUnapproved && { unapproved: true }), ...standing };
}

/** What is said of a tool beside its name and whether it is on the card. */
type Standing = Omit<IndexTool, "name" | "onCard" | "unapproved">;

function toolOf({ onCard, live, malformed, approved }: Sides, parts: ServerParts, room: Budget): Standing {
  if (malformed !== undefined) return { state: "malformed", malformed: malformed.why };
  if (live === undefined) return { state: "gone" };
  const isApproved = parts.approved === undefined || approved !== undefined;
  return onCard === undefined || !isApproved
    ? newTool(live, parts)
    : callable(onCard, live, approved, parts, room);
}

function newTool(live: Tool, { card }: ServerParts): Standing {
  const retired = card.retired?.find(({ name }) => name === live.name);
  const digest = toolDigest(live);
  const declined = card.declined?.some((form) => form.name === live.name && form.digest === digest);
  return {
    state: "new",
    shown: shownAs(live),
    ...(retired && { retired: retired.revision }),
    ...(declined === true && { declined }),
  };
}

function callable(
  card: Tool,
  live: Tool,
  approved: Tool | undefined,
  { wording }: ServerParts,
  room: Budget,
): Standing {
  const ceilings = [card["inputSchema"], ...(approved === undefined ? [] : [approved["inputSchema"]])];
  const { inputSchema, withheld, blocked } = withinRoom(room, (budget) =>
    effectiveOf(ceilings, live["inputSchema"], budget),
  );
  const looser = looserHints(card, live);
  const worded = wording === "live" ? live : (approved ?? card);
  return {
    state: "callable",
    shown: shownAs(live, worded, inputSchema),
    limits: limitsOf(card, approved, live),
    ...(withheld.length > 0 && { withheld }),
    ...(blocked && { blocked }),
    ...(looser.length > 0 && { looserHints: looser }),
  };
}

/** What the tools of one server may take together, in steps, beyond the few that each may take in any case. */
const MORE_STEPS = 3_000_000;
const FEW_STEPS = 20_000;

/** Lets one tool take steps of what is left for its server: a server with many hard schemas costs no more than one with a few. */
function withinRoom<T>(room: Budget, ask: (budget: Budget) => T): T {
  const given = Math.max(FEW_STEPS, Math.min(STEPS, room.left));
  const budget: Budget = { left: given };
  const answer = ask(budget);
  room.left -= Math.max(0, given - budget.left - FEW_STEPS);
  return answer;
}

/** What arguments are judged by: each schema once. */
function limitsOf(card: Tool, approved: Tool | undefined, live: Tool): Limit[] {
  const limits: { of: Limit["of"][number][]; schema: unknown }[] = [];
  const sides = [
    ["card", card],
    ["approved", approved],
    ["live", live],
  ] as const;
  for (const [of, tool] of sides) {
    if (tool === undefined) continue;
    const schema = tool["inputSchema"];
    const same = limits.find((limit) => sameJson(limit.schema, schema));
    if (same === undefined) limits.push({ of: [of], schema });
    else same.of.push(of);
  }
  return limits;
}
