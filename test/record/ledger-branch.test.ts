import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Entry } from "../../src/core/record/entry.ts";
import { LEDGER_BRANCH, LEDGER_FILE, linesOf, readLedger } from "../../src/core/record/ledger.ts";
import { linked } from "../../src/core/record/line.ts";
import { createClient } from "../../src/github/client.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { startScene } from "../propose-shell/scene.ts";
import { beginRecord } from "./begin.ts";
import { cardWith } from "./seven-landings.ts";

let github: GitHub;
let repo: RepositoryHandle;
let begun: string;

beforeAll(async () => {
  ({ github, repo } = await startScene());
  await beginRecord(repo, client());
  repo.as("bob").push("main", cardWith("a"));
  await run();
  begun = repo.tip(LEDGER_BRANCH) ?? "";
  repo.as("bob").push("main", cardWith("b"));
});
afterAll(() => github.close());
beforeEach(() => repo.as("alice").forcePush(LEDGER_BRANCH, begun));

const client = () =>
  createClient({
    apiUrl: github.url,
    token: github.actionsToken(repo, { contents: "write", pull_requests: "read", statuses: "read" }),
    repository: repo.fullName(),
    retries: 0,
  });

const portFor = () => createRecordPort(client(), { by: "action", url: "https://x" }, createGateMemory());
const run = () => recordLandings(portFor());
const text = () => repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";

/** The record with its newest entry over and over, each with more in it: so many bytes. */
function longRecord(bytes: number): string {
  const entries: Entry[] = [...readLedger(text()).entries];
  const newest = entries.at(-1);
  if (newest?.kind !== "change") throw new Error("no change");
  const { sequence: _s, previous: _p, hash: _h, cut: _c, ...draft } = newest;
  const contributors = Array.from({ length: 400 }, (_, n) => ({
    login: `someone-with-a-long-name-${n}`,
    as: "author" as const,
  }));
  const one = linesOf([linked({ ...draft, contributors }, newest)]).length;
  for (let n = 0; n * one < bytes; n++) entries.push(linked({ ...draft, contributors }, entries.at(-1)));
  return linesOf(entries);
}

describe("the record's branch", () => {
  it("keeps what else somebody put there", async () => {
    const before = text();
    const others = { "README.md": "what this is\n", "docs/more.md": "more\n" };
    repo.as("alice").push(LEDGER_BRANCH, others);
    await run();
    expect(text().startsWith(before)).toBe(true);
    expect(readLedger(text()).entries).toHaveLength(3);
    for (const [path, content] of Object.entries(others))
      expect(repo.read(path, LEDGER_BRANCH)).toBe(content);
  });

  it("is not written back as something near where a byte is no UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from(text()), Buffer.from([0xff, 0x0a])]);
    repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: bytes });
    const tip = repo.tip(LEDGER_BRANCH);
    expect(await run()).toMatchObject({ kind: "broken", faults: [{ line: 3 }] });
    expect(repo.tip(LEDGER_BRANCH)).toBe(tip);
  });

  it("is read and written where the record has 20 MiB", async () => {
    const long = longRecord(20 * 1024 * 1024);
    repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: long });
    expect(await run()).toMatchObject({ kind: "recorded", added: [{ approved: false }] });
    expect(text().length).toBeGreaterThan(long.length);
    expect(text().startsWith(long)).toBe(true);
  });

  it.each<[number, RegExp]>([
    [34_000_000, /would be larger than the 32 MiB/],
    [100_000_001, /larger than the 100 MB that GitHub gives/],
  ])("says so where %d bytes are more than GitHub takes or gives", async (size, words) => {
    const port = portFor();
    if (size > 100_000_000) repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: Buffer.alloc(size, "x") });
    const tip = repo.tip(LEDGER_BRANCH) ?? "";
    const written = async () => {
      await port.ledger();
      return port.append("x".repeat(size), tip, "too much\n");
    };
    await expect(written()).rejects.toThrow(words);
    expect(repo.tip(LEDGER_BRANCH)).toBe(tip);
  });

  it("that a rule holds is an error that names the rule", async () => {
    repo.rule({ type: "update", branches: [LEDGER_BRANCH] });
    await expect(run()).rejects.toThrow(
      /forbids it to write the branch toolcard-approvals \(.+\): put .* bypass/,
    );
  });
});
