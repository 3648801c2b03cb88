import { DIALECT, digestShape, headerShape, nameShape, variableShape } from "./shape-parts.ts";

const id = nameShape("The name that a card's readAs.credential calls it by.");

const template = {
  type: "string",
  format: "secret-template",
  description: "The value, with ${VARIABLE} where the environment gives a secret, as Bearer ${CLAIMS_TOKEN}.",
} as const;

/** A secret for a URL. */
const addressCredentialShape = {
  type: "object",
  additionalProperties: false,
  required: ["id", "address", "header", "value"],
  properties: {
    id,
    address: {
      type: "string",
      format: "base-url",
      description: "The URL it may go to, and whole path segments under it. No query.",
    },
    header: headerShape("The header it is sent in."),
    value: template,
  },
} as const;

/** A secret for a package or command. */
const connectionCredentialShape = {
  type: "object",
  additionalProperties: false,
  required: ["id", "connection", "environmentVariable", "value"],
  properties: {
    id,
    connection: digestShape("The digest of the whole connection it may go to; toolcard lint prints it."),
    environmentVariable: variableShape("The variable it is given in."),
    value: template,
  },
} as const;

const credentialShape = {
  description: "A secret, bound to the place it may go to.",
  oneOf: [addressCredentialShape, connectionCredentialShape],
} as const;

function labelOrNote<const Default extends "label" | "note", const Words extends string>(
  fallback: Default,
  description: Words,
) {
  return { type: "string", enum: ["label", "note"], default: fallback, description } as const;
}

const gateShape = {
  type: "object",
  additionalProperties: false,
  default: {},
  description: "Who publishes the status check, and what else needs the label.",
  properties: {
    by: {
      type: "string",
      enum: ["app", "action"],
      default: "action",
      description: "Who publishes the check: one publisher a repository.",
    },
    output: labelOrNote("label", "A tool may give back more than before."),
    undeclared: labelOrNote(
      "note",
      "Only arguments that no schema declares are newly let through by the server.",
    ),
    version: labelOrNote("label", "Only the version of a package changes."),
    wording: labelOrNote("note", "A title, description, icon or example changes."),
    behaviour: labelOrNote("note", "A default, a hint or a field that permits nothing new changes."),
  },
} as const;

const indexShape = {
  type: "object",
  additionalProperties: false,
  default: {},
  description: "What agents see.",
  properties: {
    wording: {
      type: "string",
      enum: ["live", "approved"],
      default: "live",
      description: "Whose titles and descriptions agents see: the live server's, or the card's.",
    },
    maxAgeMinutes: {
      type: "integer",
      minimum: 0,
      maximum: 525_600,
      default: 60,
      description: "A reading that is older counts as unreadable.",
    },
  },
} as const;

const scanShape = {
  type: "object",
  additionalProperties: false,
  default: {},
  description: "How servers are read and proposals made.",
  properties: {
    concurrency: {
      type: "integer",
      minimum: 1,
      maximum: 64,
      default: 8,
      description: "How many servers are read at once.",
    },
    timeoutSeconds: {
      type: "integer",
      minimum: 1,
      maximum: 3600,
      default: 30,
      description: "How long one request to a server may take; the whole reading of it, four times that.",
    },
    allowCommands: {
      type: "boolean",
      default: false,
      description: "Whether commands and packages may be run: they are code.",
    },
    maxNewPullRequests: {
      type: "integer",
      minimum: 0,
      maximum: 1000,
      default: 10,
      description: "How many proposals one scan may open. Those that revoke or widen come first.",
    },
    staleAfterDays: {
      type: "integer",
      minimum: 1,
      maximum: 3650,
      default: 7,
      description: "After how many days a proposal that waits is called stale.",
    },
  },
} as const;

const approvalShape = {
  type: "object",
  additionalProperties: false,
  default: {},
  description: "What counts as an approval.",
  properties: {
    independent: {
      type: "boolean",
      default: false,
      description: "Whether authors, pushers and the labeller can't be the approver.",
    },
    label: {
      type: "string",
      enum: ["noted", "required"],
      default: "noted",
      description: "required: a merge without a counting label is unapproved.",
    },
    genesis: digestShape("The digest of the approval record's first entry, once approvals are in use."),
  },
} as const;

/** The published schema of toolcard.yaml (schemas/settings.json), and what the validator is compiled from. */
export const settingsShape = {
  $schema: DIALECT,
  title: "The toolcard settings",
  description: "The settings of a registry. Every key is optional.",
  type: "object",
  additionalProperties: false,
  properties: {
    label: {
      type: "string",
      minLength: 1,
      maxLength: 50,
      default: "widens-scope",
      description: "The label that lets a pull request widen scope.",
    },
    labelBy: {
      type: "string",
      enum: ["owner", "writer", "anyone"],
      default: "owner",
      description: "Whose label counts: an owner of what widens, anyone with write access, anyone at all.",
    },
    gate: gateShape,
    index: indexShape,
    credentials: {
      type: "array",
      items: credentialShape,
      default: [],
      description: "The secrets, each bound to the place it may go to.",
    },
    scan: scanShape,
    approval: approvalShape,
  },
} as const;
