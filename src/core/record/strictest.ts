import type { Settings } from "../registry/settings.ts";

const LABEL_BY: readonly Settings["labelBy"][] = ["owner", "writer", "anyone"];

/** The stricter of two registries' settings, as far as they decide about an approval (DESIGN §4); the label's name is the first's. */
export function strictest(one: Settings, other: Settings): Settings {
  const gated = (key: Exclude<keyof Settings["gate"], "by">) =>
    one.gate[key] === "label" || other.gate[key] === "label" ? "label" : "note";
  return {
    ...one,
    labelBy: LABEL_BY.find((by) => one.labelBy === by || other.labelBy === by) ?? "owner",
    gate: {
      ...one.gate,
      output: gated("output"),
      undeclared: gated("undeclared"),
      version: gated("version"),
      wording: gated("wording"),
      behaviour: gated("behaviour"),
    },
    approval: {
      ...one.approval,
      independent: one.approval.independent || other.approval.independent,
      label: one.approval.label === "required" || other.approval.label === "required" ? "required" : "noted",
    },
  };
}
