import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "../../src/core/record/entry.ts";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import type { GateClient } from "../../src/github/gate/client.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { startScene } from "../propose-shell/scene.ts";
import { beginRecord } from "./begin.ts";
import { editing, type Edit } from "./half-answers.ts";
import { cardWith, openPull } from "./seven-landings.ts";
import { saidOf } from "./world.ts";

let github: GitHub;
let repo: RepositoryHandle;
let start: string;

beforeAll(async () => {
  ({ github, repo } = await startScene());
  await beginRecord(repo, client());
  start = repo.tip(LEDGER_BRANCH) ?? "";
  repo.as("alice").merge(openPull({ repo }, "one", cardWith("a")));
});
afterAll(() => github.close());
beforeEach(() => repo.as("alice").forcePush(LEDGER_BRANCH, start));

const client = (): GateClient =>
  createClient({
    apiUrl: github.url,
    token: github.actionsToken(repo, { contents: "write", pull_requests: "read", statuses: "read" }),
    repository: repo.fullName(),
    retries: 0,
  });

const run = (edit?: Edit, one = client()) =>
  recordLandings(
    createRecordPort(edit === undefined ? one : editing(one, edit), { by: "action", url: "https://x" }),
  );

const changes = (): Change[] =>
  readLedger(repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "").entries.flatMap((entry) =>
    entry.kind === "change" ? [entry] : [],
  );

const APPROVED = ["one.yaml approved: alice by merge as @alice (line 1); label absent"];

describe("which pull request a commit came with", () => {
  it.each<[string, Edit, RegExp]>([
    ["is cut", (key, value) => (key === "associatedPullRequests" ? null : value), /which pull requests/],
    [
      "has no list",
      (key, value) => (key === "associatedPullRequests" ? { ...(value as object), nodes: null } : value),
      /which pull requests/,
    ],
    [
      "has a hole",
      (key, value) => (key === "associatedPullRequests" ? { ...(value as object), nodes: [null] } : value),
      /did not show a pull request/,
    ],
    [
      "is not listed yet",
      (key, value) => (key === "associatedPullRequests" ? { ...(value as object), nodes: [] } : value),
      /does not list pull request 1 .* yet/,
    ],
  ])("is not guessed where the answer %s: the next run records it", async (_, edit, words) => {
    await expect(run(edit)).rejects.toThrow(words);
    expect(changes()).toEqual([]);
    await run();
    expect(changes().map(saidOf)).toEqual(APPROVED);
  });

  it("is found by the merge commit that the pull request keeps, where git has lost that", async () => {
    await run((key, value) => (key === "mergeCommit" ? null : value));
    expect(changes().map(saidOf)).toEqual(APPROVED);
  });

  it("is found on a later page", async () => {
    let pages = 0;
    await run((key, value, parent) => {
      if (key !== "associatedPullRequests" || !("committedDate" in parent)) return value;
      pages++;
      return { nodes: [], pageInfo: { hasNextPage: true, endCursor: null } };
    });
    expect(pages).toBeGreaterThan(0);
    expect(changes().map(saidOf)).toEqual(APPROVED);
  });
});
