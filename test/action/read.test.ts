import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connectionDigest } from "../../src/core/registry/address.ts";
import { parseCard } from "../../src/core/registry/card.ts";
import { cardText, ID } from "../cli/texts.ts";
import { NEW } from "../propose-shell/scene.ts";
import { legacyMcp, listen } from "../servers/listen.ts";
import { fileOf } from "../servers/start.ts";
import { newFolder, removeFolders, runAction, type Step } from "./run-action.ts";
import { startStage } from "./stage.ts";

afterAll(removeFolders);

/** What begins everything that is planted in this run, and in no other one on this machine. */
const MARK = `PLANTED${process.pid}`;

const NOSY = { command: process.execPath, args: [fileOf("nosy.mjs"), MARK] };

/** A card whose server is a command that looks around, and reads as `credential`. */
function nosyCard(): string {
  const command = JSON.stringify({ ...NOSY, environmentVariables: [{ name: "API_KEY", isSecret: true }] });
  return `id: 7b9f4c3e-8d1a-4e57-9c26-7f3a5b1d2e41\nserver: nosy\nrevision: 1\ncommand: ${command}\nreadAs: { credential: nosy-key, capabilities: [] }\ntools: []\n`;
}

function settingsText(): string {
  const parsed = parseCard(nosyCard(), "cards/nosy.yaml");
  if (!parsed.ok) throw new Error("the card is invalid");
  const connection = connectionDigest(parsed.value);
  return [
    "credentials:",
    `  - { id: nosy-key, connection: "${connection}", environmentVariable: API_KEY, value: "\${NOSY_KEY}" }`,
    '  - { id: other-key, address: "https://other.example/mcp", header: Authorization, value: "Bearer ${OTHER_TOKEN}" }',
    "",
  ].join("\n");
}

function workspaceWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [path, text] of Object.entries({ ".git/config": "[core]\n", ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const FILES = { "registry/cards/nosy.yaml": nosyCard(), "registry/toolcard.yaml": settingsText() };
const READ = { mode: "read", "allow-commands": "true" };

interface Saved {
  readonly readings: readonly {
    readonly outcome: string;
    readonly reason?: string;
    readonly detail?: string;
    readonly tools?: readonly { readonly description: string }[];
  }[];
}

function savedBy(step: Step): Saved["readings"] {
  return (JSON.parse(readFileSync(step.outputs["readings"] ?? "", "utf8")) as Saved).readings;
}

test("a command in `mode: read` sees its own secret, and in no process it can read the runner's token or another secret", async () => {
  const step = await runAction({
    workspace: workspaceWith(FILES),
    inputs: READ,
    env: { NOSY_KEY: `${MARK}-OWN`, ACTIONS_RUNTIME_TOKEN: `${MARK}-RUNTIME` },
  });
  expect([step.status, step.log]).toEqual([0, expect.stringContaining("1 tools")]);
  expect(savedBy(step)).toMatchObject([{ outcome: "complete", tools: [{ description: "OWN" }] }]);
});

test.each([
  ["the runner's own GITHUB_TOKEN", { GITHUB_TOKEN: `${MARK}-TOKEN` }, /github-token: GITHUB_TOKEN is set/],
  [
    "an OIDC token",
    { ACTIONS_ID_TOKEN_REQUEST_TOKEN: `${MARK}-OIDC` },
    /ACTIONS_ID_TOKEN_REQUEST_TOKEN is set/,
  ],
  ["another server's secret", { OTHER_TOKEN: `${MARK}-OTHER` }, /other-credential: OTHER_TOKEN is set/],
])("a command is not started beside %s", async (_, env, says) => {
  const step = await runAction({
    workspace: workspaceWith(FILES),
    inputs: READ,
    env: { NOSY_KEY: `${MARK}-OWN`, ...env },
  });
  expect(savedBy(step)).toMatchObject([
    { outcome: "failed", reason: "not-allowed", detail: expect.stringMatching(says) },
  ]);
  expect(JSON.parse(step.outputs["unreadable"] ?? "")).toEqual(["nosy"]);
});

test.each([
  [
    "as checkout kept it until version 5",
    '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic eA==\n',
  ],
  ["as later versions do", '[includeIf "gitdir:/w/.git"]\n\tpath = /tmp/git-credentials-1b2c.config\n'],
])("a command is not started in a checkout that keeps its token: %s", async (_, config) => {
  const workspace = workspaceWith({ ...FILES, ".git/config": config });
  const step = await runAction({ workspace, inputs: READ, env: { NOSY_KEY: `${MARK}-OWN` } });
  expect([step.status, step.log]).toEqual([1, expect.stringContaining("persist-credentials: false")]);
  expect(step.outputs["readings"]).toBeUndefined();
});

test("`mode: read` takes no token, and says where to propose", async () => {
  const step = await runAction({
    workspace: workspaceWith(FILES),
    inputs: { ...READ, "github-token": "ghs_x" },
  });
  expect([step.status, step.log]).toEqual([
    1,
    expect.stringContaining("::error::mode: read takes no github-token"),
  ]);
});

test("without allow-commands nothing is started", async () => {
  const step = await runAction({
    workspace: workspaceWith(FILES),
    inputs: { mode: "read" },
    env: { NOSY_KEY: `${MARK}-OWN` },
  });
  expect(savedBy(step)).toMatchObject([{ reason: "not-allowed", detail: "commands-not-allowed" }]);
});

test("two jobs: one reads, the other proposes from its file; a folder of files counts as all of them", async () => {
  const stage = await startStage();
  const live = await listen(legacyMcp(() => ({ result: { tools: NEW } })));
  const workspace = workspaceWith({ "registry/cards/one.yaml": cardText(stage.url, NEW.slice(1)) });
  const read = await runAction({ workspace, inputs: { mode: "read" } });
  expect(read.status).toBe(0);
  const folder = newFolder();
  mkdirSync(join(folder, "readings-one"));
  writeFileSync(join(folder, "readings-one", "r.json"), readFileSync(read.outputs["readings"] ?? ""));
  const failed = { server: "one", address: stage.url, outcome: "failed", reason: "timeout", detail: "" };
  writeFileSync(join(folder, "other.json"), JSON.stringify([failed]));
  stage.serve(undefined);
  const acted = await stage.act({ inputs: { readings: folder } });
  expect([acted.status, acted.log]).toEqual([0, expect.stringContaining("opens a proposal")]);
  expect(stage.repo.pull(1).body).toContain(ID);
  live.close();
  await stage.close();
});
