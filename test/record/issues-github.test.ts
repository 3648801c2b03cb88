import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/github/client.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { createIssuesPort } from "../../src/github/issues-port.ts";
import { keepIssues } from "../../src/jobs/keep-issues.ts";
import { recordAll } from "../../src/jobs/keep-record.ts";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { cardText } from "../cli/texts.ts";
import { readsIn } from "../github/call-log.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { everyInterleaving } from "../github/interleave.ts";
import { CARD, OLD, startScene, tool } from "../propose-shell/scene.ts";
import { beginRecord } from "./begin.ts";

let github: GitHub;
let repo: RepositoryHandle;

beforeEach(async () => {
  ({ github, repo } = await startScene());
  await beginRecord(repo, clientFor(tokenOf()));
});
afterEach(() => github.close());

const tokenOf = (issues: "write" | "read" = "write") =>
  github.actionsToken(repo, {
    contents: "write",
    issues,
    pull_requests: "read",
    statuses: "read",
  });

const clientFor = (token: string) =>
  createClient({ apiUrl: github.url, token, repository: repo.fullName(), retries: 0 });

async function keep(token = tokenOf()) {
  const client = clientFor(token);
  const record = createRecordPort(client, { by: "action", url: "https://github.example/run" });
  const kept = await recordAll({ record, client });
  return kept.kind === "recorded" ? kept.issues : undefined;
}

const widen = (...fields: string[]) => ({
  [CARD]: cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", ...fields)]),
});

const push = (...fields: string[]) => repo.as("bob").push("main", widen(...fields));

function merge(...fields: string[]): void {
  repo.as("bob").push("work", widen(...fields));
  repo.as("alice").merge(repo.as("bob").openPull("work", "main", "Change"));
}

const states = () => repo.issues().map(({ number, state }) => `${number} ${state}`);

describe("an unapproved change", () => {
  it("has one issue, whatever follows, until an owner's merge supersedes it", async () => {
    push("public");
    expect(await keep()).toEqual({ opened: 1, closed: 0 });
    const [issue] = repo.issues();
    expect(issue).toMatchObject({
      title: "Unapproved change: the card of one",
      author: "github-actions[bot]",
    });
    expect(issue?.body).toContain("it came without a pull request");
    push("public", "everyone");
    expect(await keep()).toEqual({ opened: 0, closed: 0 });
    merge("public", "everyone", "more");
    expect(await keep()).toEqual({ opened: 0, closed: 1 });
    expect(states()).toEqual(["1 closed"]);
    expect(repo.issues()[0]?.comments.map(({ body }) => body)).toEqual([
      "The file is as it was approved now.\n",
    ]);
    expect(await keep()).toEqual({ opened: 0, closed: 0 });
  });

  it("has its issue closed when the file is put back", async () => {
    const before = repo.read(CARD) ?? "";
    push("public");
    await keep();
    repo.as("bob").push("main", { [CARD]: before });
    expect(await keep()).toEqual({ opened: 0, closed: 1 });
  });

  it("is told of anew where somebody closed its issue, and is not told of in other people's", async () => {
    push("public");
    await keep();
    const [issue] = repo.issues();
    repo.as("mallory").openIssue("Mine", issue?.body ?? "");
    repo.as("alice").closeIssue(1);
    expect(await keep()).toEqual({ opened: 1, closed: 0 });
    expect(states()).toEqual(["1 closed", "2 open", "3 open"]);
    merge("public", "more");
    await keep();
    expect(states()).toEqual(["1 closed", "2 open", "3 closed"]);
  });

  it.each([
    ["the token may not write them", () => keep(tokenOf("read"))],
    [
      "the repository has none",
      () => {
        repo.set({ hasIssues: false });
        return keep();
      },
    ],
  ])("is recorded also where %s, and that is said", async (_, run) => {
    push("public");
    expect(await run()).toMatchObject({ opened: 0, failed: expect.any(String) });
    expect(repo.read("approvals.jsonl", "toolcard-approvals")).toContain('"approved":false');
  });

  it("has its issue after a crash at any call, once the next run is through", async () => {
    const before = repo.read(CARD) ?? "";
    for (let call = 1; ; call++) {
      push("public", `field${call}`);
      github.failAt(call, { kind: call % 2 === 0 ? "drop" : "drop-after" });
      const failed = await keep().then(
        (kept) => kept?.failed !== undefined,
        () => true,
      );
      github.heal();
      await keep();
      const open = repo.issues().filter(({ state }) => state === "open");
      expect(open).toHaveLength(1);
      repo.as("bob").push("main", { [CARD]: before });
      await keep();
      expect(repo.issues().filter(({ state }) => state === "open")).toEqual([]);
      if (!failed) break;
    }
  });

  it("asks for no issue where nothing was unapproved lately", async () => {
    merge("public");
    await keep();
    const before = github.calls().length;
    await keep();
    const operations = readsIn(github.calls(before)).map(({ operation }) => operation);
    expect(operations).not.toContain("issues/list-for-repo");
  });
});

it("two at once leave one issue, in whatever order their calls come", async () => {
  await everyInterleaving(
    async () => {
      ({ github, repo } = await startScene());
      await beginRecord(repo, clientFor(tokenOf()));
      push("public");
      await keep(tokenOf("read"));
      const { entries } = readLedger(repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "");
      const clients = Object.fromEntries(
        ["left", "right"].map((name) => {
          const token = tokenOf();
          const port = createIssuesPort(clientFor(token), "github-actions[bot]");
          return [name, { token, run: () => keepIssues(entries, port) }];
        }),
      );
      return { github, clients };
    },
    async () => {
      expect(repo.issues().filter(({ state }) => state === "open")).toHaveLength(1);
    },
  );
  ({ github } = await startScene());
});
