import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change, Entry } from "../../src/core/record/entry.ts";
import { LEDGER_BRANCH, LEDGER_FILE, linesOf, readLedger } from "../../src/core/record/ledger.ts";
import { linked } from "../../src/core/record/line.ts";
import { createClient } from "../../src/github/client.ts";
import { createGateMemory, type GateMemory } from "../../src/github/gate/memory.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { verifyOnline } from "../../src/jobs/verify-online.ts";
import { startScene, type Scene } from "../app/scene.ts";
import { writesIn } from "../github/call-log.ts";
import { beginRecord } from "./begin.ts";
import { sevenLandings } from "./seven-landings.ts";

let scene: Scene;
let text: string;
/** What never changes on GitHub is read once. */
const shared = createGateMemory();

beforeAll(async () => {
  scene = await startScene();
  await beginRecord(scene.repo, clientFor());
  await sevenLandings(scene);
  text = scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";
});
afterAll(() => scene.close());

const clientFor = () =>
  createClient({
    apiUrl: scene.github.url,
    token: scene.installation.token(),
    repository: "acme/cards",
    retries: 0,
  });

/** What GitHub says of a record that somebody holds here, and put on GitHub too. */
async function verify(here: string, there = here, since?: string, memory?: GateMemory) {
  scene.repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: there });
  const port = createRecordPort(clientFor(), { by: "app", appId: scene.app.id }, memory);
  const { entries } = readLedger(here);
  return verifyOnline({ text: here, entries, since, port, now: Date.parse("2026-12-01T00:00:00Z") });
}

/** The record with one entry written anew, and the chain made whole again behind it. */
function rewritten(line: number, change: (entry: Change) => Partial<Change>): string {
  const entries: Entry[] = [];
  for (const [at, entry] of readLedger(text).entries.entries()) {
    const isIt = at === line - 1 && entry.kind === "change";
    const { sequence: _s, previous: _p, hash: _h, ...draft } = isIt ? { ...entry, ...change(entry) } : entry;
    if ("cut" in draft) delete (draft as { cut?: boolean }).cut;
    entries.push(linked(draft, entries.at(-1)));
  }
  const anew = linesOf(entries);
  expect(readLedger(anew).faults).toEqual([]);
  return anew;
}

const fieldsOf = ({ findings }: Awaited<ReturnType<typeof verify>>) =>
  findings.map((finding) => (finding.kind === "entry-differs" ? finding.field : finding.kind));

const bob = (approver: Change["approvers"][number]) => ({ ...approver, login: "bob" });

