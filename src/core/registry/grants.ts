import type { grantsShape } from "./shape-grants.ts";
import type { Typed } from "./typed.ts";

/** What one agent may call: its enrolments, each with its grants (DESIGN §3). */
export type GrantsFile = Typed<typeof grantsShape>;

/** An agent's enrolment with one card, by the card's id. */
export type Enrolment = GrantsFile["enrolments"][number];
