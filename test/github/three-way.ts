/** Merges two trees over their common ancestor, file by file and then line by line, as git does. */
import { diffArrays } from "diff";
import { readText } from "./diff.ts";
import { putBlob, type Objects } from "./objects.ts";
import type { Files, Leaf } from "./trees.ts";

/** The merged files, or the paths on which the two sides disagree. */
export type Merged = { files: Files } | { conflicts: string[] };

/** Lines of the ancestor (from, up to) and what one side has in their place. */
type Replacement = { from: number; to: number; lines: string[] };

export function mergeFiles(objects: Objects, base: Files, ours: Files, theirs: Files): Merged {
  const files: Files = new Map();
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const merged = mergeLeaf(objects, base.get(path), ours.get(path), theirs.get(path));
    if (merged === "conflict") conflicts.push(path);
    else if (merged !== undefined) files.set(path, merged);
  }
  return conflicts.length > 0 ? { conflicts: conflicts.toSorted() } : { files };
}

const same = (a: Leaf | undefined, b: Leaf | undefined): boolean => a?.sha === b?.sha && a?.mode === b?.mode;

function mergeLeaf(
  objects: Objects,
  base: Leaf | undefined,
  ours: Leaf | undefined,
  theirs: Leaf | undefined,
): Leaf | undefined | "conflict" {
  if (same(ours, theirs) || same(base, theirs)) return ours;
  if (same(base, ours)) return theirs;
  if (base === undefined || ours === undefined || theirs === undefined) return "conflict";
  const texts = [base, ours, theirs].map((leaf) => readText(objects, leaf));
  const [ancestor, left, right] = texts;
  if (ancestor === undefined || left === undefined || right === undefined) return "conflict";
  const text = mergeText(ancestor, left, right);
  return text === undefined ? "conflict" : { mode: ours.mode, sha: putBlob(objects, text) };
}

/** The text with the changes of both sides, undefined where they touch: git calls that a conflict too. */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  const lines = splitLines(base);
  const merged: string[] = [];
  let at = 0;
  let last: Replacement | undefined;
  const all = [...replacements(lines, ours), ...replacements(lines, theirs)];
  for (const next of all.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (last !== undefined && next.from <= last.to) {
      if (isSame(last, next)) continue;
      return undefined;
    }
    merged.push(...lines.slice(at, next.from), ...next.lines);
    at = next.to;
    last = next;
  }
  return [...merged, ...lines.slice(at)].join("");
}

function isSame(a: Replacement, b: Replacement): boolean {
  return a.from === b.from && a.to === b.to && a.lines.join("") === b.lines.join("");
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function replacements(base: string[], text: string): Replacement[] {
  const found: Replacement[] = [];
  let at = 0;
  let open: Replacement | undefined;
  for (const part of diffArrays(base, splitLines(text))) {
    if (!part.added && !part.removed) {
      at += part.count;
      open = undefined;
      continue;
    }
    if (open === undefined) found.push((open = { from: at, to: at, lines: [] }));
    if (part.added) open.lines.push(...part.value);
    else open.to = at += part.count;
  }
  return found;
}
