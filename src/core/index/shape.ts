import { UNREADABLE_WHYS } from "../drift/choose.ts";

// The form of an index, as schemas/index.json publishes it for orchestrators; the types are in model.ts.

const text = { type: "string" } as const;
const time = { type: "string", description: "RFC 3339, UTC." } as const;
const age = { type: "integer", minimum: 0 } as const;
const unapproved = {
  const: true,
  description: "In the registry, but not in its last approved state: it permits nothing.",
} as const;

const object = (properties: Readonly<Record<string, unknown>>, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

const address = {
  oneOf: [
    object({ type: { enum: ["streamable-http", "sse"] }, url: text }, ["type", "url"]),
    object({ registryType: text, registryBaseUrl: text, identifier: text }, ["registryType", "identifier"]),
    object({ command: text, args: { type: "array", items: text } }, ["command", "args"]),
  ],
};

const reading = {
  description: "What is known of the live list.",
  oneOf: [
    object({ state: { const: "complete" }, at: time, ageMinutes: age }, ["state", "at", "ageMinutes"]),
    object({ state: { const: "too-old" }, at: time, ageMinutes: age }, ["state"]),
    object({ state: { enum: ["other-address", "unapproved-address"] }, at: time }, ["state", "at"]),
    object({ state: { const: "unreadable" }, why: { enum: UNREADABLE_WHYS }, at: time }, ["state", "why"]),
  ],
};

const tool = object(
  {
    name: text,
    onCard: { type: "boolean" },
    unapproved,
    state: {
      enum: ["callable", "new", "gone", "unreadable", "malformed"],
      description: "callable: with a grant. new: visible, not callable. The others are not callable.",
    },
    shown: {
      type: "object",
      description:
        "What the model is shown: the live tool, with the effective inputSchema where it is callable.",
      required: ["name"],
      properties: { name: text },
    },
    limits: {
      description: "The input schemas that arguments must all be permitted by, in the closed world.",
      type: "array",
      items: object(
        {
          of: { type: "array", items: { enum: ["card", "approved", "live"] } },
          schema: { type: ["object", "boolean"] },
        },
        ["of", "schema"],
      ),
    },
    withheld: {
      description: "What the live server offers beyond the card, and is refused.",
      type: "array",
      items: object({ kind: text, path: text, pointer: text }, ["kind", "path", "pointer"]),
    },
    blocked: {
      description: "No call can be permitted.",
      oneOf: [
        object({ why: { const: "required-beyond-card" }, names: { type: "array", items: text } }, [
          "why",
          "names",
        ]),
        object({ why: { enum: ["nothing-in-common", "undecidable"] } }, ["why"]),
      ],
    },
    looserHints: { type: "array", items: text },
    retired: { type: "integer", description: "The first revision of the card without this name." },
    declined: { const: true, description: "A reviewer said no to this live form." },
    malformed: text,
  },
  ["name", "onCard", "state"],
);

const server = object(
  {
    server: text,
    id: { type: "string", description: "The card's id; missing where the card can't be read." },
    title: text,
    address,
    suspended: { type: "string", description: "Why no tool of it may be called now." },
    reading,
    enrolled: { type: "array", items: object({ agent: text, unapproved }, ["agent"]) },
    grants: {
      type: "array",
      items: object({ agent: text, tool: text, job: text, unapproved }, ["agent", "tool", "job"]),
    },
    tools: { type: "array", items: tool },
  },
  ["server", "reading", "enrolled", "grants", "tools"],
);

const warning = {
  oneOf: [
    object({ kind: { const: "tool-skipped" }, server: text, tool: text, why: { const: "other-address" } }, [
      "kind",
      "server",
      "tool",
      "why",
    ]),
    object({ kind: { const: "reading-without-card" }, server: text }, ["kind", "server"]),
    object({ kind: { const: "invalid-file" }, file: text, line: { type: "integer" }, what: text }, [
      "kind",
      "file",
      "line",
      "what",
    ]),
  ],
};

/** The JSON Schema of an index. */
export const indexShape = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "toolcard index",
  description:
    "The live lists merged under the cards: what an orchestrator loads. Ask `toolcard authorize` about a call.",
  ...object(
    {
      version: {
        const: 1,
        description: "Rises when a reader of an older version would read something wrongly.",
      },
      at: time,
      maxAgeMinutes: { type: "number", description: "A reading that is older permits nothing." },
      servers: { type: "array", items: server },
      warnings: { type: "array", items: warning },
    },
    ["version", "at", "maxAgeMinutes", "servers", "warnings"],
  ),
} as const;
