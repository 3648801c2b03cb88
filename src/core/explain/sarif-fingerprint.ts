import type { Change } from "../drift/drift.ts";
import type { Warning } from "../drift/warning.ts";
import { asciiLine } from "../json/ascii.ts";
import { canonicalJson, digestOf } from "../json/canonical.ts";
import { pointerKeys } from "../json/pointer.ts";
import { isObject } from "../json/value.ts";
import { SET_KEYWORDS } from "../tool/schema-keywords.ts";
import { normalSchema, normalTool } from "../tool/normal.ts";
import type { Tool } from "../tool/tool.ts";
import { shortJson } from "./short-json.ts";

const MOST = 100_000;

/**
 * What makes two changes of one server the same: kind, tool, place inside the tool, before and after. Not the line, the
 * revision, the grants, or the order in which a server writes tools, keys and sets.
 */
export function changeFingerprint(server: string, change: Change): string {
  const { kind, tool, side, pointer, path, before, after } = change;
  const values = [before, after].map((value) => textOf(value, () => normal(change, value)));
  return fingerprint([server, kind, tool, side, pointer, path, ...values]);
}

/** What makes two warnings about one server the same: all that they say. */
export function warningFingerprint(server: string, warning: Warning): string {
  return fingerprint([server, textOf(warning)]);
}

/** What makes two readings that failed the same: the server, and why. */
export function unreadableFingerprint(server: string, why: string): string {
  return fingerprint([server, why]);
}

function fingerprint(parts: readonly (string | undefined)[]): string {
  return digestOf(asciiLine(parts.map((part) => part ?? null))).slice("sha256:".length);
}

/** A value without the order that says nothing. */
function normal({ kind, side, pointer }: Change, value: unknown): unknown {
  if (kind === "tool-added" || kind === "tool-removed")
    return isObject(value) ? normalTool(value as Tool) : value;
  if (side === undefined) return value;
  const isSet = Array.isArray(value) && SET_KEYWORDS.has(pointerKeys(pointer).at(-1) ?? "");
  return isSet ? value.map(canonicalJson).toSorted() : normalSchema(value);
}

/** One text for equal values; of what RFC 8785 has no form for (half a character, too deep a nest) a bounded one. */
function textOf(value: unknown, form: () => unknown = () => value): string {
  if (value === undefined) return "";
  try {
    return canonicalJson(form());
  } catch {
    return shortJson(value, MOST);
  }
}
