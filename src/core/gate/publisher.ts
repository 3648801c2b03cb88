import { parseSettings } from "../registry/settings.ts";
import type { Settings } from "../registry/settings.ts";
import type { Snapshot } from "./snapshot.ts";

/** Who publishes the check in a repository: the App, or the Action. */
export type Publisher = "app" | "action";

/**
 * Who publishes, by the settings of a commit (`gate.by`). Undefined when they can't be read: then nobody is named, and
 * whoever is there publishes, or a pull request that mends them could never be merged.
 */
export function publisherIn(snapshot: Snapshot): Publisher | undefined {
  const settings = settingsIn(snapshot);
  return settings === "none" ? "action" : settings?.gate.by;
}

/** Whether the settings of a commit name a record of approvals (`approval.genesis`). */
export function namesRecord(snapshot: Snapshot): boolean {
  const settings = settingsIn(snapshot);
  return settings !== "none" && settings?.approval.genesis !== undefined;
}

/** Undefined when they can't be read. */
function settingsIn({ folder, files }: Snapshot): Settings | "none" | undefined {
  if (folder === undefined) return undefined;
  const path = folder === "" ? "toolcard.yaml" : `${folder}/toolcard.yaml`;
  const file = files.get(path);
  if (file === undefined) return "none";
  if (file.kind !== "file" || file.bytes === undefined) return undefined;
  const settings = parseSettings(file.bytes, path);
  return settings.ok ? settings.value : undefined;
}
