import { classes, SCHEMA_CHANGES, type ChangeClass, type KindEntry } from "../differences/kinds.ts";

const permission = (doc: string): KindEntry => ({ class: "permission", doc });
const behaviour = (doc: string): KindEntry => ({ class: "behaviour", doc });
const wording = (doc: string): KindEntry => ({ class: "wording", doc });

/**
 * Every kind of change: those inside a schema (with `side`), those of a tool around its schemas (without), and those
 * of a card (without `tool`). What needs the label follows from class, kind, scope, world and side (DESIGN §5):
 * behaviour and wording by their settings; of permission what widens or is unknown: `package-version-changed` by
 * `gate.version`, side output by `gate.output`, world open by `gate.undeclared`, all else always.
 */
export const CHANGES = {
  ...SCHEMA_CHANGES,
  "tool-added": permission("The server lists a tool that is not on the card."),
  "tool-removed": permission("A tool of the card is no longer listed."),
  "output-schema-added": permission("The tool now says what it gives back; before, it could be anything."),
  "output-schema-removed": permission("The tool no longer says what it gives back: it can be anything."),
  "read-only-hint-changed": permission("Whether the tool says that it only reads differs (readOnlyHint)."),
  "destructive-hint-changed": permission(
    "Whether the tool says that it may destroy differs (destructiveHint).",
  ),
  "open-world-hint-changed": permission(
    "Whether the tool says that it reaches outside differs (openWorldHint).",
  ),
  "idempotent-hint-changed": behaviour(
    "Whether the tool says that repeating is harmless differs (idempotentHint).",
  ),
  "security-schemes-changed": permission(
    "What authorization the tool says it needs differs (securitySchemes).",
  ),
  "tool-annotation-changed": behaviour("An annotation of the tool that the protocol does not know differs."),
  "execution-changed": behaviour("How calls of the tool are to be run differs (execution)."),
  "meta-changed": behaviour("The tool's `_meta` differs."),
  "unknown-key-changed": behaviour("A key of the tool that the protocol does not know differs."),
  "tool-title-changed": wording("The tool's title differs."),
  "tool-description-changed": wording("The tool's description differs."),
  "tool-icons-changed": wording("The tool's icons differ."),
  "tool-annotations-title-changed": wording("The title among the tool's annotations differs."),
  "protocol-version-changed": behaviour("The list was read in another version of the protocol."),
  "address-changed": permission("The card points elsewhere: every grant that reaches it is newly given."),
  "package-version-changed": permission("The card names another version of the same package."),
  "connection-changed": permission(
    "Headers, arguments, environment or another part of the connection differs, not its address.",
  ),
  "read-as-changed": permission(
    "The card is to be read under another credential, version or other capabilities.",
  ),
  "identity-changed": permission(
    "The card has another id: it is another card, and every grant on it is newly given.",
  ),
  "server-renamed": permission("The card is of a server with another name."),
  "suspended-added": permission("The server is suspended: no tool of it is callable."),
  "suspended-removed": permission("The server is no longer suspended."),
  "suspended-changed": wording("The reason of the suspension differs."),
  "retired-added": permission("A name is recorded as retired."),
  "retired-removed": permission("A name is no longer recorded as retired."),
  "declined-changed": behaviour("Which live forms a reviewer said no to differs."),
  "card-wording-changed": wording("The card's own title, description or notes differ."),
} as const satisfies Record<string, KindEntry>;

/** The id of a kind of change. */
export type ChangeKind = keyof typeof CHANGES;

/** The class of every kind of change. */
export const CHANGE_KINDS: Readonly<Record<ChangeKind, ChangeClass>> = classes(CHANGES);
