import type { Change } from "./drift.ts";
import { CHANGE_KINDS } from "./kinds.ts";

/** Whether what only some registries care about needs the label there, or is noted (DESIGN §3, `gate`). */
type GateRule = "label" | "note";

/** The part of a registry's `gate` settings that says what needs the label. */
export interface GateSettings {
  readonly output: GateRule;
  readonly undeclared: GateRule;
  readonly version: GateRule;
  readonly wording: GateRule;
  readonly behaviour: GateRule;
}

/** What counts where a registry says nothing (DESIGN §3). */
export const DEFAULT_GATE: GateSettings = {
  output: "label",
  undeclared: "note",
  version: "label",
  wording: "note",
  behaviour: "note",
};

/** True when a change needs the label `widens-scope`, by DESIGN §5's second table: unknown counts as widening. */
export function needsLabel(change: Change, gate: GateSettings = DEFAULT_GATE): boolean {
  const kind = CHANGE_KINDS[change.kind];
  if (kind !== "permission") return gate[kind] === "label";
  if (change.scope !== "widens" && change.scope !== "unknown") return false;
  if (change.kind === "package-version-changed") return gate.version === "label";
  if (change.side === "output") return gate.output === "label";
  if (change.world === "open") return gate.undeclared === "label";
  return true;
}
