import type { Tree } from "./scene.ts";

export const CLAIMS = "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11";
const FILES = "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b12";
export const NEW = "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b13";

export const claimsCard = `id: ${CLAIMS}
server: claims-tools
revision: 4
notes: Kept by the claims team.
remote:
  type: streamable-http
  url: https://claims.example.com/mcp
  headers: [{ name: Authorization, isSecret: true }]
readAs: { credential: claims-readonly }
tools:
  - name: create_note
    description: Add a note to a claim.
    inputSchema:
      type: object
      properties:
        claim_id: { type: string }
        text: { type: string, maxLength: 500 }
      required: [claim_id, text]
    outputSchema:
      type: object
      properties:
        id: { type: string }
  - name: lookup_policy
    inputSchema: { type: object, properties: { number: { type: string } }, required: [number] }
    annotations: { readOnlyHint: true }
retired: [{ name: lookup_note, revision: 3 }]
`;

export const filesCard = `id: ${FILES}
server: files
revision: 1
suspended: leaks
package:
  registryType: npm
  identifier: "@acme/files-mcp"
  version: 1.4.0
  packageArguments: [{ type: positional, value: /data/claims }]
  environmentVariables: [{ name: MODE, value: strict }]
tools:
  - { name: read, inputSchema: { type: object, properties: { path: { type: string } } } }
`;

export const intakeBot = `agent: intake-bot
enrolments:
  - server: claims-tools
    card: ${CLAIMS}
    grants:
      - { tool: create_note, job: claims-intake }
      - { tool: lookup_policy, job: claims-intake }
`;

export const settings = `label: widens-scope
credentials:
  - { id: claims-readonly, address: "https://claims.example.com/mcp", header: Authorization, value: "Bearer \${CLAIMS_TOKEN}" }
`;

export const codeowners = `* @acme/admins
/registry/cards/ @acme/claims
/registry/grants/ @acme/agents
`;

export const workflow = "on: push\njobs: { scan: { steps: [{ uses: acme/toolcard@v1 }] } }\n";

/** A small repository with everything that decides. */
export const REPOSITORY: Tree = {
  "README.md": "words",
  ".github/CODEOWNERS": codeowners,
  ".github/workflows/scan.yml": workflow,
  ".github/workflows/test.yml": "on: push\njobs: { test: { steps: [{ run: npm test }] } }\n",
  "registry/toolcard.yaml": settings,
  "registry/cards/claims-tools.yaml": claimsCard,
  "registry/cards/files.yaml": filesCard,
  "registry/grants/intake-bot.yaml": intakeBot,
};
