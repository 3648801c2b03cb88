import { sorted } from "../json/order.ts";
import { toolList, type Tool } from "../tool/tool.ts";
import type { CompleteReading, ReadAs } from "./reading.ts";

/** Why a reading says nothing about what is gone. */
type NoEvidenceWhy =
  | "other-credential" // a list may depend on who asks (MCP 2026-07-28, server/tools)
  | "other-capabilities" // and on what the client declares
  | "unnamed-item"; // an item without a readable name may be any tool

/** Whether what a reading lacks is gone, or else why that can't be told. */
export type Evidence =
  | { readonly counts: true }
  | { readonly counts: false; readonly why: NoEvidenceWhy; readonly detail: string };

/**
 * Whether the lack of a tool in a complete reading is evidence that the tool is gone. What is listed counts in any case.
 * `readAs` is the card's; without one nothing is asked of credential and capabilities.
 */
export function evidenceOfRemoval(
  reading: Pick<CompleteReading, "readAs" | "tools">,
  readAs?: ReadAs,
): Evidence {
  if (readAs !== undefined && reading.readAs.credential !== readAs.credential) {
    return none(
      "other-credential",
      `${named(reading.readAs.credential)} instead of ${named(readAs.credential)}`,
    );
  }
  if (readAs !== undefined && !sameSet(reading.readAs.capabilities, readAs.capabilities)) {
    return none(
      "other-capabilities",
      `${listed(reading.readAs.capabilities)} instead of ${listed(readAs.capabilities)}`,
    );
  }
  const unnamed = toolList(reading.tools).malformed.find((item) => item.name === undefined);
  if (unnamed !== undefined) return none("unnamed-item", `item ${unnamed.position + 1} of the list`);
  return { counts: true };
}

/** The names on a card that a list lacks; a malformed tool is not lacking. */
export function lackingNames(cardTools: readonly Tool[], items: readonly unknown[]): string[] {
  const { tools, malformed } = toolList(items);
  const live = new Set<string>();
  for (const { name } of [...tools, ...malformed]) if (name !== undefined) live.add(name);
  return sorted(cardTools.map((tool) => tool.name).filter((name) => !live.has(name)));
}

/** The protocol versions, when a reading used another one than the card says: compared all the same, and reported. */
export function otherProtocolVersion(
  reading: Pick<CompleteReading, "readAs">,
  readAs?: ReadAs,
): { readonly before: string; readonly after: string } | undefined {
  const before = readAs?.protocolVersion;
  const after = reading.readAs.protocolVersion;
  if (before === undefined || after === undefined || before === after) return undefined;
  return { before, after };
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(sorted(new Set(one))) === JSON.stringify(sorted(new Set(other)));
}

function none(why: NoEvidenceWhy, detail: string): Evidence {
  return { counts: false, why, detail };
}

function named(credential: string | undefined): string {
  return credential ?? "no credential";
}

function listed(capabilities: readonly string[]): string {
  return capabilities.length === 0 ? "no capabilities" : sorted(capabilities).join(", ");
}
