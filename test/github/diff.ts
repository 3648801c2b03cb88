/** What changed between two trees: files as GitHub lists them, with their patches. */
import { structuredPatch } from "diff";
import type { Objects } from "./objects.ts";
import type { Files, Leaf } from "./trees.ts";

/** One changed file. A rename is seen only when the content is the same to the byte. */
export type FileChange = {
  path: string;
  status: "added" | "removed" | "modified" | "renamed" | "changed";
  previous?: string;
  sha: string;
  additions: number;
  deletions: number;
  /** Absent for a binary file, a submodule, or a change of mode alone. */
  patch?: string;
};

/** The changes that lead from one map of files to another, by path. */
export function diffFiles(objects: Objects, before: Files, after: Files): FileChange[] {
  const changes: FileChange[] = [];
  const gone = new Map([...before].filter(([path]) => !after.has(path)));
  for (const [path, leaf] of after) {
    const old = before.get(path);
    if (old !== undefined && old.sha === leaf.sha && old.mode === leaf.mode) continue;
    if (old !== undefined) changes.push(compareLeaves(objects, path, old, leaf));
    else changes.push(arrival(objects, path, leaf, gone));
  }
  for (const [path, leaf] of gone) changes.push(compareLeaves(objects, path, leaf, undefined));
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function arrival(objects: Objects, path: string, leaf: Leaf, gone: Map<string, Leaf>): FileChange {
  for (const [previous, old] of gone) {
    if (old.sha !== leaf.sha) continue;
    gone.delete(previous);
    return { path, previous, status: "renamed", sha: leaf.sha, additions: 0, deletions: 0 };
  }
  return compareLeaves(objects, path, undefined, leaf);
}

function compareLeaves(objects: Objects, path: string, before?: Leaf, after?: Leaf): FileChange {
  const sha = after?.sha ?? before?.sha ?? "";
  const status = before === undefined ? "added" : after === undefined ? "removed" : "modified";
  if (before !== undefined && before.sha === after?.sha) {
    return { path, status: "changed", sha, additions: 0, deletions: 0 };
  }
  const [old, now] = [readText(objects, before), readText(objects, after)];
  if (old === undefined || now === undefined) return { path, status, sha, additions: 0, deletions: 0 };
  return { path, status, sha, ...patchOf(old, now) };
}

/** The text of a file, "" for no file, undefined for what is not text. */
export function readText(objects: Objects, leaf: Leaf | undefined): string | undefined {
  if (leaf === undefined) return "";
  const bytes = objects.blobs.get(leaf.sha);
  return bytes === undefined || bytes.includes(0) ? undefined : bytes.toString("utf8");
}

function patchOf(before: string, after: string): { additions: number; deletions: number; patch: string } {
  let [additions, deletions] = [0, 0];
  const lines: string[] = [];
  for (const hunk of structuredPatch("", "", before, after, "", "", { context: 3 }).hunks) {
    lines.push(`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`, ...hunk.lines);
    additions += hunk.lines.filter((line) => line.startsWith("+")).length;
    deletions += hunk.lines.filter((line) => line.startsWith("-")).length;
  }
  return { additions, deletions, patch: lines.join("\n") };
}
