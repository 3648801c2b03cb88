/** The files of a registry as a reader of a folder gives them. */
export function asFiles(texts: Readonly<Record<string, string>>): Map<string, Uint8Array> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
}

export const CLAIMS_ID = "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11";

/** The registry of DESIGN §3: a valid one, with every key that has no twin. */
export const SAMPLE: Readonly<Record<string, string>> = {
  "toolcard.yaml": `label: widens-scope
labelBy: owner            # owner | writer | anyone
gate: { by: action, output: label, undeclared: note, version: label, wording: note, behaviour: note }
index: { wording: live, maxAgeMinutes: 60 }
credentials:
  - { id: claims-readonly, address: "https://claims.example.com/mcp", header: Authorization, value: "Bearer \${CLAIMS_TOKEN}" }
scan: { concurrency: 8, timeoutSeconds: 30, allowCommands: false, maxNewPullRequests: 10, staleAfterDays: 7 }
approval: { independent: false, label: noted }
`,
  "cards/claims-tools.yaml": `id: ${CLAIMS_ID}   # UUID
server: claims-tools
revision: 4
title: Claims tools
suspended: INC-112 leaks claim notes
remote:
  type: http
  url: https://claims.example.com/mcp
  headers: [{ name: Authorization, isSecret: true }]
readAs: { protocolVersion: "2026-07-28", credential: claims-readonly, capabilities: [] }
tools:
  - name: create_note
    description: Add a note to a claim.
    inputSchema: { type: object, properties: { __proto__: { type: string }, constructor: {} }, required: [claim_id] }
    annotations: { readOnlyHint: false, note: "\${NOT_OURS}" }
retired: [{ name: lookup_note, revision: 3 }]
declined: [{ name: delete_claim, digest: "sha256:${"0".repeat(64)}" }]
`,
  "cards/files.yaml": `id: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b12
server: files
revision: 1
package:
  registryType: npm
  identifier: "@acme/files-mcp"
  version: 1.4.0
  packageArguments: [{ type: positional, value: /data }, { type: named, name: --depth, value: "3" }]
tools:
  - { name: read, inputSchema: true, outputSchema: null }
`,
  "grants/intake-bot.yaml": `agent: intake-bot
enrolments:
  - server: claims-tools
    card: ${CLAIMS_ID}
    grants:
      - { tool: create_note, job: claims-intake }
`,
};
