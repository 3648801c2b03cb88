import type { GateFact } from "./fact.ts";
import type { FileAt, Snapshot } from "./snapshot.ts";
import { FOLDER_FILE } from "../registry/folder.ts";

/** The workflows and actions that use toolcard, on either side, and differ. */
export function compareWorkflows(before: Snapshot, after: Snapshot): GateFact[] {
  const facts: GateFact[] = [];
  for (const file of workflowsIn(before, after)) {
    const [old, now] = [before.files.get(file), after.files.get(file)];
    if (old?.blob === now?.blob && old?.kind === now?.kind) continue;
    if (!usesToolcard(old) && !usesToolcard(now)) continue;
    facts.push({ kind: "workflow-changed", file, before: old?.blob, after: now?.blob });
  }
  return facts;
}

/** The files that may be workflows or actions, of some commits. */
function workflowsIn(...snapshots: readonly Snapshot[]): Set<string> {
  const found = new Set<string>();
  for (const { files } of snapshots)
    for (const file of files.keys()) if (file.startsWith(".github/") && isWorkflow(file)) found.add(file);
  return found;
}

/** The workflows and actions of a commit that use toolcard, as far as it is known. */
export function workflowsWithToolcard(snapshot: Snapshot): string[] {
  return [...workflowsIn(snapshot)].filter((file) => {
    const at = snapshot.files.get(file);
    return at?.kind === "file" && at.bytes !== undefined && usesToolcard(at);
  });
}

/** A YAML file below .github that may be one, or what leads to others in the place of their folder. */
function isWorkflow(file: string): boolean {
  if (file === FOLDER_FILE) return false;
  return /^\.github\/(?:.*\.ya?ml|(?:workflows|actions)(?:\/.*)?)$/is.test(file);
}

/** Whether it names toolcard anywhere. What can't be looked into may use it. */
function usesToolcard(at: FileAt | undefined): boolean {
  if (at === undefined || at.kind === "folder") return false;
  if (at.kind !== "file" || at.bytes === undefined) return true;
  // Without the zero bytes that every other byte of UTF-16 is.
  return /toolcard/i.test(new TextDecoder().decode(at.bytes).replaceAll("\0", ""));
}
