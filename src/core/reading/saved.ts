import { isObject, own } from "../json/value.ts";
import { carried } from "./carry.ts";
import { boundedDetail } from "./detail.ts";
import { FAILED_REASONS, READING_NOTES, type Reading } from "./reading.ts";
import { addressOf, readAsOf, serverOf, timeOf, type Say } from "./saved-parts.ts";

/** The longest file of readings that is read, in UTF-16 units. */
export const MAX_READINGS_TEXT = 64 * 1024 * 1024;

const MAX_READINGS = 10_000;
const MAX_TOOLS = 5_000;
const MAX_PROBLEMS = 50;

/** One thing that is wrong in a file of readings, with what to write instead. */
interface ReadingsProblem {
  readonly file: string;
  /** Where: a JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly what: string;
  readonly instead: string;
}

/** The readings of a file, or all that is wrong with it. */
export type ParsedReadings =
  | { readonly kind: "readings"; readonly readings: readonly Reading[] }
  | { readonly kind: "problems"; readonly problems: readonly ReadingsProblem[] };

/**
 * The readings of a file: what `scan --json` prints (its `readings`), an array of readings, or one reading. In a file
 * written by hand `outcome` may be missing beside `tools`, `address` may be a URL (of type streamable-http), and `readAs`,
 * `time`, `notes`, `confirmed` and `detail` may be missing; a reading without a time counts as too old everywhere.
 * @param file how problems name the file
 */
export function parseReadings(text: string, file: string): ParsedReadings {
  const problems: ReadingsProblem[] = [];
  const say: Say = (pointer, what, instead) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ file, pointer, what, instead });
  };
  const servers = new Set<string>();
  const readings = entriesOf(text, say).map(({ pointer, value }) => {
    const reading = readingOf(value, pointer, say);
    if (reading !== undefined && servers.has(reading.server)) {
      say(`${pointer}/server`, "two readings of one server", "keep the one that counts");
    }
    if (reading !== undefined) servers.add(reading.server);
    return reading;
  });
  if (problems.length > 0) return { kind: "problems", problems };
  return { kind: "readings", readings: readings.filter((reading) => reading !== undefined) };
}

/** The text of a file of readings: `parseReadings` gives them back. */
export function serializeReadings(readings: readonly Reading[]): string {
  const safe = readings.map((reading) =>
    reading.outcome === "complete" ? { ...reading, tools: reading.tools.map(carried) } : reading,
  );
  return `${JSON.stringify({ readings: safe }, undefined, 2)}\n`;
}

function entriesOf(text: string, say: Say): { pointer: string; value: unknown }[] {
  if (text.length > MAX_READINGS_TEXT) {
    say("", "the file is larger than 64 MiB", "split it by server");
    return [];
  }
  let value: unknown;
  try {
    // A byte order mark is no JSON, but editors write it.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    say("", "this is no JSON", "give what toolcard scan --json prints");
    return [];
  }
  if (isObject(value) && !Object.hasOwn(value, "readings")) return [{ pointer: "", value }];
  const list = isObject(value) ? own(value, "readings") : value;
  const root = isObject(value) ? "/readings" : "";
  if (!Array.isArray(list)) {
    say(root, "readings is no array", "write an array of readings");
    return [];
  }
  if (list.length > MAX_READINGS) {
    say(root, `more than ${MAX_READINGS} readings`, "split the file");
    return [];
  }
  return list.map((entry: unknown, at) => ({ pointer: `${root}/${at}`, value: entry }));
}

const BASE_KEYS = ["server", "address", "readAs", "time", "outcome"];
const KEYS_OF = {
  complete: new Set([...BASE_KEYS, "tools", "notes", "confirmed"]),
  failed: new Set([...BASE_KEYS, "reason", "detail"]),
  "not-advertised": new Set(BASE_KEYS),
} as const;

function readingOf(value: unknown, pointer: string, say: Say): Reading | undefined {
  if (!isObject(value)) {
    say(pointer, "a reading is no object", "write an object with server, address and tools");
    return undefined;
  }
  const outcome = own(value, "outcome") ?? (Object.hasOwn(value, "tools") ? "complete" : undefined);
  if (outcome !== "complete" && outcome !== "failed" && outcome !== "not-advertised") {
    say(
      `${pointer}/outcome`,
      "there is neither an outcome nor tools",
      `write ${Object.keys(KEYS_OF).join(", ")}`,
    );
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (!KEYS_OF[outcome].has(key))
      say(
        pointer,
        `${quoted(key)} is no key of a reading that is ${outcome}`,
        `keys are ${[...KEYS_OF[outcome]].join(", ")}`,
      );
  }
  const base = {
    server: serverOf(own(value, "server"), `${pointer}/server`, say),
    address: addressOf(own(value, "address"), `${pointer}/address`, say),
    readAs: readAsOf(own(value, "readAs"), `${pointer}/readAs`, say),
    time: timeOf(own(value, "time"), `${pointer}/time`, say),
  };
  if (outcome === "not-advertised") return { ...base, outcome };
  if (outcome === "failed") return { ...base, outcome, ...failureOf(value, pointer, say) };
  return { ...base, outcome, ...listOf(value, pointer, say) };
}

function failureOf(value: Readonly<Record<string, unknown>>, pointer: string, say: Say) {
  const given = own(value, "reason");
  const reason = FAILED_REASONS.find((known) => known === given);
  if (reason === undefined)
    say(`${pointer}/reason`, "this is no reason", `write one of ${FAILED_REASONS.join(", ")}`);
  const detail = own(value, "detail") ?? "";
  if (typeof detail !== "string")
    say(`${pointer}/detail`, "detail is no text", "write a text, or leave it out");
  return {
    reason: reason ?? "unreachable",
    detail: typeof detail === "string" ? boundedDetail(detail) : "",
  } as const;
}

function listOf(value: Readonly<Record<string, unknown>>, pointer: string, say: Say) {
  const tools = own(value, "tools");
  if (!Array.isArray(tools))
    say(`${pointer}/tools`, "tools is no array", "write the array that tools/list gave");
  else if (tools.length > MAX_TOOLS)
    say(`${pointer}/tools`, `more than ${MAX_TOOLS} tools`, "no server may have as many");
  const given = own(value, "notes") ?? [];
  const notes = READING_NOTES.filter((known) => Array.isArray(given) && given.includes(known));
  if (!Array.isArray(given) || given.length !== notes.length) {
    say(`${pointer}/notes`, "these are no notes", `write an array of ${READING_NOTES.join(", ")}, each once`);
  }
  const confirmed = own(value, "confirmed") ?? false;
  if (typeof confirmed !== "boolean")
    say(`${pointer}/confirmed`, "confirmed is neither true nor false", "write true or false");
  const items: readonly unknown[] = Array.isArray(tools) ? tools.slice(0, MAX_TOOLS) : [];
  return { tools: items.map(carried), notes, confirmed: confirmed === true };
}

function quoted(key: string): string {
  return JSON.stringify(boundedDetail(key).slice(0, 60));
}
