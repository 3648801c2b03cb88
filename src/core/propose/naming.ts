import type { Drift } from "../drift/drift.ts";

const SERVER = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/;

/**
 * The one branch of a server's proposals.
 * @throws RangeError for what is no server's name (DESIGN §3): nothing else may get into a ref.
 */
export function branchOf(server: string): string {
  if (!isServerName(server)) throw new RangeError("not the name of a server");
  return `toolcard/${server}`;
}

/** Whether a text can be the name of a server. */
export function isServerName(text: string): boolean {
  return SERVER.test(text) && text.length <= 63 && !text.endsWith(".lock");
}

/** The first line of the message of a proposal's commit. */
export function headlineOf(server: string): string {
  return `Update the card of ${server} from its live list`;
}

/** The message of a proposal's commit: the server's name and counts. Nothing that a server wrote gets into it. */
export function commitMessage(drift: Drift): string {
  const settled = new Set([...drift.added, ...drift.removed]);
  const touched = new Set(drift.changes.flatMap(({ tool }) => tool ?? []));
  const changed = [...touched].filter((tool) => !settled.has(tool)).length;
  return [
    headlineOf(drift.server),
    "",
    `Tools: ${drift.added.length} added, ${drift.removed.length} removed, ${changed} changed.`,
    `Grants: ${drift.grants.length} revoked.`,
  ].join("\n");
}
