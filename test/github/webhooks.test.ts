import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startGitHub, type GitHub } from "./github.ts";
import type { RepositoryHandle } from "./handles.ts";
import { APP_PERMISSIONS } from "./scene.ts";

type Received = {
  headers: IncomingHttpHeaders;
  body: string;
  payload: Record<string, unknown> & { action?: string };
};

let server: Server;
let url: string;
let received: Received[];
let github: GitHub;
let repo: RepositoryHandle;
const SECRET = "it's a secret";
const EVENTS = [
  "pull_request",
  "push",
  "pull_request_review",
  "check_run",
  "check_suite",
  "merge_group",
  "issue_comment",
];

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body, payload: JSON.parse(body) as Received["payload"] });
      response.end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  github = await startGitHub();
  repo = github.repository("acme/tools", { files: { "a.txt": "a\n" } });
  repo.collaborator("bob", "write");
  repo.collaborator("alice", "admin");
});

afterEach(async () => {
  await github.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const names = (): string[] =>
  received.map(({ headers, payload }) =>
    [headers["x-github-event"], payload.action].filter(Boolean).join("."),
  );

test("an App hears of everything in GitHub's order, with its installation and a signature", async () => {
  const app = github.app({
    slug: "toolcard",
    permissions: APP_PERMISSIONS,
    events: EVENTS,
    webhook: { url, secret: SECRET },
  });
  const installation = app.install("acme");
  const bob = repo.as("bob");
  bob.push("work", { "a.txt": "b\n" });
  const number = bob.openPull("work", "main", "work");
  bob.push("work", { "a.txt": "c\n" });
  bob.label(number, "l");
  bob.unlabel(number, "l");
  for (const title of ["new words", "new words"]) bob.edit(number, { title });
  bob.comment(number, "hello");
  repo.as("alice").review(number, "APPROVE");
  bob.close(number);
  bob.reopen(number);
  repo.as("alice").merge(number);
  await github.webhooks.settled();
  expect(names()).toEqual([
    "push",
    "check_suite.requested",
    "pull_request.opened",
    "push",
    "check_suite.requested",
    "pull_request.synchronize",
    "pull_request.labeled",
    "pull_request.unlabeled",
    "pull_request.edited",
    "issue_comment.created",
    "pull_request_review.submitted",
    "pull_request.closed",
    "pull_request.reopened",
    "push",
    "check_suite.requested",
    "pull_request.closed",
  ]);
  for (const { headers, body, payload } of received) {
    const signed = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
    expect(headers["x-hub-signature-256"]).toBe(signed);
    expect(payload["installation"]).toMatchObject({ id: installation.id });
    expect(payload["organization"]).toMatchObject({ login: "acme" });
  }
  const last = received.at(-1)?.payload["pull_request"];
  expect(last).toMatchObject({ number, merged: true, merged_by: { login: "alice" } });
  expect(new Set(received.map(({ headers }) => headers["x-github-delivery"])).size).toBe(received.length);
});

test("check runs are heard of when made, done, and asked for again", async () => {
  const app = github.app({
    slug: "toolcard",
    permissions: APP_PERMISSIONS,
    events: ["check_run"],
    webhook: { url, secret: SECRET },
  });
  const token = app.install("acme").token();
  const sha = repo.tip() ?? "";
  await fetch(`${github.url}/repos/acme/tools/check-runs`, {
    method: "POST",
    headers: { authorization: `token ${token}` },
    body: JSON.stringify({
      name: "toolcard/scope",
      head_sha: sha,
      status: "completed",
      conclusion: "failure",
    }),
  });
  repo.as("bob").rerequest(repo.state.runs[0]?.id ?? 0);
  await github.webhooks.settled();
  expect(names()).toEqual(["check_run.created", "check_run.completed", "check_run.rerequested"]);
});

test("a repository's own webhook hears of that repository only, and of what it asked for", async () => {
  github.webhooks.add(repo, { url, secret: SECRET, events: ["push"] });
  const other = github.repository("acme/other");
  other.collaborator("bob", "write");
  other.as("bob").push("main", { x: "1" });
  const sha = repo.as("bob").push("main", { "b.txt": "b\n" }, { message: "Add b" });
  github.webhooks.add(repo, { url, secret: SECRET, events: ["issue_comment"] });
  const more = repo.as("bob").push("work", { "c.txt": "c\n" });
  repo.as("bob").openPull("work", "main", "not asked for");
  await github.webhooks.settled();
  expect(received.map(({ payload }) => payload)).toMatchObject([
    {
      ref: "refs/heads/main",
      after: sha,
      forced: false,
      commits: [{ id: sha, added: ["b.txt"], message: "Add b\n" }],
    },
    { ref: "refs/heads/work", after: more, created: true },
  ]);
});

test("a delivery can be lost, doubled and out of order; sent again it keeps its id", async () => {
  github.webhooks.add(repo, { url, secret: SECRET, events: "*" });
  github.webhooks.hold();
  const bob = repo.as("bob");
  bob.push("work", { "a.txt": "b\n" });
  const number = bob.openPull("work", "main", "work");
  bob.label(number, "l");
  const [, opened, labeled] = github.webhooks.waiting;
  if (opened === undefined || labeled === undefined) throw new Error("nothing is waiting");
  for (const delivery of [labeled, opened, labeled]) await github.webhooks.send(delivery);
  expect(names()).toEqual(["pull_request.labeled", "pull_request.opened", "pull_request.labeled"]);
  expect(received[0]?.headers["x-github-delivery"]).toBe(received[2]?.headers["x-github-delivery"]);
  expect(labeled.answers).toEqual([200, 200]);
});

test("a listener that is gone is noted, and nothing else", async () => {
  github.webhooks.add(repo, { url: "http://127.0.0.1:1/none", secret: SECRET, events: "*" });
  repo.as("bob").push("main", { x: "1" });
  await github.webhooks.settled();
  expect(github.webhooks.deliveries.map(({ answers }) => answers)).toEqual([[0]]);
});
