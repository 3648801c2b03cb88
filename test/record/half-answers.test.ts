import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Change } from "../../src/core/record/entry.ts";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import type { GateClient } from "../../src/github/gate/client.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { readContents } from "../../src/github/record/contents.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import type { Fault } from "../github/faults.ts";
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
afterEach(() => github.heal());
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

/** What an answer about an object leaves out, by the part of the query that asked. */
const without =
  (pattern: RegExp): Edit =>
  (key, value) =>
    pattern.test(key) ? null : value;

const hasSize = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "byteSize" in value;

describe("an answer of which a part is missing", () => {
  it.each<[string, Edit]>([
    ["the repository", without(/^repository$/)],
    ["an approved file", (key, value) => (key === "f0" && hasSize(value) ? null : value)],
    ["the size of an approved file", (key, value) => (key === "f0" && hasSize(value) ? { oid: "" } : value)],
    ["the parents of a commit", (key, value) => (key === "parents" ? { nodes: null } : value)],
    ["a parent", (key, value) => (key === "parents" ? { nodes: [null] } : value)],
    [
      "a commit of the line",
      (key, value) => (key === "history" ? { ...(value as object), nodes: [] } : value),
    ],
    ["every commit", without(/^c\d+$/)],
    ["what the branch was", without(/^c0$/)],
    ["what it became", without(/^c1$/)],
    ["the merged head", without(/^c2$/)],
    ["the line of history", without(/^history$/)],
    ["the tip", without(/^defaultBranchRef$/)],
    ["the pull request", without(/^pullRequest$/)],
    ["when it was merged", without(/^mergedAt$/)],
  ])("(%s) is never recorded as unread: the next run records it", async (_, edit) => {
    await expect(run(edit)).rejects.toThrow(/GitHub|repository/);
    expect(changes()).toEqual([]);
    await run();
    expect(changes().map(saidOf)).toEqual(APPROVED);
  });

  it("is recorded as it is where git has lost a commit for good", async () => {
    const head = repo.pull(1).head.sha;
    const one = client();
    const request = (async (route: string, words: { commit_sha?: string }) => {
      if (words.commit_sha !== head) return one.octokit.request(route, words);
      return one.octokit.request(route, { ...words, commit_sha: "0".repeat(40) });
    }) as GateClient["octokit"]["request"];
    await run(without(/^c2$/), { ...one, octokit: { graphql: one.octokit.graphql, request } });
    expect(changes().map(({ missing }) => missing.map(({ kind }) => kind))).toEqual([
      expect.arrayContaining(["unread"]),
    ]);
  });
});

const NOW: readonly Fault[] = [
  ...[401, 410, 422, 451, 502].map((status): Fault => ({ kind: "status", status })),
  { kind: "status", status: 403, message: "You have triggered an abuse detection mechanism." },
  { kind: "secondary-limit" },
  { kind: "primary-limit" },
  { kind: "drop" },
  { kind: "half" },
];
const REFUSED: readonly Fault[] = [
  { kind: "status", status: 403, message: "Resource not accessible by integration" },
  { kind: "status", status: 404, message: "Not Found" },
];
const named = (faults: readonly Fault[]) => faults.map((fault) => [JSON.stringify(fault), fault] as const);

describe("who pushed", () => {
  it.each(named(NOW))("is asked again by the next run after %s", async (_, fault) => {
    github.failWhen(({ operation }) => operation === "repos/list-activities", fault);
    await expect(run()).rejects.toThrow();
    expect(changes()).toEqual([]);
  });

  it.each(named(REFUSED))("is nobody known where GitHub tells us nothing: %s", async (_, fault) => {
    github.failWhen(({ operation }) => operation === "repos/list-activities", fault);
    await run();
    expect(changes()[0]?.contributors).toContainEqual({ login: null, as: "pusher" });
  });
});

describe("who may write", () => {
  it.each(
    named(NOW.filter((fault) => fault.kind === "half" || (fault.kind === "status" && fault.status === 401))),
  )("is asked again by the next run after %s", async (_, fault) => {
    github.failWhen(
      ({ operation }) => operation === "repos/get-collaborator-permission-level",
      fault,
      Number.POSITIVE_INFINITY,
    );
    await expect(run()).rejects.toThrow();
    expect(changes()).toEqual([]);
  });
});

describe("a file at a commit", () => {
  it("is none where GitHub says so twice, and where it has lost the commit", async () => {
    const tip = repo.tip() ?? "";
    const names = [
      { commit: tip, file: "registry/none.yaml" },
      { commit: tip, file: "registry" },
      { commit: "0".repeat(40), file: "registry/toolcard.yaml" },
    ];
    expect(await readContents(names, client(), createGateMemory())).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
