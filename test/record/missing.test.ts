import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { parseSettings } from "../../src/core/registry/settings.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { healRecord } from "../../src/jobs/heal-record.ts";
import { recordAll } from "../../src/jobs/keep-record.ts";
import { createClient } from "../../src/github/client.ts";
import { startScene, type Scene } from "../app/scene.ts";
import { beginRecord } from "./begin.ts";
import { cardWith } from "./seven-landings.ts";

let scene: Scene;
let begun: string;
let genesis: string;

beforeAll(async () => {
  scene = await startScene();
  await beginRecord(scene.repo, clientFor());
  begun = scene.repo.tip(LEDGER_BRANCH) ?? "";
  genesis = readLedger(scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "").entries[0]?.hash ?? "";
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.repo.as("alice").forcePush(LEDGER_BRANCH, begun);
  await scene.settle();
});

const clientFor = () =>
  createClient({
    apiUrl: scene.github.url,
    token: scene.installation.token(),
    repository: "acme/cards",
    retries: 0,
  });

const portFor = () => createRecordPort(clientFor(), { by: "app", appId: scene.app.id });

/** What the App logged of the record since a line. */
const logged = (from: number) =>
  scene.lines.slice(from).filter(({ message }) => message === "record what landed");

const settingsText = (by: string) => `gate: { by: ${by} }\napproval: { genesis: "${genesis}" }\n`;

describe("a record that is gone", () => {
  it("is no error where the settings name none", async () => {
    scene.repo.as("alice").deleteBranch(LEDGER_BRANCH);
    const from = scene.lines.length;
    scene.repo.as("alice").push("main", cardWith("a"));
    await scene.settle();
    expect(logged(from)).toMatchObject([{ outcome: "not-adopted" }]);
  });

  it("is an error of the App where they do, which says what to do, and begins nothing", async () => {
    scene.repo.as("alice").push("main", { "registry/toolcard.yaml": settingsText("app") });
    await scene.settle();
    scene.repo.as("alice").deleteBranch(LEDGER_BRANCH);
    const from = scene.lines.length;
    scene.repo.as("alice").push("main", cardWith("b"));
    await scene.settle();
    expect(logged(from)).toMatchObject([
      {
        level: "error",
        words: expect.stringMatching(/there is no branch toolcard-approvals; .*git push origin/),
      },
    ]);
    expect(scene.repo.branches()).not.toContain(LEDGER_BRANCH);
  });

  it("is an error of a scan that heals", async () => {
    scene.repo.as("alice").deleteBranch(LEDGER_BRANCH);
    const settings = parseSettings(settingsText("action"), "toolcard.yaml");
    if (!settings.ok) throw new Error("no settings");
    await expect(healRecord({ settings: settings.value }, clientFor(), "https://x")).rejects.toThrow(
      /there is no branch toolcard-approvals/,
    );
  });

  it("is an error where it was there when the run began, whatever the settings say", async () => {
    const record = portFor();
    const deleting = {
      ...record,
      landed: async (since: string) => {
        scene.repo.as("alice").push("main", cardWith("c", String(since.length)));
        scene.repo.as("alice").deleteBranch(LEDGER_BRANCH);
        return record.landed(since);
      },
    };
    await expect(recordAll({ record: deleting, client: clientFor() })).rejects.toThrow(
      /was deleted while the record was written/,
    );
    expect(scene.repo.branches()).not.toContain(LEDGER_BRANCH);
  });

  it.each<[string, readonly Record<string, string | null>[]]>([
    ["no file", [{}]],
    ["a folder", [{ mode: "100644", path: `${LEDGER_FILE}/x`, content: "x" }]],
    ["a submodule", [{ mode: "160000", path: LEDGER_FILE, sha: "1".repeat(40) }]],
    ["a link", [{ mode: "120000", path: LEDGER_FILE, content: "/etc/passwd" }]],
  ])("is an error where there is %s in its place", async (_, entries) => {
    const { octokit, at } = clientFor();
    const tree = await octokit.request("POST /repos/{owner}/{repo}/git/trees", {
      ...at,
      tree: [{ mode: "100644", path: "other", content: "x" }, ...entries.filter(({ path }) => path)] as never,
    });
    const commit = await octokit.request("POST /repos/{owner}/{repo}/git/commits", {
      ...at,
      message: "garbage",
      tree: tree.data.sha,
      parents: [begun],
    });
    scene.repo.as("alice").forcePush(LEDGER_BRANCH, commit.data.sha);
    await expect(portFor().ledger()).rejects.toThrow(/has no file approvals.jsonl: put it back/);
  });
});
