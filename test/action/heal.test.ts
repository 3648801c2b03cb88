import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import { readsIn } from "../github/call-log.ts";
import { beginRecord } from "../record/begin.ts";
import { saidOf } from "../record/world.ts";
import { removeFolders } from "./run-action.ts";
import { startStage, type Stage } from "./stage.ts";

let stage: Stage;

beforeEach(async () => {
  stage = await startStage({ settings: "gate: { by: action }\n" });
  const { github, repo } = stage;
  const token = github.actionsToken(repo, { contents: "read" });
  await beginRecord(
    repo,
    createClient({ apiUrl: github.url, token, repository: repo.fullName(), retries: 0 }),
  );
  const [first] = readLedger(text()).entries;
  const settings = `gate: { by: action }\napproval: { genesis: "${first?.hash}" }\n`;
  repo.as("bob").push("adopt", { "registry/toolcard.yaml": settings });
  repo.as("alice").merge(repo.as("bob").openPull("adopt", "main", "Adopt"));
});
afterEach(() => stage.close());
afterAll(removeFolders);

const text = () => stage.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";
const said = () =>
  readLedger(text()).entries.flatMap((entry) => (entry.kind === "change" ? [saidOf(entry)] : []));

const ADOPTED = "toolcard.yaml approved: alice by merge as @alice (line 1); label absent";

describe("a scan that proposes", () => {
  it("records what no event told of, and with nothing to record takes at most 4 reads more", async () => {
    const first = await stage.act();
    expect([first.status, said()]).toEqual([0, [ADOPTED]]);
    expect(stage.repo.pulls()).toHaveLength(2);
    const without = await startStage({ settings: "gate: { by: action }\n" });
    await without.act();
    const usual = readsIn((await without.act()).calls).length;
    await without.close();
    const again = await stage.act();
    expect([again.status, again.writes]).toEqual([0, 0]);
    expect(readsIn(again.calls).length).toBeLessThanOrEqual(usual + 4);
  });

  it("proposes all the same when the record is broken, says so, and fails", async () => {
    const broken = text().replace("we start", "we began");
    stage.repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: broken });
    const ran = await stage.act();
    expect([ran.status, text()]).toEqual([1, broken]);
    expect(ran.log).toContain(
      "::error::what landed could not be recorded: the record of approvals is broken at line 1",
    );
    expect(stage.repo.pulls()).toHaveLength(2);
    expect(JSON.parse(ran.outputs["pull-requests"] ?? "")).toMatchObject([{ action: "open" }]);
  });

  it("that only says what it would do records nothing", async () => {
    const before = text();
    expect((await stage.act({ inputs: { "dry-run": "true" } })).status).toBe(0);
    expect(text()).toBe(before);
  });
});
