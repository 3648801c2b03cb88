import { parseFile, type Parsed } from "./parse.ts";
import { grantsFaults } from "./rules.ts";
import type { grantsShape } from "./shape-grants.ts";
import type { Typed } from "./typed.ts";

/** What one agent may call: its enrolments, each with its grants (DESIGN §3). */
export type GrantsFile = Typed<typeof grantsShape>;

/** An agent's enrolment with one card, by the card's id. */
export type Enrolment = GrantsFile["enrolments"][number];

/**
 * Reads a grants file, by the shape in schemas/grants.json and the rules of DESIGN §3 that concern this file alone: what
 * it says of cards is held against them by `readRegistry`. All problems are given at once. It never throws.
 */
export function parseGrants(bytes: Uint8Array | string, file: string): Parsed<GrantsFile> {
  return parseFile(bytes, "grants", file, grantsFaults);
}
