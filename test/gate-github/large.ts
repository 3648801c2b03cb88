/** A large registry: as in the numbers that are promised. */
import type { GivenFiles } from "../github/files.ts";

const idOf = (n: number): string => `0b9f4c3e-8d1a-4e57-9c26-${String(n).padStart(12, "0")}`;

/** The card of a server, with more fields on each of its tools. */
export const cardOf = (n: number, ...fields: string[]): string => {
  const properties = Object.fromEntries(
    ["id", ...fields].map((field) => [field, { type: "string", maxLength: 40 }]),
  );
  const schema = JSON.stringify({ type: "object", properties, additionalProperties: false });
  const tools = ["read", "write", "list"]
    .map((name) => `  - { name: ${name}, inputSchema: ${schema} }\n`)
    .join("");
  return `id: ${idOf(n)}\nserver: server-${n}\nrevision: ${1 + fields.length}\nremote: { type: streamable-http, url: "https://s${n}.example/mcp" }\ntools:\n${tools}`;
};

const grantsOf = (n: number): string =>
  `agent: agent-${n}\nenrolments:\n  - server: server-${n}\n    card: ${idOf(n)}\n    grants:\n      - { tool: read, job: intake }\n`;

/** A registry of 1000 cards and 300 grants files, all owned by one team. */
export function largeRegistry(): GivenFiles {
  const files: Record<string, string> = {
    "registry/toolcard.yaml": "label: widens-scope\n",
    ".github/CODEOWNERS": "* @acme/owners\n",
    ".github/workflows/test.yml": "on: push\njobs: {}\n",
  };
  for (let n = 0; n < 1000; n++) files[`registry/cards/server-${n}.yaml`] = cardOf(n);
  for (let n = 0; n < 300; n++) files[`registry/grants/agent-${n}.yaml`] = grantsOf(n);
  return files;
}