describe("verifying with GitHub", () => {
  it("finds nothing in a record that was kept, writes nothing, and confirms each ownership", async () => {
    scene.repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: text });
    const before = scene.github.calls().length;
    const { findings, lost, ownerships } = await verify(text);
    expect([findings, lost]).toEqual([[], []]);
    expect(ownerships.map(({ line, login, is }) => `${line} ${login} ${is}`)).toEqual([
      "2 alice confirmed",
      "3 alice confirmed",
      "7 alice confirmed",
    ]);
    expect(writesIn(scene.github.calls(before))).toEqual([]);
  });

  const TAMPERED: readonly (readonly [
    what: string,
    line: number,
    change: (entry: Change) => Partial<Change>,
    fields: readonly string[],
  ])[] = [
    ["who merged it", 2, ({ merged }) => ({ merged: { ...merged!, by: "bob" } }), ["merged.by"]],
    [
      "when it was merged",
      2,
      ({ merged }) => ({ merged: { ...merged!, at: "2026-01-05T09:00:00Z" } }),
      ["merged.at"],
    ],
    ["whose approval it was", 2, ({ approvers }) => ({ approvers: approvers.map(bob) }), ["approvers"]],
    [
      "which commit was reviewed",
      3,
      ({ approvers, commit }) => ({ approvers: approvers.map((each) => ({ ...each, commit })) }),
      ["approvers"],
    ],
    [
      "whether the approver had a part in it",
      2,
      ({ approvers }) => ({ approvers: approvers.map((each) => ({ ...each, independent: "no" })) }),
      ["approvers"],
    ],
    [
      "an approval that nobody gave",
      4,
      ({ pull, merged }) => ({
        approved: true,
        missing: [],
        approvers: [
          {
            login: "alice",
            as: "review",
            commit: pull!.head,
            at: merged!.at,
            file: "registry/cards/one.yaml",
            owner: "@alice",
            line: 1,
            independent: "yes",
          },
        ],
      }),
      ["approvers"],
    ],
    ["who opened it", 2, ({ pull }) => ({ pull: { ...pull!, author: "carol" } }), ["pull.author"]],
    ["which pull request it was", 2, ({ pull }) => ({ pull: { ...pull!, number: 2 } }), ["pull.number"]],
    ["which head was merged", 2, ({ pull, commit }) => ({ pull: { ...pull!, head: commit } }), ["pull.head"]],
    ["who wrote it", 2, () => ({ contributors: [] }), ["contributors"]],
    [
      "that the label counted",
      2,
      ({ label }) => ({ label: { ...label!, counts: true, by: "alice" } }),
      ["label"],
    ],
    ["that a label was needed", 2, () => ({ label: null }), ["label"]],
    ["an approval of an older head", 5, () => ({ stale: [] }), ["stale"]],
    ["how it was merged", 7, ({ merged }) => ({ merged: { ...merged!, via: "queue" } }), ["merged.via"]],
    [
      "who asked for it",
      7,
      ({ merged }) => ({ merged: { ...merged!, asked: { ...merged!.asked!, by: "bob" } } }),
      ["merged.asked.by"],
    ],
    [
      "a pull request for what was pushed",
      6,
      () => ({ pull: { number: 1, head: "1".repeat(40), author: "bob" }, missing: [], approved: true }),
      ["pull.number", "pull.head", "pull.author", "missing", "approved"],
    ],
    ["a commit that never landed", 7, () => ({ commit: "1".repeat(40) }), ["not-landed", "not-recorded"]],
  ];

  it.each(TAMPERED)("names %s, written anew with the chain made whole", async (_, line, change, fields) => {
    const said = await verify(rewritten(line, change), undefined, undefined, shared);
    expect([...new Set(fieldsOf(said))]).toEqual(expect.arrayContaining([...fields]));
    const lines = said.findings.flatMap((each) => ("line" in each ? [each.line] : []));
    expect(lines[0]).toBe(line);
  });

  it("names a record that was cut, here, there, or in both", async () => {
    const short = `${text.split("\n").slice(0, -2).join("\n")}\n`;
    expect(fieldsOf(await verify(short, text))).toEqual(["record-behind", "not-recorded"]);
    expect(fieldsOf(await verify(text, short))).toEqual(["record-ahead"]);
    expect(fieldsOf(await verify(short))).toEqual(["not-recorded"]);
    const other = rewritten(3, () => ({ stale: [], committed: "2026-01-05T09:00:00Z" }));
    expect((await verify(text, other)).findings).toEqual([{ kind: "other-record", line: 3 }]);
  });

  it("derives only what came after a hash that was seen before", async () => {
    const { hash } = readLedger(text).entries[3]!;
    const anew = rewritten(2, () => ({ contributors: [] }));
    expect(fieldsOf(await verify(anew))).toContain("contributors");
    expect(fieldsOf(await verify(text, text, hash))).toEqual([]);
  });

  it("throws where GitHub does not answer, at any call: that is never clean", async () => {
    scene.repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: text });
    for (let call = 1; ; call++) {
      scene.github.failAt(call, { kind: "drop" });
      const ended = await verify(text).then(
        () => "done",
        () => "thrown",
      );
      const isOver = scene.github.calls().at(-1)?.status !== undefined && ended === "done";
      scene.github.heal();
      if (isOver) break;
      expect(ended).toBe("thrown");
    }
  });

  it("says of an account that is gone what it can't confirm any more, and contradicts nothing", async () => {
    scene.github.deleteAccount("alice");
    scene.github.user("alice-2");
    scene.repo.collaborator("alice-2", "admin");
    const port = createRecordPort(clientFor(), { by: "app", appId: scene.app.id });
    const { entries } = readLedger(text);
    const there = scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";
    expect(there).toBe(text);
    const { findings, lost, ownerships } = await verifyOnline({ text, entries, port, now: 0 });
    expect(findings).toEqual([]);
    expect(lost.length).toBeGreaterThan(0);
    expect(ownerships.map(({ is }) => is)).toEqual(["recorded-only", "recorded-only", "recorded-only"]);
  });
});
