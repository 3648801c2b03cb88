import {
  constructFromEvents,
  CORE_SCHEMA,
  EVENT_ID,
  getScalarValue,
  JSON_SCHEMA,
  SCALAR_STYLE,
} from "js-yaml";
import type { Event, ScalarEvent, Schema } from "js-yaml";
import { shown } from "./problem.ts";
import type { Scalar } from "./tree.ts";

/** What two of YAML's schemas make of one plain scalar (YAML 1.2.2, 10.2 and 10.3). */
export interface TwoReadings {
  readonly core: Scalar;
  readonly json: Scalar;
}

/** Only these can be anything but text, in either schema. */
const MAY_BE_VALUE = /^(?:[-+.0-9]|$|(?:~|true|false|null)$)/i;

/** Both readings of every plain scalar that can be anything but text, by how it is written. */
export function readPlainScalars(text: string, events: readonly Event[]): ReadonlyMap<string, TwoReadings> {
  const written: string[] = [];
  const found = new Set<string>();
  // Each becomes a document of its own: the way to resolve a scalar that the library offers.
  const documents: Event[] = [];
  for (const event of events) {
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) continue;
    const source = getScalarValue(text, event);
    if (!MAY_BE_VALUE.test(source) || found.has(source)) continue;
    found.add(source);
    written.push(source);
    documents.push(
      { type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] },
      { ...event, anchorStart: -1, anchorEnd: -1, tagStart: -1, tagEnd: -1 },
      { type: EVENT_ID.POP },
    );
  }
  const read = (schema: Schema) => constructFromEvents(documents, { source: text, schema }) as Scalar[];
  const core = read(CORE_SCHEMA);
  const json = read(JSON_SCHEMA);
  return new Map(written.map((source, i) => [source, { core: core[i] ?? null, json: json[i] ?? null }]));
}

/** What is wrong with a scalar and what to write instead. */
export interface Wrong {
  readonly what: string;
  readonly instead: string;
}

const LIKE_A_NUMBER = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

/** Why a scalar can't be used, if so: it is ambiguous, inexact or no Unicode text. */
export function wrongScalar(
  source: string,
  event: ScalarEvent,
  readings: TwoReadings | undefined,
): Wrong | undefined {
  if (!source.isWellFormed()) {
    return {
      what: `${shown(source)} has half a character (an unpaired surrogate)`,
      instead: "write the whole character",
    };
  }
  if (readings === undefined || event.style !== SCALAR_STYLE.PLAIN) return undefined;
  const { core, json } = readings;
  if (!Object.is(core, json)) return ambiguous(source, core);
  const tooLarge = typeof core === "number" && Number.isInteger(core) && !Number.isSafeInteger(core);
  if (!tooLarge && (typeof core !== "string" || !LIKE_A_NUMBER.test(source))) return undefined;
  return {
    what: `the number ${shown(source)} is too large to be kept exactly`,
    instead: "quote it, or write one between -9007199254740991 and 9007199254740991",
  };
}

function ambiguous(source: string, core: Scalar): Wrong {
  if (source === "")
    return { what: "there is no value here", instead: 'write null, or "" for an empty text' };
  const what = `${shown(source)} is text to some readers of YAML and ${kindOf(core)} to others`;
  const plain =
    typeof core === "number" && !Number.isSafeInteger(core) && !(core % 1) ? undefined : String(core);
  return { what, instead: plain === undefined ? "quote it" : `write ${plain}, or quote it if it is text` };
}

function kindOf(value: Scalar): string {
  return value === null ? "null" : `a ${typeof value}`;
}
