import { CHANGES, type ChangeKind } from "../drift/kinds.ts";
import type { WarningKind } from "../drift/warning.ts";
import type { SarifLevel, SarifRule } from "./sarif-log.ts";

/** What each kind of warning means. */
export const WARNING_RULES: Readonly<Record<WarningKind, string>> = {
  "malformed-tool": "The server lists a tool that no card can hold; it can't be called.",
  "declined-form": "The server still offers a form of a tool that a reviewer said no to.",
  "hidden-characters": "A text that agents read has characters that do not show on a screen.",
  "look-alike-name": "The name of a new tool looks like another name.",
  "mixed-scripts": "A text that agents read has a word of Latin letters and others that look like them.",
  "web-address-appeared": "A changed text names a web address that it did not name before.",
  "file-path-appeared": "A changed text names a path of a file that it did not name before.",
  "retired-name-returned": "A tool has the name of one that was on the card once.",
  "nothing-counts-as-removed": "Tools are missing on the live list, and were kept all the same.",
  "read-once": "That tools are gone rests on one reading of the list.",
  "other-address": "The list was read from another address than the card's.",
  "reading-note": "Something about the reading of the list was out of the ordinary.",
};

/** The rule of a server that could not be read. */
export const UNREADABLE = "server-unreadable";

/** The id of a rule. */
export type RuleId = ChangeKind | WarningKind | typeof UNREADABLE;

const LEVELS: Readonly<Record<string, SarifLevel>> = {
  permission: "error",
  behaviour: "note",
  wording: "note",
};
const HELP = "docs/sarif.md of toolcard says what the levels mean; `toolcard scan` explains the whole drift.";

/** A rule for every kind of change and warning; its id is the kind, and stays. */
export const SARIF_RULES: readonly SarifRule[] = [
  ...Object.entries(CHANGES).map(([kind, entry]) => {
    return rule(kind, entry.doc, LEVELS[entry.class] ?? "note", entry.class);
  }),
  ...Object.entries(WARNING_RULES).map(([kind, doc]) => rule(kind, doc, "warning", "warning")),
  rule(UNREADABLE, "A server could not be read: nothing is known of its tools.", "warning", "reading"),
];

const INDEX: ReadonlyMap<string, number> = new Map(SARIF_RULES.map(({ id }, at) => [id, at]));

/** Where a rule is in the list. */
export function ruleIndex(id: RuleId): number {
  return INDEX.get(id) ?? -1;
}

function rule(id: string, doc: string, level: SarifLevel, tag: string): SarifRule {
  return {
    id,
    shortDescription: { text: doc },
    fullDescription: { text: doc },
    help: { text: `${doc} ${HELP}` },
    defaultConfiguration: { level },
    properties: { tags: ["mcp", tag] },
  };
}
