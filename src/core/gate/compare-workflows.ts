import type { GateFact } from "./fact.ts";
import type { FileAt, Snapshot } from "./snapshot.ts";
import { FOLDER_FILE } from "../registry/folder.ts";

/** The workflows and actions that use toolcard, on either side, and differ. */
export function compareWorkflows(before: Snapshot, after: Snapshot): GateFact[] {
  const changed = [...workflowsIn(before, after)].filter((file) => {
    const [old, now] = [before.files.get(file), after.files.get(file)];
    return old?.blob !== now?.blob || old?.kind !== now?.kind;
  });
  if (changed.length === 0) return [];
  const using = new Set([...workflowsWithToolcard(before), ...workflowsWithToolcard(after)]);
  const facts: GateFact[] = [];
  for (const file of changed) {
    const [old, now] = [before.files.get(file), after.files.get(file)];
    if (!using.has(file) && !isDark(old) && !isDark(now)) continue;
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

/** The workflows and actions of a commit that name toolcard, or by its path one that does; as far as it is known. */
export function workflowsWithToolcard(snapshot: Snapshot): string[] {
  const using = new Set<string>();
  const callers = new Map<string, string[]>();
  for (const file of workflowsIn(snapshot)) {
    const at = snapshot.files.get(file);
    if (at?.kind !== "file" || at.bytes === undefined) continue;
    // Without the zero bytes that every other byte of UTF-16 is.
    const text = new TextDecoder().decode(at.bytes).replaceAll("\0", "");
    if (/toolcard/i.test(text)) using.add(file);
    for (const called of calledIn(text)) {
      const others = callers.get(called);
      if (others === undefined) callers.set(called, [file]);
      else others.push(file);
    }
  }
  // What is added on the way has its turn as well.
  for (const file of using)
    for (const called of [file, file.replace(/\/action\.ya?ml$/, "")])
      for (const caller of callers.get(called) ?? []) using.add(caller);
  return [...using];
}

/** What a text calls below .github: a workflow by its file, an action by its folder. */
function calledIn(text: string): Set<string> {
  const paths = text.match(/\.github\/[^\s"'@,}\]]+/g) ?? [];
  return new Set(paths.map((path) => path.replace(/\/$/, "")));
}

/** A YAML file below .github that may be one, or what leads to others in the place of their folder. */
function isWorkflow(file: string): boolean {
  if (file === FOLDER_FILE) return false;
  return /^\.github\/(?:.*\.ya?ml|(?:workflows|actions)(?:\/.*)?)$/is.test(file);
}

/** What can't be looked into may use toolcard. */
function isDark(at: FileAt | undefined): boolean {
  return at !== undefined && at.kind !== "folder" && (at.kind !== "file" || at.bytes === undefined);
}
