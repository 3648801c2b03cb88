// The few kinds of file that a random repository has. Each is a small value of which it is plain what it permits: the
// oracle compares these values and never reads YAML; the gate gets the bytes that they are written as.

/** A tool with one required text argument, optional ones, and a result. */
export interface ToolModel {
  readonly name: string;
  readonly fields: readonly string[];
  readonly maxLength: number;
  /** Whether the schema says `additionalProperties: false`. */
  readonly closed: boolean;
  readonly outputs: readonly string[];
  readonly readOnly: boolean;
  readonly description: number;
  readonly fallback: number;
}

export interface CardModel {
  readonly kind: "card";
  readonly server: string;
  readonly id: number;
  readonly revision: number;
  readonly url: number;
  readonly notes: number;
  readonly suspended: boolean;
  readonly retired: readonly string[];
  readonly tools: readonly ToolModel[];
}

export interface EnrolmentModel {
  readonly server: string;
  readonly id: number;
  readonly grants: readonly { readonly tool: string; readonly job: string }[];
}

export interface GrantsModel {
  readonly kind: "grants";
  readonly agent: string;
  readonly enrolments: readonly EnrolmentModel[];
}

type Rule = "label" | "note";

export interface SettingsModel {
  readonly kind: "settings";
  readonly label: string;
  readonly labelBy: "owner" | "writer" | "anyone";
  readonly output: Rule;
  readonly undeclared: Rule;
  readonly wording: Rule;
  readonly behaviour: Rule;
  readonly maxAge: number;
  /** A comment: no value. */
  readonly comment: number;
}

export interface OwnersModel {
  readonly kind: "owners";
  /** `*`, a path from the root, or a folder that ends in a slash. The last that fits counts. */
  readonly lines: readonly { readonly path: string; readonly owners: readonly string[] }[];
}

/** Where the registry is. */
interface FolderModel {
  readonly kind: "folder";
  readonly registry: string;
}

interface WorkflowModel {
  readonly kind: "workflow";
  readonly toolcard: boolean;
  readonly version: number;
}

/** No valid file of any kind, in one of several ways; or no regular file at all. */
export interface BrokenModel {
  readonly kind: "broken";
  readonly how: "yaml" | "alias" | "utf8" | "shape" | "link" | "submodule" | "folder" | "large";
}

/** Bytes that a single test chose. */
interface RawModel {
  readonly kind: "raw";
  readonly text: string;
}

export type Content =
  | CardModel
  | GrantsModel
  | SettingsModel
  | OwnersModel
  | FolderModel
  | WorkflowModel
  | BrokenModel
  | RawModel;

/** A whole repository: what stands at each path. */
export type Tree = ReadonlyMap<string, Content>;

/** The id that a card with this number has. */
function uuid(id: number): string {
  return `5f0c1c9e-6a39-4f5e-9d0a-${String(id).padStart(12, "0")}`;
}

/** The bytes of a file; undefined for what has none. */
export function bytesOf(content: Content): Uint8Array | undefined {
  if (content.kind !== "broken") return new TextEncoder().encode(textOf(content));
  switch (content.how) {
    case "yaml":
      return new TextEncoder().encode("a: [b\n");
    case "alias":
      return new TextEncoder().encode("a: &x 1\nb: *x\n");
    case "shape":
      return new TextEncoder().encode("colour: blue\n");
    case "utf8":
      return new Uint8Array([0x61, 0x3a, 0x20, 0xff, 0x0a]);
    case "link":
    case "submodule":
    case "folder":
    case "large":
      return undefined;
  }
}

function textOf(content: Exclude<Content, BrokenModel>): string {
  switch (content.kind) {
    case "card":
      return cardText(content);
    case "grants":
      return grantsText(content);
    case "settings":
      return settingsText(content);
    case "owners":
      return content.lines.map(({ path, owners }) => `${[path, ...owners].join(" ")}\n`).join("");
    case "folder":
      return `registry: ${content.registry}/\n`;
    case "workflow":
      return workflowText(content);
    case "raw":
      return content.text;
  }
}

function cardText(card: CardModel): string {
  const lines = [
    `id: ${uuid(card.id)}`,
    `server: ${card.server}`,
    `revision: ${card.revision}`,
    `notes: Read these notes, number ${card.notes}.`,
    ...(card.suspended ? ["suspended: INC-1"] : []),
    `remote: { type: streamable-http, url: "https://s${card.url}.example.com/mcp" }`,
    `tools:${card.tools.length === 0 ? " []" : ""}`,
    ...card.tools.flatMap(toolLines),
  ];
  if (card.retired.length > 0) lines.push("retired:");
  for (const name of card.retired) lines.push(`  - { name: ${name}, revision: 1 }`);
  return `${lines.join("\n")}\n`;
}

function toolLines(tool: ToolModel): string[] {
  const optional = tool.fields.map((field) => `, ${field}: { type: string, maxLength: 9 }`).join("");
  const text = `text: { type: string, maxLength: ${tool.maxLength}, default: d${tool.fallback} }`;
  const closing = tool.closed ? ", additionalProperties: false" : "";
  const outputs = tool.outputs.map((field) => `${field}: { type: string }`).join(", ");
  return [
    `  - name: ${tool.name}`,
    `    description: Does what its words say, number ${tool.description}.`,
    `    inputSchema: { type: object, properties: { ${text}${optional} }, required: [text]${closing} }`,
    `    outputSchema: { type: object, properties: { ${outputs} }, additionalProperties: false }`,
    `    annotations: { readOnlyHint: ${tool.readOnly} }`,
  ];
}

function grantsText(file: GrantsModel): string {
  const lines = [`agent: ${file.agent}`, `enrolments:${file.enrolments.length === 0 ? " []" : ""}`];
  for (const { server, id, grants } of file.enrolments) {
    lines.push(`  - server: ${server}`, `    card: ${uuid(id)}`);
    lines.push(`    grants:${grants.length === 0 ? " []" : ""}`);
    for (const { tool, job } of grants) lines.push(`      - { tool: ${tool}, job: ${job} }`);
  }
  return `${lines.join("\n")}\n`;
}

function settingsText(settings: SettingsModel): string {
  const { output, undeclared, wording, behaviour } = settings;
  return [
    `# comment ${settings.comment}`,
    `label: ${settings.label}`,
    `labelBy: ${settings.labelBy}`,
    `gate: { by: app, output: ${output}, undeclared: ${undeclared}, wording: ${wording}, behaviour: ${behaviour} }`,
    `index: { maxAgeMinutes: ${settings.maxAge} }`,
    "",
  ].join("\n");
}

function workflowText({ toolcard, version }: WorkflowModel): string {
  const uses = toolcard ? `acme/toolcard@v${version}` : `actions/checkout@v${version}`;
  return `on: push\njobs:\n  one:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: ${uses}\n`;
}
