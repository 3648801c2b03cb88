import { headerShape, variableShape } from "./shape-parts.ts";

// Names and meanings are those of the MCP registry's server.json, schema 2025-12-11. What is a hint for filling in a
// form there (default, choices, variables) has no place here: a card holds the values that are used.

const about = {
  description: { type: "string", description: "What it is for." },
  isRequired: { type: "boolean", description: "Whether the server needs it. Informs people only." },
  format: {
    type: "string",
    description: "What the value is: string, number, boolean, filepath. Informs people only.",
  },
} as const;

/** A text that is used as it stands. */
const value = { type: "string", format: "plain-text" } as const;

/** A header that the server wants: its name; the value comes from `credentials` in toolcard.yaml. */
const headerEntryShape = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  description: "One header.",
  properties: {
    name: headerShape("The header's name. Its value comes from credentials in toolcard.yaml."),
    isSecret: { type: "boolean", description: "Whether the value is a secret." },
    ...about,
  },
} as const;

/** A variable of a command's or package's environment: a plain value, or a secret that a credential gives. */
const variableEntryShape = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  description: "One variable: with value, or with isSecret: true.",
  properties: {
    name: variableShape("The variable's name."),
    value: { ...value, description: "Its value. A secret's value comes from credentials in toolcard.yaml." },
    isSecret: { type: "boolean", description: "Whether a credential gives the value." },
    ...about,
  },
} as const;

const variables = {
  type: "array",
  items: variableEntryShape,
  default: [],
  description: "The whole environment it runs with, beside what a process can't start without.",
} as const;

/** A server behind a URL. */
export const remoteShape = {
  type: "object",
  additionalProperties: false,
  required: ["type", "url"],
  description: "A server behind a URL.",
  properties: {
    type: {
      type: "string",
      enum: ["streamable-http", "sse", "http"],
      description: "The transport. http is another word for streamable-http.",
    },
    url: {
      type: "string",
      format: "server-url",
      description: "The server's URL: https, or http on loopback; no user information, no fragment.",
    },
    headers: {
      type: "array",
      items: headerEntryShape,
      default: [],
      description: "The headers it wants, by name. Values never stand on a card.",
    },
  },
} as const;

/** An argument with a name: `--port 80`. */
const namedArgumentShape = {
  type: "object",
  additionalProperties: false,
  required: ["type", "name"],
  properties: {
    type: { type: "string", enum: ["named"], description: "named: its name goes before its value." },
    name: { ...value, minLength: 1, description: "The argument's name with its dashes, as --port." },
    value: { ...value, description: "Its value; without one the name stands alone." },
    isRepeated: {
      type: "boolean",
      description: "Whether it may be given more than once. Informs people only.",
    },
    ...about,
  },
} as const;

/** An argument that is known by its place. */
const positionalArgumentShape = {
  type: "object",
  additionalProperties: false,
  required: ["type", "value"],
  properties: {
    type: { type: "string", enum: ["positional"], description: "positional: known by its place." },
    value: { ...value, description: "The argument." },
    valueHint: { type: "string", description: "What the argument is called. Informs people only." },
    isRepeated: {
      type: "boolean",
      description: "Whether it may be given more than once. Informs people only.",
    },
    ...about,
  },
} as const;

const argument = {
  type: "object",
  description: "One argument.",
  discriminator: { propertyName: "type" },
  required: ["type"],
  properties: { type: { type: "string", description: "positional or named" } },
  oneOf: [namedArgumentShape, positionalArgumentShape],
} as const;

/** A server that a package registry has, started from there. */
export const packageShape = {
  type: "object",
  additionalProperties: false,
  required: ["registryType", "identifier", "version"],
  description: "A server in a package registry, as in the MCP registry's server.json.",
  properties: {
    registryType: {
      type: "string",
      enum: ["npm", "pypi", "oci", "nuget", "mcpb"],
      description: "The kind of registry.",
    },
    registryBaseUrl: {
      type: "string",
      format: "base-url",
      description: "The registry's URL, when it isn't the usual one.",
    },
    identifier: {
      type: "string",
      minLength: 1,
      format: "package-name",
      description: "The package's name in the registry.",
    },
    version: {
      type: "string",
      format: "exact-version",
      description:
        "The exact version: not latest, not a range. An image may also be named by its sha256 digest.",
    },
    packageArguments: {
      type: "array",
      items: argument,
      default: [],
      description: "Arguments of the package's own program.",
    },
    runtimeArguments: {
      type: "array",
      items: argument,
      default: [],
      description: "Arguments of what runs the package, as npx or docker.",
    },
    environmentVariables: variables,
    transport: {
      type: "object",
      additionalProperties: false,
      required: ["type"],
      description: "How to talk to it.",
      properties: {
        type: { type: "string", enum: ["stdio"], description: "stdio; a server behind a URL is a remote." },
      },
    },
  },
} as const;

/** A server that is a command of this machine. */
export const commandShape = {
  type: "object",
  additionalProperties: false,
  required: ["command"],
  description: "A server that is started by a command.",
  properties: {
    command: { ...value, minLength: 1, description: "The program. No shell reads it." },
    args: {
      type: "array",
      items: { ...value, description: "One argument." },
      default: [],
      description: "Its arguments, one text each.",
    },
    environmentVariables: variables,
  },
} as const;
