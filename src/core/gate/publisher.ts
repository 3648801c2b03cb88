import { parseSettings } from "../registry/settings.ts";
import type { Snapshot } from "./snapshot.ts";

/** Who publishes the check in a repository: the App, or the Action. */
export type Publisher = "app" | "action";

/**
 * Who publishes, by the settings of a commit (`gate.by`). Undefined when they can't be read: then nobody is named, and
 * whoever is there publishes, or a pull request that mends them could never be merged.
 */
export function publisherIn({ folder, files }: Snapshot): Publisher | undefined {
  if (folder === undefined) return undefined;
  const path = folder === "" ? "toolcard.yaml" : `${folder}/toolcard.yaml`;
  const file = files.get(path);
  if (file === undefined) return "action";
  if (file.kind !== "file" || file.bytes === undefined) return undefined;
  const settings = parseSettings(file.bytes, path);
  return settings.ok ? settings.value.gate.by : undefined;
}
