import {
  claimsCard,
  CLAIMS,
  codeowners,
  filesCard,
  intakeBot,
  NEW,
  REPOSITORY,
  settings,
  workflow,
} from "./sample.ts";
import type { Content, Tree } from "./scene.ts";

/** A pull request by what it does to the files of the sample, and what the gate has to say of it before any label. */
export interface Row {
  readonly what: string;
  /** What is there before, where it is not the sample. */
  readonly before?: Readonly<Record<string, Content | undefined>>;
  readonly change: Readonly<Record<string, Content | undefined>>;
  readonly says: "passes" | "needs-label" | "refused";
  /** The kinds of all widenings, in order and each once; left out where it is refused. */
  readonly kinds?: readonly string[];
  /** Whose owners must allow it. */
  readonly needs?: readonly string[];
  /** What its title has to have in it. */
  readonly title?: string;
}

const CARD = "registry/cards/claims-tools.yaml";
const FILES_CARD = "registry/cards/files.yaml";
const GRANTS = "registry/grants/intake-bot.yaml";
const SETTINGS = "registry/toolcard.yaml";
const OWNERS = ".github/CODEOWNERS";
const FOLDER = ".github/toolcard.yml";
const WORKFLOW = ".github/workflows/scan.yml";

/** A text with one run of it replaced; it has to be there. */
export function swap(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`not there: ${from}`);
  return text.replace(from, () => to);
}

const claims = (from: string, to: string) => ({ [CARD]: swap(claimsCard, from, to) });
const files = (from: string, to: string) => ({ [FILES_CARD]: swap(filesCard, from, to) });
const grants = (from: string, to: string) => ({ [GRANTS]: swap(intakeBot, from, to) });
const set = (text: string) => ({ [SETTINGS]: `${settings}${text}\n` });

/** The rows that loosen settings of the gate on the base, so that what is noted needs the label. */
const strict = (key: string) => ({ [SETTINGS]: `${settings}gate: { ${key}: label }\n` });

const moved: Tree = Object.fromEntries(
  Object.entries(REPOSITORY).flatMap(([path, content]) =>
    path.startsWith("registry/") ? [[path.replace("registry/", "scopes/"), content]] : [],
  ),
);
const gone = Object.fromEntries(
  Object.keys(REPOSITORY).flatMap((path) => (path.startsWith("registry/") ? [[path, undefined]] : [])),
);

