import { DIALECT, idShape, nameShape, toolNameShape } from "./shape-parts.ts";

const grantShape = {
  type: "object",
  additionalProperties: false,
  required: ["tool", "job"],
  description: "One grant: this tool, for this job.",
  properties: {
    tool: toolNameShape("The tool's name on the card. There are no wildcards."),
    job: nameShape("The job it may be called for."),
  },
} as const;

const enrolmentShape = {
  type: "object",
  additionalProperties: false,
  required: ["server", "card", "grants"],
  description: "The agent's enrolment with one card.",
  properties: {
    server: nameShape("The server's name."),
    card: idShape("The id of the server's card. Grants count for the card with this id only."),
    grants: { type: "array", items: grantShape, description: "What the agent may call there." },
  },
} as const;

/** The published schema of a grants file (schemas/grants.json), and what the validator is compiled from. */
export const grantsShape = {
  $schema: DIALECT,
  title: "A toolcard grants file",
  description: "What one agent may call: its enrolments, each with its grants.",
  type: "object",
  additionalProperties: false,
  required: ["agent", "enrolments"],
  properties: {
    agent: nameShape("The agent's name: that of this file, without .yaml."),
    enrolments: {
      type: "array",
      items: enrolmentShape,
      description: "One for each card it is enrolled with.",
    },
  },
} as const;
