import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "../../src/core/record/entry.ts";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { parseSettings } from "../../src/core/registry/settings.ts";
import { healRecord } from "../../src/jobs/heal-record.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import { startScene, type Scene } from "../app/scene.ts";
import { readsIn } from "../github/call-log.ts";
import { beginRecord } from "./begin.ts";
import { cardWith, openPull, SEVEN, sevenLandings } from "./seven-landings.ts";
import { saidOf } from "./world.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
  await adopt();
});
afterEach(() => scene.close());

const clientFor = (token = scene.installation.token()) =>
  createClient({ apiUrl: scene.github.url, token, repository: "acme/cards", retries: 0 });

const portFor = (token?: string) =>
  createRecordPort(clientFor(token), { by: "app", appId: scene.app.id }, createGateMemory());

async function adopt(): Promise<void> {
  await beginRecord(scene.repo, clientFor());
  await scene.settle();
}

const text = () => scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";

function changes(): Change[] {
  const { entries, faults } = readLedger(text());
  expect(faults).toEqual([]);
  return entries.flatMap((entry) => (entry.kind === "change" ? [entry] : []));
}

const said = () => changes().map(saidOf);

const card = cardWith;
const open = (branch: string, files: Record<string, string>) => openPull(scene, branch, files);
const history = () => sevenLandings(scene);
const RECORD = SEVEN;

describe("the record on GitHub", () => {
  it("is the same whether the App was told of each landing or a run heals all of them", async () => {
    const start = scene.repo.tip(LEDGER_BRANCH) ?? "";
    await history();
    expect(said()).toEqual(RECORD);
    const told = text();
    scene.repo.as("alice").forcePush(LEDGER_BRANCH, start);
    await recordLandings(portFor());
    expect(text()).toBe(told);
  });

  it("is the same when deliveries are lost, late and repeated", async () => {
    const { github } = scene;
    const start = scene.repo.tip(LEDGER_BRANCH) ?? "";
    github.webhooks.hold();
    await history();
    const waiting = [...github.webhooks.waiting];
    expect(text().split("\n")).toHaveLength(2);
    for (const delivery of [waiting.at(-1), waiting.at(-1), waiting[0]])
      if (delivery !== undefined) await github.webhooks.send(delivery);
    await recordLandings(portFor());
    await scene.settle();
    const late = text();
    scene.repo.as("alice").forcePush(LEDGER_BRANCH, start);
    await recordLandings(portFor());
    expect(text()).toBe(late);
    expect(changes()).toHaveLength(RECORD.length);
  });

  it("takes at most 4 reads where there is nothing to heal", async () => {
    await history();
    const { repo, github } = scene;
    for (const name of ["x", "y"]) repo.as("bob").merge(open(name, { [`docs/${name}.md`]: "words\n" }));
    await scene.settle();
    const before = github.calls().length;
    await recordLandings(portFor());
    expect(readsIn(github.calls(before)).length).toBeLessThanOrEqual(4);
    expect(github.calls(before)).toHaveLength(readsIn(github.calls(before)).length);
  });
});

/** What a scan records, by who publishes the check. */
async function healed(by: "app" | "action") {
  scene.github.webhooks.hold();
  scene.repo.as("alice").merge(open("one", card("a")));
  const genesis = readLedger(text()).entries[0]?.hash ?? "";
  const settings = parseSettings(
    new TextEncoder().encode(`gate: { by: ${by} }\napproval: { genesis: "${genesis}" }\n`),
    "toolcard.yaml",
  );
  if (!settings.ok) throw new Error("no settings");
  const registry = { settings: settings.value };
  return healRecord(registry, clientFor(), "https://github.example/run");
}

describe("a scan", () => {
  it("heals the record where the Action keeps it", async () => {
    expect(await healed("action")).toBe(1);
    expect(said()).toEqual([RECORD[0]]);
  });

  it("leaves it to the App where that publishes the check", async () => {
    expect(await healed("app")).toBeUndefined();
    expect(said()).toEqual([]);
  });
});

describe("the App", () => {
  it("leaves the record to the Action where that publishes the check", async () => {
    const { repo, settle } = scene;
    repo.as("alice").push("main", { "registry/toolcard.yaml": "gate: { by: action }\n" });
    repo.as("alice").merge(open("one", card("a")));
    await settle();
    expect(said()).toEqual([]);
  });
});
