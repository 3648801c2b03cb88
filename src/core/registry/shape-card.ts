import { commandShape, packageShape, remoteShape } from "./shape-connection.ts";
import { DIALECT, digestShape, idShape, nameShape, revisionShape, toolNameShape } from "./shape-parts.ts";

const schema = { type: ["object", "boolean"] } as const;

const toolShape = {
  type: "object",
  required: ["name", "inputSchema"],
  description: "One tool, in MCP's own shape: every field is kept, unknown ones too.",
  properties: {
    name: toolNameShape("The tool's name, exactly as the server lists it."),
    inputSchema: { ...schema, description: "What a call may send: JSON Schema." },
    outputSchema: {
      type: ["object", "boolean", "null"],
      description: "What a call gives back: JSON Schema.",
    },
  },
} as const;

const readAsShape = {
  type: "object",
  additionalProperties: false,
  description: "Under what the list was read. Another reading counts only if it declares the same.",
  properties: {
    protocolVersion: {
      type: "string",
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      patternErrorMessage: "write the date that names the version, as 2026-07-28",
      description: "The version of MCP, as 2026-07-28.",
    },
    credential: nameShape("The id of the credential in toolcard.yaml."),
    capabilities: {
      type: "array",
      uniqueItems: true,
      items: { type: "string", minLength: 1, description: "One capability." },
      default: [],
      description: "The client capabilities that were declared, as roots, sampling, elicitation.",
    },
  },
} as const;

/** The fields of a card; which of the three connections it has is said apart, in `cardShape`. */
export const cardFields = {
  type: "object",
  additionalProperties: false,
  required: ["id", "server", "revision", "tools"],
  properties: {
    id: idShape("The card's identity, a UUID: minted once, never changed, never reused."),
    server: nameShape("The server's name: that of this file, without .yaml."),
    revision: revisionShape(
      "Rises when connection or tools change; never falls. toolcard lint --fix writes it.",
    ),
    title: { type: "string", description: "The server's name for people." },
    description: { type: "string", description: "What the server is for." },
    notes: { type: "string", description: "Anything a reviewer should know." },
    suspended: {
      type: "string",
      minLength: 1,
      description: "Why the server is suspended. While this is here, none of its tools is callable.",
    },
    remote: remoteShape,
    package: packageShape,
    command: commandShape,
    readAs: readAsShape,
    tools: { type: "array", items: toolShape, description: "The tools that may be granted: the ceiling." },
    retired: {
      type: "array",
      description: "Names that were on this card once. The list only grows.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name", "revision"],
        description: "One name.",
        properties: {
          name: toolNameShape("The name the tool had."),
          revision: revisionShape("The first revision without it."),
        },
      },
    },
    declined: {
      type: "array",
      description:
        "Live forms that a reviewer said no to. Each is asked again only if the live tool changes.",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name", "digest"],
        description: "One form of one tool.",
        properties: {
          name: toolNameShape("The tool's name."),
          digest: digestShape("The digest of the live form, as toolcard prints it."),
        },
      },
    },
  },
} as const;

/** The published schema of a card file (schemas/card.json), and what the validator is compiled from. */
export const cardShape = {
  $schema: DIALECT,
  title: "A toolcard card",
  description: "The published record of one MCP server: the ceiling of what may be granted.",
  ...cardFields,
  oneOf: [{ required: ["remote"] }, { required: ["package"] }, { required: ["command"] }],
} as const;
