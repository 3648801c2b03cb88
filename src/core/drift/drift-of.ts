import { sorted } from "../json/order.ts";
import type { CompleteReading, ReadAs } from "../reading/reading.ts";
import type { Card } from "../registry/card.ts";
import type { Tool } from "../tool/tool.ts";
import { driftBetween } from "./diff-tools.ts";
import type { Change, Drift, Grant } from "./drift.ts";
import { byPlace, GrantsByTool } from "./fact.ts";
import { liveTools } from "./live-tools.ts";
import { sortedWarnings } from "./warn-order.ts";
import type { Warning } from "./warning.ts";

/** What a drift is found from. */
export interface DriftInput {
  readonly card: Card;
  readonly reading: CompleteReading;
  /** The grants on this card; without them every removed tool counts as one that revokes. */
  readonly grants?: readonly Grant[] | undefined;
  /**
   * Tools that the open proposal takes off the card. One of them that is listed again in another form is both gone and
   * new, and its grants are not carried over (DESIGN §4).
   */
  readonly removedInProposal?: ReadonlySet<string> | undefined;
  /** Of which tools it is: every other one counts as unchanged. All where left out. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** The difference between a complete reading and the card (DESIGN §4, §6). The time of the reading has no part in it. */
export function driftOf({ card, reading, grants, removedInProposal, only }: DriftInput): Drift {
  const live = liveTools(card, reading);
  const drift = driftBetween(card.tools, chosen(card, live.tools, only), {
    server: card.server,
    grants: new GrantsByTool(grants),
    returned: removedInProposal ?? new Set(),
  });
  const said = live.warnings.flatMap((warning) => warningAbout(warning, only));
  const { address, readAs, confirmed } = reading;
  return {
    ...drift,
    changes: [...drift.changes, ...versionChange(card, reading)].toSorted(byPlace),
    warnings: sortedWarnings([...drift.warnings, ...said, ...retiredWarnings(card, drift)]),
    reading: { address, readAs: inOrder(readAs), confirmed },
  };
}

/**
 * The tools that the card gets if the drift is merged. With `only`, every other tool stays as the card has it, on the
 * card or off it.
 */
export function toolsToWrite(card: Card, reading: CompleteReading, only?: ReadonlySet<string>): Tool[] {
  return chosen(card, liveTools(card, reading).tools, only);
}

function chosen(card: Card, tools: readonly Tool[], only: ReadonlySet<string> | undefined): Tool[] {
  if (only === undefined) return [...tools];
  const live = new Map(tools.map((tool) => [tool.name, tool]));
  const onCard = new Set(card.tools.map(({ name }) => name));
  const kept = card.tools.flatMap((tool) => (only.has(tool.name) ? (live.get(tool.name) ?? []) : tool));
  return [...kept, ...tools.filter(({ name }) => only.has(name) && !onCard.has(name))];
}

/** A warning as far as it is about some tools; nothing when it is about others alone. */
function warningAbout(warning: Warning, only: ReadonlySet<string> | undefined): Warning[] {
  if (only === undefined) return [warning];
  if ("tool" in warning) return only.has(warning.tool ?? "") ? [warning] : [];
  if (warning.kind !== "nothing-counts-as-removed") return [warning];
  const tools = warning.tools.filter((name) => only.has(name));
  return tools.length === 0 ? [] : [{ ...warning, tools }];
}

/** Another version of the protocol may list the same tools in another way: it is compared, and said. */
function versionChange(card: Card, reading: CompleteReading): Change[] {
  const [before, after] = [card.readAs?.protocolVersion, reading.readAs.protocolVersion];
  if (before === undefined || after === undefined || before === after) return [];
  const pointer = "/readAs/protocolVersion";
  return [
    { kind: "protocol-version-changed", pointer, before, after, scope: "same", breaks: false, grants: [] },
  ];
}

function retiredWarnings(card: Card, drift: Drift): Warning[] {
  const added = new Set(drift.added);
  return (card.retired ?? [])
    .filter(({ name }) => added.has(name))
    .map(({ name, revision }) => ({ kind: "retired-name-returned", tool: name, revision }));
}

/** The same keys in the same order, however the reading came to be: the same drift gives the same bytes. */
function inOrder({ protocolVersion, credential, capabilities }: ReadAs): ReadAs {
  return {
    ...(protocolVersion !== undefined && { protocolVersion }),
    ...(credential !== undefined && { credential }),
    capabilities: sorted(new Set(capabilities)),
  };
}
