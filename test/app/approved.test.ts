/** What is pushed behind everyone's back, and what then touches it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLedger, LEDGER_BRANCH, LEDGER_FILE } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import { createGatePort } from "../../src/github/gate-port.ts";
import { createGateMemory, type GateMemory } from "../../src/github/gate/memory.ts";
import { gatePullRequest } from "../../src/jobs/gate.ts";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import { cardText } from "../cli/texts.ts";
import { CARD, OLD, tool } from "../propose-shell/scene.ts";
import { beginRecord } from "../record/begin.ts";
import { startScene, type Scene } from "./scene.ts";

const SETTINGS = "registry/toolcard.yaml";
const WORDS = "gate: { by: app }\n";
const card = (...tools: unknown[]) => ({ [CARD]: cardText("https://one.example/mcp", tools) });
const WIDE = [OLD[0], tool("write", "id", "text", "secret")];
/** Less than what was pushed, and with `secret` more than what was approved. */
const LESS = [OLD[0], tool("write", "id", "secret")];

let scene: Scene;
let genesis: string;
beforeEach(async () => {
  scene = await startScene();
  await beginRecord(scene.repo, client());
  genesis = readLedger(ledger()).entries[0]?.hash ?? "";
  const { number } = open("adopt", { [SETTINGS]: `${WORDS}approval: { genesis: "${genesis}" }\n` });
  await scene.settle();
  scene.repo.as("alice").merge(number);
  await scene.settle();
});
afterEach(() => scene.close());

const client = () =>
  createClient({
    apiUrl: scene.github.url,
    token: scene.installation.token(),
    repository: "acme/cards",
    retries: 0,
  });
const ledger = () => scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";

function open(branch: string, files: Record<string, string>) {
  const bob = scene.repo.as("bob");
  const head = bob.push(branch, files);
  return { number: bob.openPull(branch, "main", "Change"), head };
}

/** What our newest check says of a commit. */
const said = (commit: string) =>
  scene.repo.state.runs.findLast(({ sha, name }) => sha === commit && name === "toolcard/scope")?.output
    ?.title;

/** Looks at a pull request, and says how many reads that took beside those that any look takes. */
async function callsOf(number: number, memory: GateMemory, cache = new GateCache()) {
  const before = scene.github.calls().length;
  const port = createGatePort(client(), { by: "app", appId: scene.app.id }, memory);
  let contents = 0;
  const counted = {
    ...port,
    contents: async (names: Parameters<typeof port.contents>[0]) => {
      const start = scene.github.calls().length;
      const read = await port.contents(names);
      contents += scene.github.calls().length - start;
      return read;
    },
  };
  const judged = await gatePullRequest(counted, number, cache);
  return { title: judged?.verdicts[0]?.title, contents, all: scene.github.calls().length - before };
}

describe("a widening that was pushed without an approval", () => {
  it("needs the label of whoever touches its file, unless it is put back", async () => {
    const { repo, settle, verdict } = scene;
    repo.as("bob").push("main", card(...WIDE));
    await settle();
    const narrower = open("narrower", card(...LESS));
    const back = open("back", card(...OLD));
    const elsewhere = open("elsewhere", { "README.md": "words\n" });
    await settle();
    expect(said(narrower.head)).toBe(
      "Needs the label widens-scope from an owner: 1 more since the last approved state",
    );
    expect(verdict(narrower.head)).toBe("failure");
    expect(verdict(back.head)).toBe("success");
    expect(verdict(elsewhere.head)).toBe("success");
    scene.github.clock.advance(2);
    repo.as("alice").label(narrower.number, "widens-scope");
    await settle();
    expect(verdict(narrower.head)).toBe("success");
    repo.as("alice").merge(narrower.number);
    await settle();
    const after = open("after", card(OLD[0], tool("write", "secret")));
    await settle();
    expect(verdict(after.head)).toBe("success");
  });

  it("is seen by what was opened before it once that is recorded", async () => {
    const { repo, settle, verdict } = scene;
    repo.as("bob").push("main", card(...WIDE));
    scene.github.webhooks.hold();
    const { number, head } = open("narrower", card(...LESS));
    expect((await callsOf(number, createGateMemory())).title).toContain("record-behind");
    // Of the push alone: nobody tells of the pull request.
    const { waiting, send } = scene.github.webhooks;
    for (const delivery of waiting.filter(({ event }) => event === "push")) await send(delivery);
    await settle();
    expect(said(head)).toContain("1 more since the last approved state");
    expect(verdict(head)).toBe("failure");
  });
});

describe("the record", () => {
  it.each([
    ["is gone", () => scene.repo.as("alice").deleteBranch(LEDGER_BRANCH), "record-missing"],
    [
      "is broken",
      () => scene.repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: ledger().replace("alice", "bobby") }),
      "record-broken",
    ],
  ])("refuses all where it %s", async (_what, harm, kind) => {
    const { number, head } = open("words", { "README.md": "words\n" });
    await scene.settle();
    expect(scene.verdict(head)).toBe("success");
    harm();
    const { title } = await callsOf(number, createGateMemory());
    expect(title).toBe(`Refused: the record of approvals can't be relied on: ${kind}`);
    expect(said(head)).toBe(title);
  });

  it("costs one call where all is approved, two where not, and none the next time", async () => {
    const { repo, settle } = scene;
    const memory = createGateMemory();
    const approved = open("approved", card(OLD[0], tool("write", "id")));
    await settle();
    expect(await callsOf(approved.number, memory)).toMatchObject({ contents: 1 });
    expect(await callsOf(approved.number, memory)).toMatchObject({ contents: 0 });
    repo.as("bob").push("main", card(...WIDE));
    await settle();
    const narrower = open("narrower", card(...LESS));
    await settle();
    expect(await callsOf(narrower.number, createGateMemory())).toMatchObject({ contents: 2 });
  });

  it("costs nothing where there is none", async () => {
    const { repo } = scene;
    repo.as("alice").deleteBranch(LEDGER_BRANCH);
    repo.as("alice").push("main", { [SETTINGS]: WORDS });
    const { number } = open("narrower", card(OLD[0], tool("write", "id")));
    expect(await callsOf(number, createGateMemory())).toMatchObject({ contents: 0 });
  });
});
