import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import { cardText } from "../cli/texts.ts";
import { writesIn } from "../github/call-log.ts";
import type { Permissions } from "../github/people.ts";
import { CARD, OLD, startScene, tool, type Scene } from "../propose-shell/scene.ts";
import { beginRecord } from "../record/begin.ts";
import { saidOf } from "../record/world.ts";
import { commandsIn, newFolder, removeFolders, runAction, type Step } from "./run-action.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await startScene({ settings: "gate: { by: action }\n" });
  await beginRecord(scene.repo, clientFor());
});
afterEach(() => scene.github.close());
afterAll(removeFolders);

const clientFor = () =>
  createClient({ apiUrl: scene.github.url, token: scene.token, repository: "acme/cards", retries: 0 });

/** A workflow's own token, as the example asks for it. */
const tokenOf = (more: Permissions = {}) =>
  scene.github.actionsToken(scene.repo, {
    contents: "write",
    issues: "write",
    pull_requests: "read",
    statuses: "read",
    ...more,
  });

/** One step of a job on a push, without a checkout. */
const record = (inputs: Record<string, string> = {}, token = tokenOf()): Promise<Step> =>
  runAction({
    workspace: newFolder(),
    apiUrl: scene.github.url,
    inputs: { mode: "record", "github-token": token, ...inputs },
    env: { GITHUB_EVENT_NAME: "push" },
    event: { ref: "refs/heads/main", repository: { default_branch: "main" } },
  });

const text = () => scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";
const said = () =>
  readLedger(text()).entries.flatMap((entry) => (entry.kind === "change" ? [saidOf(entry)] : []));

const widerBy = (field: string) => ({
  [CARD]: cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", field)]),
});

function mergedByOwner(): number {
  scene.repo.as("bob").push("work", widerBy("public"));
  const number = scene.repo.as("bob").openPull("work", "main", "Wider");
  scene.repo.as("alice").merge(number);
  return number;
}

const warnings = (step: Step) =>
  commandsIn(step.log).filter((line) => line.startsWith("::warning") || line.startsWith("::error"));

describe("mode: record", () => {
  it("records what landed, says it in log, output and summary, and then has nothing to do", async () => {
    const number = mergedByOwner();
    scene.repo.as("bob").push("main", widerBy("everyone"));
    const ran = await record();
    expect(ran.status).toBe(0);
    expect(said()).toEqual([
      "one.yaml approved: alice by merge as @alice (line 1); label absent",
      "one.yaml unapproved: no-pull-request",
    ]);
    expect(JSON.parse(ran.outputs["recorded"] ?? "")).toEqual([
      { sequence: 1, file: CARD, approved: true, pullRequest: number },
      { sequence: 2, file: CARD, approved: false, pullRequest: null },
    ]);
    expect(ran.log).toContain("alice merged it, as owner @alice (CODEOWNERS line 1)");
    expect(ran.summary).toContain(`\`${CARD}\`: approved by \`alice\` (pull request ${number})`);
    expect(ran.summary).toContain("**not approved**");
    expect(warnings(ran)).toEqual([`::warning::unapproved, at line 3 of the record: ${CARD}`]);
    const before = text();
    const again = await record();
    expect([again.status, again.outputs["recorded"], text()]).toEqual([0, "[]", before]);
    expect(again.log).toContain("Nothing landed that is not recorded.");
  });

  it("with dry-run only says what it would record", async () => {
    mergedByOwner();
    const before = [text(), scene.github.calls().length] as const;
    const ran = await record({ "dry-run": "true" });
    expect([ran.status, text()]).toEqual([0, before[0]]);
    expect(ran.log).toContain("Would record 1 change.");
    expect(writesIn(scene.github.calls(before[1]))).toEqual([]);
  });

  it("leaves the record to the App where the settings name it, and says so", async () => {
    scene.repo.as("alice").push("main", { "registry/toolcard.yaml": "gate: { by: app }\n" });
    const before = text();
    const ran = await record();
    expect([ran.status, text()]).toEqual([0, before]);
    expect(warnings(ran).join()).toContain("gate.by: app");
  });

  it("says how to begin where approvals are not in use", async () => {
    scene.repo.as("alice").deleteBranch(LEDGER_BRANCH);
    const ran = await record();
    expect(ran.status).toBe(0);
    expect(warnings(ran).join()).toContain("toolcard approvals adopt");
    expect(scene.repo.branches()).not.toContain(LEDGER_BRANCH);
  });

  it("appends nothing to a record that is broken, and fails", async () => {
    const { repo } = scene;
    mergedByOwner();
    const broken = text().replace("we start", "we began");
    repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: broken });
    const ran = await record();
    expect([ran.status, text()]).toEqual([1, broken]);
    expect(warnings(ran).join()).toContain("broken at line 1");
  });

  it("with a token that may not write names the permissions, and fails", async () => {
    mergedByOwner();
    const before = text();
    const ran = await record({}, tokenOf({ contents: "read" }));
    expect([ran.status, text()]).toEqual([1, before]);
    expect(warnings(ran).join()).toContain("contents: write");
  });

  it("where a rule holds the branch says which", async () => {
    const { repo } = scene;
    mergedByOwner();
    repo.rule({ type: "update", branches: [LEDGER_BRANCH] });
    const ran = await record();
    expect(ran.status).toBe(1);
    expect(warnings(ran).join()).toMatch(/a rule of the repository forbids it/);
  });

  it("needs a token", async () => {
    expect((await record({}, "")).log).toContain("needs github-token");
  });
});