export const ROWS: readonly Row[] = [
  // Nothing that decides.
  {
    what: "changes a file that decides nothing",
    change: { "README.md": "other words" },
    says: "passes",
    kinds: [],
    title: "nothing in the registry changes",
  },
  {
    what: "changes a workflow without toolcard",
    change: { ".github/workflows/test.yml": "on: push" },
    says: "passes",
    kinds: [],
  },
  {
    what: "changes a comment of a card",
    change: claims("tools:", "tools: # all"),
    says: "passes",
    kinds: [],
  },
  { what: "changes a comment of the settings", change: set("# more"), says: "passes", kinds: [] },
  {
    what: "writes a default into the settings",
    change: set("scan: { concurrency: 8 }"),
    says: "passes",
    kinds: [],
  },

  // Tools, schemas, hints (DESIGN §5).
  {
    what: "adds a field",
    change: claims("        text:", "        public: { type: boolean }\n        text:"),
    says: "needs-label",
    kinds: ["field-added"],
    needs: [CARD],
    title: "Needs the label widens-scope from an owner: 1 field",
  },
  {
    what: "adds a tool",
    change: claims("retired:", "  - { name: close, inputSchema: { type: object } }\nretired:"),
    says: "needs-label",
    kinds: ["tool-added"],
    needs: [CARD],
    title: "1 new tool",
  },
  {
    what: "raises a limit",
    change: claims("maxLength: 500", "maxLength: 501"),
    says: "needs-label",
    kinds: ["limit-raised"],
    needs: [CARD],
  },
  { what: "lowers a limit", change: claims("maxLength: 500", "maxLength: 499"), says: "passes", kinds: [] },
  {
    what: "no longer reads only",
    change: claims("readOnlyHint: true", "readOnlyHint: false"),
    says: "needs-label",
    kinds: ["read-only-hint-changed"],
    needs: [CARD],
  },
  {
    what: "may give back more",
    change: claims("        id: { type: string }", "        id: {}"),
    says: "needs-label",
    needs: [CARD],
  },
  {
    what: "may give back more where that is noted",
    before: { [SETTINGS]: `${settings}gate: { output: note }\n` },
    change: claims("        id: { type: string }", "        id: {}"),
    says: "passes",
    kinds: [],
  },
  {
    what: "changes a description",
    change: claims("Add a note", "Write a note"),
    says: "passes",
    kinds: [],
    title: "only words change",
  },
  {
    what: "changes a description where wording is gated",
    before: strict("wording"),
    change: claims("Add a note", "Write a note"),
    says: "needs-label",
    kinds: ["tool-description-changed"],
    needs: [CARD],
    title: "1 change of wording",
  },
  {
    what: "changes a default",
    change: claims(
      "text: { type: string, maxLength: 500 }",
      "text: { type: string, maxLength: 500, default: x }",
    ),
    says: "passes",
    kinds: [],
  },
  {
    what: "changes a default where behaviour is gated",
    before: strict("behaviour"),
    change: claims(
      "text: { type: string, maxLength: 500 }",
      "text: { type: string, maxLength: 500, default: x }",
    ),
    says: "needs-label",
    kinds: ["default-changed"],
    needs: [CARD],
  },
  {
    what: "mends a typo in the notes",
    change: claims("Kept by the claims team", "Kept by the team of claims"),
    says: "passes",
    kinds: [],
    title: "only words change",
  },
  {
    what: "removes a tool with its grant",
    change: {
      ...claims(
        claimsCard.slice(claimsCard.indexOf("  - name: lookup_policy"), claimsCard.indexOf("retired:")),
        "",
      ),
      ...grants("      - { tool: lookup_policy, job: claims-intake }\n", ""),
    },
    says: "passes",
    kinds: [],
    title: "Passes: nothing gets wider; 1 grant is revoked",
  },

  // The connection: always.
  {
    what: "points a card elsewhere",
    change: {
      ...claims("https://claims.example.com/mcp", "https://evil.example/mcp"),
      [SETTINGS]: swap(settings, "https://claims.example.com/mcp", "https://evil.example/mcp"),
    },
    says: "needs-label",
    kinds: ["address-changed", "setting-changed"],
    needs: [CARD, SETTINGS],
  },
  {
    what: "points a credential at another address",
    change: {
      ...claims("readAs: { credential: claims-readonly }\n", ""),
      [SETTINGS]: swap(settings, "https://claims.example.com/mcp", "https://evil.example/mcp"),
    },
    says: "needs-label",
    kinds: ["read-as-changed", "setting-changed"],
    needs: [CARD, SETTINGS],
  },
  {
    what: "adds a header",
    change: claims("isSecret: true }]", "isSecret: true }, { name: X-All, isSecret: true }]"),
    says: "needs-label",
    kinds: ["connection-changed"],
    needs: [CARD],
  },
  {
    what: "loosens the arguments of a package",
    change: files("/data/claims", "/"),
    says: "needs-label",
    kinds: ["connection-changed"],
    needs: [FILES_CARD],
  },
  {
    what: "changes a variable of the environment",
    change: files("value: strict", "value: loose"),
    says: "needs-label",
    kinds: ["connection-changed"],
    needs: [FILES_CARD],
  },
  {
    what: "takes another version of a package",
    change: files("version: 1.4.0", "version: 1.5.0"),
    says: "needs-label",
    kinds: ["package-version-changed"],
    needs: [FILES_CARD],
  },
  {
    what: "takes another version where that is noted",
    before: { [SETTINGS]: `${settings}gate: { version: note }\n` },
    change: files("version: 1.4.0", "version: 1.5.0"),
    says: "passes",
    kinds: [],
  },
  {
    what: "reads under another credential",
    change: claims("readAs: { credential: claims-readonly }", "readAs: { capabilities: [roots] }"),
    says: "needs-label",
    kinds: ["read-as-changed"],
    needs: [CARD],
  },

  // Identity.
  {
    what: "changes an id in place",
    change: { ...claims(CLAIMS, NEW), ...grants(CLAIMS, NEW) },
    says: "needs-label",
    kinds: ["identity-changed", "enrolment-added", "grant-added"],
    needs: [CARD, GRANTS],
  },
  {
    what: "renames a card",
    change: {
      [FILES_CARD]: undefined,
      "registry/cards/documents.yaml": swap(filesCard, "server: files", "server: documents"),
    },
    says: "needs-label",
    kinds: ["server-renamed"],
    needs: ["registry/cards/documents.yaml"],
  },
  {
    what: "copies a card with its id",
    change: { "registry/cards/documents.yaml": swap(filesCard, "server: files", "server: documents") },
    says: "refused",
    title: "not valid",
  },
  {
    what: "copies a card under a new id",
    change: {
      "registry/cards/documents.yaml": swap(
        swap(filesCard, "server: files", "server: documents"),
        filesCard.slice(4, 40),
        NEW,
      ),
    },
    says: "needs-label",
    kinds: ["address-shared", "card-added", "tool-added"],
    needs: ["registry/cards/documents.yaml"],
  },
  {
    what: "gives a card the address of another",
    change: {
      "registry/cards/files.yaml": swap(
        filesCard,
        filesCard.slice(filesCard.indexOf("package:"), filesCard.indexOf("tools:")),
        'remote: { type: sse, url: "https://claims.example.com:443/mcp" }\n',
      ),
    },
    says: "needs-label",
    kinds: ["address-changed", "address-shared", "connection-changed", "package-version-changed"],
    needs: [FILES_CARD],
  },
  {
    what: "swaps the id of a card for that of another",
    change: {
      [FILES_CARD]: undefined,
      ...claims(CLAIMS, filesCard.slice(4, 40)),
      ...grants(CLAIMS, filesCard.slice(4, 40)),
    },
    says: "needs-label",
    kinds: ["enrolment-added", "grant-added", "id-reused", "identity-changed"],
    needs: [CARD, GRANTS],
  },
  {
    what: "shortens retired",
    change: claims("retired: [{ name: lookup_note, revision: 3 }]\n", ""),
    says: "needs-label",
    kinds: ["retired-removed"],
    needs: [CARD],
  },
  {
    what: "changes an entry of retired",
    change: claims("revision: 3 }]", "revision: 2 }]"),
    says: "needs-label",
    kinds: ["retired-removed"],
    needs: [CARD],
  },
  {
    what: "adds to retired",
    change: claims("[{ name: lookup_note", "[{ name: old, revision: 2 }, { name: lookup_note"),
    says: "passes",
    kinds: [],
  },
  {
    what: "lifts a suspension",
    change: files("suspended: leaks\n", ""),
    says: "needs-label",
    kinds: ["suspended-removed"],
    needs: [FILES_CARD],
  },
  {
    what: "suspends a server",
    change: claims("revision: 4\n", "revision: 4\nsuspended: leaks\n"),
    says: "passes",
    kinds: [],
  },
  {
    what: "declines a form",
    change: claims("retired:", `declined: [{ name: x, digest: "sha256:${"0".repeat(64)}" }]\nretired:`),
    says: "passes",
    kinds: [],
  },
  { what: "deletes a card", change: { [FILES_CARD]: undefined }, says: "passes", kinds: [] },
  {
    what: "lowers a revision",
    change: claims("revision: 4", "revision: 3"),
    says: "refused",
    title: "not valid",
  },
  {
    what: "adds a card",
    change: {
      "registry/cards/mail.yaml": `id: ${NEW}\nserver: mail\nrevision: 1\nremote: { type: sse, url: "https://mail.example/mcp" }\ntools: []\n`,
    },
    says: "needs-label",
    kinds: ["card-added"],
    needs: ["registry/cards/mail.yaml"],
    title: "1 new card",
  },

  // Enrolments and grants.
  {
    what: "gives a grant",
    change: grants(
      "      - { tool: lookup_policy",
      "      - { tool: create_note, job: audits }\n      - { tool: lookup_policy",
    ),
    says: "needs-label",
    kinds: ["grant-added"],
    needs: [GRANTS, CARD],
    title: "1 new grant",
  },
  {
    what: "changes the job of a grant",
    change: grants("lookup_policy, job: claims-intake", "lookup_policy, job: audits"),
    says: "needs-label",
    kinds: ["grant-added"],
    needs: [GRANTS, CARD],
  },
  {
    what: "takes a grant",
    change: grants("      - { tool: lookup_policy, job: claims-intake }\n", ""),
    says: "passes",
    kinds: [],
  },
  {
    what: "reorders grants",
    change: {
      [GRANTS]: `${intakeBot.slice(0, intakeBot.indexOf("      - { tool: create"))}      - { tool: lookup_policy, job: claims-intake }\n      - { tool: create_note, job: claims-intake }\n`,
    },
    says: "passes",
    kinds: [],
  },
  { what: "deletes a grants file", change: { [GRANTS]: undefined }, says: "passes", kinds: [] },
  {
    what: "enrols an agent with nothing granted",
    change: { [GRANTS]: `${intakeBot}  - { server: files, card: ${filesCard.slice(4, 40)}, grants: [] }\n` },
    says: "needs-label",
    kinds: ["enrolment-added"],
    needs: [GRANTS, FILES_CARD],
  },
  {
    what: "renames a grants file, which moves the grants to another agent",
    change: {
      [GRANTS]: undefined,
      "registry/grants/mail-bot.yaml": swap(intakeBot, "intake-bot", "mail-bot"),
    },
    says: "needs-label",
    kinds: ["enrolment-added", "grant-added"],
    needs: ["registry/grants/mail-bot.yaml", CARD],
  },
  {
    what: "grants a tool that is not on the card",
    change: grants("tool: create_note", "tool: delete_note"),
    says: "refused",
  },

  // Settings and the folder.
  {
    what: "lets anyone label",
    change: set("labelBy: anyone"),
    says: "needs-label",
    kinds: ["setting-changed"],
    needs: [SETTINGS],
    title: "1 setting",
  },
  {
    what: "tightens a setting",
    change: set("gate: { wording: label }"),
    says: "needs-label",
    kinds: ["setting-changed"],
    needs: [SETTINGS],
  },
  {
    what: "deletes settings that said something",
    before: { ...claims("readAs: { credential: claims-readonly }\n", ""), [SETTINGS]: "labelBy: writer\n" },
    change: { [SETTINGS]: undefined },
    says: "needs-label",
    kinds: ["setting-changed"],
    needs: [SETTINGS],
  },
  {
    what: "adds a credential",
    change: {
      [SETTINGS]: `${settings}  - { id: other, address: "https://claims.example.com/mcp", header: X, value: "\${OTHER}" }\n`,
    },
    says: "needs-label",
    kinds: ["setting-changed"],
    needs: [SETTINGS],
  },
  {
    what: "moves the registry",
    change: { ...gone, ...moved, [FOLDER]: "registry: scopes/\n" },
    says: "needs-label",
    kinds: ["card-moved", "folder-changed"],
    needs: [FOLDER, "scopes/cards/claims-tools.yaml", "scopes/cards/files.yaml"],
  },
  {
    what: "points the registry at an empty folder",
    change: { [FOLDER]: "registry: elsewhere/\n" },
    says: "needs-label",
    kinds: ["folder-changed", "setting-changed"],
    needs: [FOLDER, "elsewhere/toolcard.yaml"],
  },
  {
    what: "names the folder that it is by default",
    change: { [FOLDER]: "registry: registry/\n" },
    says: "passes",
    kinds: [],
  },
  {
    what: "breaks the file that names the folder",
    change: { [FOLDER]: "registry: ../out\n" },
    says: "refused",
  },

  // Owners.
  {
    what: "gives a card to others",
    change: { [OWNERS]: swap(codeowners, "/registry/cards/ @acme/claims", "/registry/cards/ @mallory") },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: [OWNERS],
    title: "2 files with other owners",
  },
  {
    what: "reorders the owners of a line",
    before: { [OWNERS]: "* @a @b\n" },
    change: { [OWNERS]: "* @B @a\n" },
    says: "passes",
    kinds: [],
  },
  {
    what: "changes the owner of a file that decides nothing",
    change: { [OWNERS]: `${codeowners}/README.md @andy\n` },
    says: "passes",
    kinds: [],
  },
  {
    what: "plants a CODEOWNERS file that is found earlier",
    before: { [OWNERS]: undefined, "docs/CODEOWNERS": codeowners },
    change: { CODEOWNERS: "* @mallory\n" },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: ["CODEOWNERS"],
  },
  {
    what: "plants one that says the same of what decides",
    before: { [OWNERS]: undefined, CODEOWNERS: codeowners },
    change: { [OWNERS]: codeowners },
    says: "passes",
    kinds: [],
  },
  {
    what: "deletes CODEOWNERS",
    change: { [OWNERS]: undefined },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: [OWNERS],
  },
  {
    what: "makes CODEOWNERS a link",
    change: { [OWNERS]: { no: "link" } },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: [OWNERS],
  },
  {
    what: "blows CODEOWNERS up beyond 3 MB",
    change: { [OWNERS]: { no: "too-large" } },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: [OWNERS],
  },
  {
    what: "takes the owner of settings that are not there",
    before: { ...claims("readAs: { credential: claims-readonly }\n", ""), [SETTINGS]: undefined },
    change: { [OWNERS]: `${codeowners}/registry/toolcard.yaml @mallory\n` },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: [OWNERS],
  },
  ...[
    ["the owner of cards that are not there yet", "/registry/cards/new-*.yaml @mallory\n"],
    ["the owner of one card that is not there yet", "/registry/cards/new.yaml @mallory\n"],
    ["the owner of all of that name", "n?w.yaml @mallory\n"],
    ["the owner of all that end so", "/registry/grants/new*l @mallory\n"],
    ["the owner away from cards that are not there yet", "/registry/cards/new* # nobody\n"],
    [
      "the owner of those that a later line hides in part",
      "/registry/cards/new-*.yaml @mallory\n/registry/cards/new-??* @acme/claims\n",
    ],
    [
      "the owner of the others with its own",
      `/registry/cards/ @mallory\n${[CARD, FILES_CARD].map((path) => `/${path} @acme/claims\n`).join("")}`,
    ],
  ].map(([what, lines]): Row => ({
    what: `takes ${what}`,
    change: { [OWNERS]: `${codeowners}${lines}` },
    says: "needs-label",
    kinds: ["owners-to-come"],
    needs: [OWNERS],
  })),
  {
    what: "names the owner of cards that are not there yet once more",
    change: {
      [OWNERS]: `${codeowners}/registry/cards/new-*.yaml @Acme/claims\n*.md @mallory\n/src/ @mallory\n`,
    },
    says: "passes",
    kinds: [],
  },
  {
    what: "names the owner of files that can't be cards",
    change: { [OWNERS]: `${codeowners}*.md @m\nregistry/cards/*.json @m\n/registry/docs/ @m\n/*.yaml @m\n` },
    says: "passes",
    kinds: [],
  },

  // Workflows.
  {
    what: "edits a workflow that uses toolcard",
    change: { [WORKFLOW]: `${workflow}# more\n` },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [WORKFLOW],
    title: "1 workflow",
  },
  {
    what: "takes toolcard out of a workflow",
    change: { [WORKFLOW]: "on: push\n" },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [WORKFLOW],
  },
  {
    what: "deletes a workflow that uses toolcard",
    change: { [WORKFLOW]: undefined },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [WORKFLOW],
  },
  {
    what: "adds an action that uses toolcard",
    change: { ".github/actions/x/action.yml": "runs: { steps: [{ run: npx ToolCard }] }\n" },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [".github/actions/x/action.yml"],
  },
  {
    what: "renames a workflow that uses toolcard",
    change: { [WORKFLOW]: undefined, ".github/workflows/other.yaml": workflow },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [WORKFLOW, ".github/workflows/other.yaml"],
  },
  {
    what: "edits what calls what calls a workflow that uses toolcard",
    before: {
      ".github/workflows/own.yml": "jobs: { own: { steps: [{ uses: ./.github/actions/own }] } }\n",
      ".github/actions/own/action.yml": `runs: { steps: [{ uses: "./${WORKFLOW}" }] }\n`,
    },
    change: { ".github/workflows/own.yml": "jobs: {}\n" },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [".github/workflows/own.yml"],
  },
  {
    what: "takes the owner of what calls a workflow that uses toolcard",
    before: { ".github/workflows/own.yml": `jobs: { own: { uses: ./${WORKFLOW} } }\n` },
    change: { [OWNERS]: `${codeowners}/.github/workflows/own.yml @mallory\n` },
    says: "needs-label",
    kinds: ["owners-changed"],
    needs: [OWNERS],
  },
  {
    what: "puts a link where the workflows are",
    change: { ".github/workflows": { no: "link" } },
    says: "needs-label",
    kinds: ["workflow-changed"],
    needs: [".github/workflows"],
  },

  // Invalid at the base: it permitted nothing.
  {
    what: "mends a card that was invalid",
    before: { [CARD]: "tools: [\n", [GRANTS]: undefined },
    change: { [CARD]: claimsCard },
    says: "needs-label",
    kinds: ["card-added", "tool-added"],
    needs: [CARD],
  },
  {
    what: "mends a grants file that was invalid",
    before: { [GRANTS]: "agent: intake-bot\n" },
    change: { [GRANTS]: intakeBot },
    says: "needs-label",
    kinds: ["enrolment-added", "grant-added"],
    needs: [GRANTS, CARD],
  },
  {
    what: "brings a tool back that a grant still names",
    before: { [CARD]: swap(claimsCard, "  - name: lookup_policy", "  - name: search_policy") },
    change: { [CARD]: claimsCard },
    says: "needs-label",
    kinds: ["grant-added", "tool-added"],
    needs: [CARD, GRANTS],
  },
  {
    what: "mends settings that could not be read",
    before: { [SETTINGS]: "labelBy: [\n" },
    change: { [SETTINGS]: settings },
    says: "needs-label",
    kinds: ["setting-changed"],
    needs: [SETTINGS],
  },

  // Invalid at the head.
  { what: "makes a card a link", change: { [CARD]: { no: "link" } }, says: "refused" },
  { what: "makes a card a submodule", change: { [CARD]: { no: "submodule" } }, says: "refused" },
  { what: "makes a card a folder", change: { [CARD]: { no: "folder" } }, says: "refused" },
  { what: "makes a card larger than 1 MiB", change: { [CARD]: { no: "too-large" } }, says: "refused" },
  {
    what: "makes a card something else than UTF-8",
    change: { [CARD]: new Uint8Array([0x69, 0x64, 0x3a, 0xff]) },
    says: "refused",
  },
  {
    what: "writes YAML that two parsers read differently",
    change: claims("text: { type: string, maxLength: 500 }", "text: { type: string, maxLength: 0o764 }"),
    says: "refused",
  },
  { what: "writes YAML with an alias", change: claims("tools:", "tools: &tools"), says: "refused" },
  {
    what: "puts a file where the cards are",
    change: { "registry/cards": "x", [CARD]: undefined, [FILES_CARD]: undefined, [GRANTS]: undefined },
    says: "refused",
  },
  {
    what: "puts a link where the registry is",
    change: { ...gone, registry: { no: "link" } },
    says: "refused",
  },
  {
    what: "puts a link where .github is",
    change: {
      ".github": { no: "link" },
      [OWNERS]: undefined,
      [WORKFLOW]: undefined,
      ".github/workflows/test.yml": undefined,
    },
    says: "refused",
  },
  {
    what: "adds cards in a folder that is that of the cards but for its case",
    change: { "registry/Cards": { no: "folder" } },
    says: "refused",
  },
  {
    what: "adds a link that is the folder of the grants but for its case",
    change: { "registry/GRANTS": { no: "link" } },
    says: "refused",
  },
  {
    what: "adds settings in another case",
    change: { "registry/Toolcard.yaml": "labelBy: anyone\n" },
    says: "refused",
  },
  {
    what: "names a card by another ending",
    change: { [FILES_CARD]: undefined, "registry/cards/files.yml": filesCard },
    says: "refused",
  },
];
