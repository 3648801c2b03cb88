import { base64urlnopad } from "@scure/base";
import { canonicalJson, type Digest } from "../json/canonical.ts";
import { isObject, own } from "../json/value.ts";

/** What a proposal's body says to the next run, in a comment that does not show. Only a note: people can edit it. */
export interface Marker {
  /** The fingerprint of the drift that the body tells of. */
  readonly drift: Digest;
  /** Set when toolcard closed the proposal itself. */
  readonly closed?: true;
}

const BEGIN = "<!-- toolcard:v1 ";
const END = " -->";
const LONGEST = 400;

/** A marker as the line `<!-- toolcard:v1 <base64url of JSON> -->`: it can't hold anything that ends the comment. */
export function encodeMarker({ drift, closed }: Marker): string {
  const json = canonicalJson({ v: 1, drift, ...(closed && { closed }) });
  return `${BEGIN}${base64urlnopad.encode(new TextEncoder().encode(json))}${END}`;
}

/** The marker that a line is; undefined when it is none, or holds what no release of ours wrote. It never throws. */
export function decodeMarker(line: string): Marker | undefined {
  if (!isMarkerLine(line) || line.length > LONGEST) return undefined;
  const json = parsed(line.trim().slice(BEGIN.length, -END.length));
  if (!isObject(json) || own(json, "v") !== 1) return undefined;
  const drift = own(json, "drift");
  if (typeof drift !== "string" || !/^sha256:[0-9a-f]{64}$/.test(drift)) return undefined;
  return { drift: drift as Digest, ...(own(json, "closed") === true && { closed: true }) };
}

/** Whether a line is a marker of ours, readable or not. */
export function isMarkerLine(line: string): boolean {
  return line.startsWith(BEGIN) && line.trim().endsWith(END);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(base64urlnopad.decode(text)));
  } catch {
    return undefined;
  }
}
