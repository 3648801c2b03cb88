/**
 * Each history over the strict GitHub, recorded in three ways. Who publishes the check keeps the record, and the settings say
 * who that is (`gate.by`): so the App and the Action each play in a repository of their own, told of every landing, and then
 * the record is cut back to its beginning and healed by one run, as a scan does. That must give the same bytes; between the
 * two repositories what differs are commits, digests and times, as the settings and the clock do.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readInputs } from "../../src/action/inputs.ts";
import { record } from "../../src/action/record.ts";
import type { Runner } from "../../src/action/runner.ts";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { parseSettings } from "../../src/core/registry/settings.ts";
import { createClient } from "../../src/github/client.ts";
import { createGatePort } from "../../src/github/gate-port.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { healRecord } from "../../src/jobs/heal-record.ts";
import { lookAtPullRequest } from "../../src/jobs/look.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import { verifyOnline } from "../../src/jobs/verify-online.ts";
import { startScene, type Scene } from "../app/scene.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { beginRecord } from "./begin.ts";
import { START, WAYS, type Stage, type Way } from "./ways.ts";
import { saidOf } from "./world.ts";

const PAGE = "https://github.example/run";
const SETTINGS = "registry/toolcard.yaml";

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
  const { github } = scene;
  for (const login of ["alice", "bob", "carol", "dave", "grace", "olga"]) github.user(login);
  github.team("acme", "claims", { members: ["carol"] });
});
afterAll(() => scene.close());

/** A repository of its own with the registry and its people. */
async function begin(name: string, by: "app" | "action", files: Way["files"]): Promise<RepositoryHandle> {
  const settings = `gate: { by: ${by} }\n${files?.[SETTINGS] ?? ""}`;
  const repo = scene.github.repository(`acme/${name}`, {
    files: { ...START, ...files, [SETTINGS]: settings },
  });
  for (const login of ["alice", "bob", "grace", "olga"]) repo.collaborator(login, "write");
  repo.collaborator("dave", "admin");
  repo.giveTeam("claims", "write");
  await beginRecord(repo, clientFor(repo, scene.installation.token()));
  return repo;
}

const clientFor = (repo: RepositoryHandle, token: string) =>
  createClient({ apiUrl: scene.github.url, token, repository: repo.fullName(), retries: 0 });

const textIn = (repo: RepositoryHandle) => repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";

/** Plays a history with the App, told of everything; then heals. */
async function byApp({ play, files }: Way, name: string): Promise<readonly string[]> {
  const repo = await begin(name, "app", files);
  const start = repo.tip(LEDGER_BRANCH) ?? "";
  await play(stageOf(repo, scene.settle, scene.settle));
  await scene.settle();
  const told = textIn(repo);
  const client = clientFor(repo, scene.installation.token());
  const port = createRecordPort(client, { by: "app", appId: scene.app.id });
  const { findings } = await verifyOnline({ text: told, entries: readLedger(told).entries, port, now: 0 });
  expect(findings).toEqual([]);
  repo.as("dave").forcePush(LEDGER_BRANCH, start);
  await recordLandings(createRecordPort(client, { by: "app", appId: scene.app.id }));
  return [told, textIn(repo)];
}

/** The same with the Action. */
async function byAction({ play, files }: Way, name: string): Promise<readonly string[]> {
  const repo = await begin(name, "action", files);
  const start = repo.tip(LEDGER_BRANCH) ?? "";
  // It reads teams, as the example with an App's token does.
  const token = scene.github
    .app({ slug: `${name}-runs`, permissions: { ...WRITES, members: "read" } })
    .install("acme")
    .token();
  const client = clientFor(repo, token);
  const judged = async (): Promise<void> => {
    const looking = { port: createGatePort(client, { by: "action", url: PAGE }), by: "action" } as const;
    for (const { number, state } of repo.pulls())
      if (state === "open") await lookAtPullRequest(number, looking);
  };
  const environment = { GITHUB_API_URL: scene.github.url, GITHUB_REPOSITORY: repo.fullName() };
  const told = async (): Promise<void> => {
    const inputs = readInputs({ INPUT_MODE: "record", "INPUT_GITHUB-TOKEN": token });
    expect(await record(inputs, { cwd: "/", environment }, SILENT)).toBe(true);
  };
  await play(stageOf(repo, judged, told));
  await told();
  const text = textIn(repo);
  repo.as("dave").forcePush(LEDGER_BRANCH, start);
  const settings = parseSettings(new TextEncoder().encode(ADOPTED), "toolcard.yaml");
  if (!settings.ok) throw new Error("no settings");
  await healRecord({ settings: settings.value }, client, PAGE);
  return [text, textIn(repo)];
}

const WRITES = { contents: "write", issues: "write", pull_requests: "write", statuses: "write" } as const;
const ADOPTED = `approval: { genesis: "sha256:${"0".repeat(64)}" }\ngate: { by: action }\n`;
const SILENT: Runner = { log() {}, annotate() {}, output() {}, summary() {}, mask() {} };

const stageOf = (repo: RepositoryHandle, judged: Stage["judged"], told: Stage["told"]): Stage => ({
  github: scene.github,
  repo,
  judged,
  told,
});

/** What two repositories have of their own: ids and digests by the order in which they appear, times not at all. */
function withoutOwn(text: string): string {
  const known = new Map<string, number>();
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "a time")
    .replaceAll(/(?:sha256:[0-9a-f]{64}|[0-9a-f]{40})/g, (id) => {
      if (!known.has(id)) known.set(id, known.size);
      return `id ${known.get(id)}`;
    });
}

/** What comes after the adoption. */
const changesIn = (text: string) => text.slice(text.indexOf("\n") + 1);

const said = (text: string) => {
  const { entries, faults } = readLedger(text);
  expect(faults).toEqual([]);
  return entries.flatMap((entry) => (entry.kind === "change" ? [saidOf(entry)] : []));
};

describe("by the App, by the Action and by healing the record is the same:", () => {
  it.concurrent.each(WAYS.map((way, at) => [way.what, way, at] as const))("%s", async (_, way, at) => {
    const [told = "", healed = ""] = await byApp(way, `app-${at}`);
    expect(said(told)).toEqual(way.record);
    if (way.healed === undefined) expect(healed).toBe(told);
    else expect(said(healed)).toEqual(way.healed);
    const [acted = "", later = ""] = await byAction(way, `action-${at}`);
    expect(said(acted)).toEqual(way.record);
    if (way.healed === undefined) expect(later).toBe(acted);
    else expect(said(later)).toEqual(way.healed);
    expect(withoutOwn(changesIn(acted))).toBe(withoutOwn(changesIn(told)));
  });

  it("in more than 40 histories", () => expect(WAYS.length).toBeGreaterThan(40));
});
