import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { asciiLine } from "../json/ascii.ts";
import { canonicalJson, digestOf, type Digest } from "../json/canonical.ts";
import { isObject, own } from "../json/value.ts";
import type { Adoption, Change, Draft, Entry } from "./entry.ts";
import { ENTRY_SHAPES } from "./shape-entry.ts";

/** The most characters of a line: a drift names each field of a card once, and a card has 1 MiB. */
const MOST_OF_LINE = 8_388_608;

/** An entry of a line, or what is wrong with the line. */
export type LineRead =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly what: string };

/**
 * Puts a draft behind an entry: numbered, linked to it by its hash, and with a hash of its own. Where its line would be too
 * long to be read again, what came and went in the file is left out, and the entry says so.
 */
export function linked(draft: Draft, before: Entry | undefined): Entry {
  const place = { sequence: before === undefined ? 0 : before.sequence + 1, previous: before?.hash ?? null };
  if (draft.kind === "adoption") return hashed({ ...draft, ...place });
  const entry = hashed({ ...draft, ...place, cut: false });
  if (lineOf(entry).length <= MOST_OF_LINE) return entry;
  return hashed({ ...draft, ...place, drift: null, grants: null, cut: true });
}

function hashed<T extends Omit<Adoption, "hash"> | Omit<Change, "hash">>(entry: T): T & { hash: Digest } {
  return { ...entry, hash: digestOf(entry) };
}

/** The hash of an entry: of everything in it but this, as RFC 8785 writes it. */
function hashOf({ hash: _hash, ...rest }: Entry): Digest {
  return digestOf(rest);
}

/**
 * An entry as a line, without its end. There is one way to write it: the keys of the entry in our order, those inside in
 * the order of RFC 8785, all of it in ASCII.
 */
export function lineOf(entry: Entry): string {
  const values = JSON.parse(canonicalJson(entry)) as Record<string, unknown>;
  const keys = Object.keys(ENTRY_SHAPES[entry.kind].properties);
  return asciiLine(Object.fromEntries(keys.map((key) => [key, values[key]])));
}

/** Reads a line: only what `lineOf` gives for an entry of a known kind, whose hash is its own. It never throws. */
export function readLine(line: string): LineRead {
  if (line.length > MOST_OF_LINE) return wrong(`it has more than ${MOST_OF_LINE} characters`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return wrong("it is no JSON");
  }
  const kind = isObject(value) ? own(value, "kind") : undefined;
  if (kind !== "adoption" && kind !== "change") return wrong("it is no entry of a kind that is known here");
  if (!validator(kind)(value)) return wrong("it is no entry by the form of its kind");
  const entry = value as Entry;
  if (hashOf(entry) !== entry.hash) return wrong("its content is not what its hash says");
  return lineOf(entry) === line ? { ok: true, entry } : wrong("it is not written as toolcard writes it");
}

function wrong(what: string): LineRead {
  return { ok: false, what };
}

const validators = new Map<Entry["kind"], ValidateFunction>();

function validator(kind: Entry["kind"]): ValidateFunction {
  const known = validators.get(kind);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({
    validateSchema: false,
    discriminator: true,
    allowUnionTypes: true,
    keywords: ["patternErrorMessage"],
  });
  const compiled = ajv.compile(ENTRY_SHAPES[kind]);
  validators.set(kind, compiled);
  return compiled;
}
