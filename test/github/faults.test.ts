import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { Octokit } from "@octokit/rest";
import { expect, test } from "vitest";
import { readsIn, summarize, writesIn } from "./call-log.ts";
import { refusalOf } from "./client.ts";
import type { Fault } from "./faults.ts";
import { propose, startScene } from "./scene.ts";

const ref = (sha: string): { ref: string; sha: string } => ({ ref: "refs/heads/x", sha });

test.each<[Fault, number, boolean]>([
  [{ kind: "status", status: 500 }, 500, false],
  [{ kind: "status-after", status: 502 }, 502, true],
  [{ kind: "secondary-limit", retryAfter: 7 }, 403, false],
  [{ kind: "secondary-limit", status: 429 }, 429, false],
  [{ kind: "primary-limit" }, 403, false],
  [{ kind: "drop" }, 500, false],
  [{ kind: "drop-after" }, 500, true],
])("a call that meets %o fails, having taken effect or not", async (fault, status, tookEffect) => {
  const { github, rest, at, repo } = await startScene();
  github.failAt(1, fault);
  const refusal = await refusalOf(rest.git.createRef({ ...at, ...ref(repo.tip() ?? "") }));
  expect(refusal?.status).toBe(status);
  expect(repo.tip("x") !== undefined).toBe(tookEffect);
  expect(github.calls().map((call) => call.fault)).toEqual([fault.kind]);
  await github.close();
});

test("an answer that breaks off is an error for fetch, and success without data for octokit", async () => {
  const { github, octokit, at } = await startScene();
  github.failWhen(() => true, { kind: "half" }, 2);
  const answer = await fetch(`${github.url}/repos/acme/tools`);
  await expect(answer.text()).rejects.toThrow("terminated");
  const { status, data } = await octokit.request("GET /repos/{owner}/{repo}", at);
  expect([status, data]).toEqual([200, ""]);
  await github.close();
});

test.each([
  ["hang", false],
  ["hang-after", true],
] as const)("a call that meets a %s is never answered", async (kind, tookEffect) => {
  const { github, rest, at, repo } = await startScene();
  github.failAt(1, { kind });
  const aborted = rest.git.createRef({
    ...at,
    ...ref(repo.tip() ?? ""),
    request: { signal: AbortSignal.timeout(150) },
  });
  expect(await refusalOf(aborted)).toBeDefined();
  expect(repo.tip("x") !== undefined).toBe(tookEffect);
  await github.close();
});

test("faults hit the call that a test describes, as often as it says", async () => {
  const { github, rest, at } = await startScene();
  github.failWhen(({ operation }) => operation === "repos/get", { kind: "status", status: 503 }, 2);
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 3; n += 1) {
    await rest.issues.listLabelsForRepo(at);
    statuses.push((await refusalOf(rest.repos.get(at)))?.status);
  }
  expect(statuses).toEqual([503, 503, undefined]);
  await github.close();
});

test("octokit's own plugins ride out a limit, a lost connection and an error", async () => {
  const { github, token, at, repo } = await startScene();
  const Patient = Octokit.plugin(retry, throttling);
  const { rest } = new Patient({
    baseUrl: github.url,
    auth: token,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    retry: { retryAfterBaseValue: 1 },
    throttle: {
      retryAfterBaseValue: 1,
      fallbackSecondaryRateRetryAfter: 1,
      onRateLimit: (_after: number, _options: object, _octokit: object, retries: number) => retries < 1,
      onSecondaryRateLimit: (_after: number, _options: object, _octokit: object, retries: number) =>
        retries < 1,
    },
  });
  github.failAt(1, { kind: "secondary-limit", retryAfter: 1 });
  github.failAt(3, { kind: "status", status: 502 });
  github.failAt(5, { kind: "primary-limit", reset: 0 });
  await rest.repos.get(at);
  await rest.repos.get(at);
  await rest.repos.get(at);
  expect(github.calls().map(({ status }) => status)).toEqual([403, 200, 502, 200, 403, 200]);
  expect(repo.pulls()).toEqual([]);
  await github.close();
});

test("the primary limit counts each token by itself, and the headers tell", async () => {
  const { github, rest, at } = await startScene();
  github.rates.limit = 2;
  const { headers } = await rest.repos.get(at);
  expect([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]]).toEqual(["2", "1"]);
  await rest.repos.get(at);
  const refusal = await refusalOf(rest.repos.get(at));
  expect(refusal?.message).toContain("API rate limit exceeded");
  github.rates.limit = 5000;
  await rest.repos.get(at);
  await github.close();
});

test("calls are counted by what they do, people's own doings not at all", async () => {
  const scene = await startScene();
  const { github, repo, rest, at } = scene;
  repo.as("bob").push("main", { "a.txt": "b\n" });
  await propose(scene);
  const before = github.calls().length;
  await rest.pulls.list(at);
  expect(summarize(github.calls())).toEqual([
    "POST git/create-tree 201",
    "POST git/create-commit 201",
    "POST git/create-ref 201",
    "POST pulls/create 201",
    "GET pulls/list 200",
  ]);
  expect([writesIn(github.calls()).length, readsIn(github.calls(before)).length]).toEqual([4, 1]);
  await github.close();
});
