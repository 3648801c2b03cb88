import { afterEach, beforeEach, expect, test } from "vitest";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { summarize } from "../github/call-log.ts";
import { CARD, CARD_TEXT, openPull, output, PERMISSIONS, startGate, type GateScene } from "./scene.ts";

let scene: GateScene;
beforeEach(async () => {
  scene = await startGate();
});
afterEach(() => scene.github.close());

const now = async (number: number) => {
  const found = await scene.port.pullRequest(number);
  if (found === undefined) throw new Error("not found");
  return found;
};

test("a pull request is read in one query, and a comparison the first time", async () => {
  const { repo, github, port } = scene;
  const base = repo.tip() ?? "";
  const { number, head } = openPull(scene);
  const found = await now(number);
  expect(found).toEqual({
    number,
    state: "open",
    author: { login: "bob", kind: "person" },
    proposalOf: undefined,
    head,
    base: { branch: "main", commit: base },
    defaultBranch: { branch: "main", commit: base },
    mergeBase: { base, default: base },
    aimedAt: Date.parse(repo.pull(number).createdAt),
    labels: [],
    labelEvents: [],
    reviews: [],
    verdicts: [],
    comment: undefined,
    undeterminable: [],
  });
  expect(summarize(github.calls())).toEqual([
    "POST graphql 200",
    "GET repos/compare-commits-with-basehead 200",
  ]);
  const before = github.calls().length;
  await port.pullRequest(number);
  expect(summarize(github.calls(before))).toEqual(["POST graphql 200"]);
});

test("what is no pull request is undefined, and a repository that can't be seen an error", async () => {
  expect(await scene.port.pullRequest(99)).toBeUndefined();
  const elsewhere = scene.portOf({ client: { repository: "acme/none" } });
  await expect(elsewhere.open()).rejects.toThrow();
});

test("labels come with who put them on when, and whether an app did it for them", async () => {
  const { repo, github, app } = scene;
  const { number } = openPull(scene);
  repo.as("tina").label(number, "Widens-Scope");
  repo.as("alice").unlabel(number, "widens-scope");
  await scene.portOf({}).makeLabel("other");
  repo.as("alice").label(number, "widens-scope");
  const { labels, labelEvents } = await now(number);
  expect(labels).toEqual(["Widens-Scope"]);
  expect(labelEvents).toMatchObject([
    { kind: "labeled", label: "Widens-Scope", actor: { login: "tina", kind: "person" }, viaApp: false },
    { kind: "unlabeled", label: "Widens-Scope", actor: { login: "alice" } },
    { kind: "labeled", label: "Widens-Scope", actor: { login: "alice" } },
  ]);
  const event = repo.pull(number).events.findLast((one) => one.event === "labeled");
  if (event === undefined) throw new Error("no event");
  event.app = app.state;
  event.at = "2026-01-05T09:00:00Z";
  expect((await now(number)).labelEvents.at(-1)).toMatchObject({ viaApp: true });
  event.actor = "toolcard[bot]";
  expect((await now(number)).labelEvents.at(-1)?.actor).toEqual({ login: "toolcard[bot]", kind: "bot" });
  github.deleteAccount("tina");
  expect((await now(number)).labelEvents[0]?.actor).toBeNull();
});

test("people whose accounts are gone are nobody", async () => {
  const { repo, github } = scene;
  const { number } = openPull(scene);
  repo.as("alice").review(number, "APPROVE");
  github.deleteAccount("alice");
  github.deleteAccount("bob");
  const found = await now(number);
  expect(found.author).toBeNull();
  expect(found.reviews).toMatchObject([{ author: null, state: "approved" }]);
  expect(found.undeterminable).toEqual([]);
});

test("a fork that is gone leaves a pull request that can be judged", async () => {
  const { repo, github, port } = scene;
  const fork = github.fork(repo, "carl");
  const head = fork.as("carl").push("wider", { [CARD]: `${CARD_TEXT}# fork\n` });
  const number = repo.as("carl").openPull("carl:wider", "main", "From a fork");
  fork.remove();
  const found = await now(number);
  expect(found).toMatchObject({ head, author: { login: "carl" }, undeterminable: [] });
  const [snapshot] = await port.snapshots([found.head]);
  expect(snapshot?.files.get(CARD)).toMatchObject({
    bytes: new TextEncoder().encode(`${CARD_TEXT}# fork\n`),
  });
  expect(await port.openWithHead(head)).toEqual([number]);
});

test("a proposal is of a server when its branch is here and we opened it", async () => {
  const { repo, github, portOf } = scene;
  const { number } = openPull(scene, "toolcard/one");
  expect(await now(number)).toMatchObject({ proposalOf: undefined });
  repo.pull(number).author = "toolcard[bot]";
  expect(await now(number)).toMatchObject({
    proposalOf: "one",
    author: { login: "toolcard[bot]", kind: "bot" },
  });
  const token = github.actionsToken(repo, PERMISSIONS);
  const action = portOf({ token, publisher: { by: "action", url: "https://ci.example/1" } });
  expect(await action.pullRequest(number)).toMatchObject({ proposalOf: undefined });
  repo.pull(number).author = "github-actions[bot]";
  expect(await action.pullRequest(number)).toMatchObject({ proposalOf: "one" });
  repo.pull(number).head.ref = "toolcard/One";
  expect(await action.pullRequest(number)).toMatchObject({ proposalOf: undefined });
});

test("pointing it at another base is the time from which it is aimed there", async () => {
  const { repo } = scene;
  const release = repo.as("alice").push("release", { "other.txt": "x" });
  const { number, head } = openPull(scene);
  const before = await now(number);
  repo.as("bob").edit(number, { base: "release" });
  repo.as("bob").edit(number, { title: "Another title" });
  const after = await now(number);
  expect(after.aimedAt).toBeGreaterThan(before.aimedAt);
  expect(after.aimedAt).toBe(
    Date.parse(repo.pull(number).events.find(({ event }) => event === "base_ref_changed")?.at ?? ""),
  );
  expect(after).toMatchObject({ head, base: { branch: "release", commit: release } });
  expect(after.mergeBase).toEqual({ base: repo.tip(), default: repo.tip() });
});

test("the base is the branch as it is now, not as it was at the last push", async () => {
  const { repo } = scene;
  const { number } = openPull(scene);
  const moved = repo.as("alice").push("main", { "other.txt": "x" });
  const found = await now(number);
  expect(found.base.commit).toBe(moved);
  expect(found.mergeBase.base).not.toBe(moved);
});

test("histories without a common ancestor have no merge base", async () => {
  const { repo } = scene;
  const { number } = openPull(scene);
  const { objects } = repo.state;
  const head = repo.pull(number).head.sha;
  const commit = objects.commits.get(head);
  if (commit === undefined) throw new Error("no commit");
  objects.commits.set(head, { ...commit, parents: [] });
  expect((await now(number)).mergeBase).toEqual({ base: undefined, default: undefined });
});

const isCompare = ({ operation }: { operation: string }) => operation.includes("compare");

test("a comparison that GitHub refuses leaves it undeterminable, one that never came through is an error", async () => {
  const { github, portOf } = scene;
  const { number } = openPull(scene);
  github.failWhen(isCompare, { kind: "status", status: 404, message: "Not Found" });
  expect((await now(number)).undeterminable).toEqual(["where its branch left another can't be read"]);
  github.failWhen(isCompare, { kind: "status", status: 502 }, 5);
  await expect(
    portOf({ memory: createGateMemory(), client: { retries: 0 } }).pullRequest(number),
  ).rejects.toThrow();
});

test("reviews are read with the head that they are of, the standing of each, on as many pages as it takes", async () => {
  const { repo, github } = scene;
  const { number, head } = openPull(scene);
  for (let n = 0; n < 205; n++) repo.as(`reader${n}`).review(number, n % 2 === 0 ? "APPROVE" : "COMMENT");
  repo.as("alice").dismissReview(number, repo.pull(number).reviews[0]?.id ?? 0);
  const calls = github.calls().length;
  const { reviews, undeterminable } = await now(number);
  expect(reviews).toHaveLength(205);
  expect(reviews[0]).toMatchObject({ author: { login: "reader0" }, state: "dismissed", commit: head });
  expect(reviews[2]).toMatchObject({ state: "approved" });
  expect(reviews[204]?.author?.login).toBe("reader204");
  expect(undeterminable).toEqual([]);
  expect(github.calls(calls)).toHaveLength(4);
});

test("a review of a commit that GitHub lost has none", async () => {
  const { repo } = scene;
  const { number } = openPull(scene);
  repo.as("alice").review(number, "APPROVE");
  const [review] = repo.pull(number).reviews;
  if (review === undefined) throw new Error("no review");
  review.commit = null;
  expect((await now(number)).reviews).toMatchObject([{ commit: undefined, state: "approved" }]);
});

test("too many reviews, or a head that moves while they are read, make it undeterminable", async () => {
  const { repo, github } = scene;
  const { number } = openPull(scene);
  repo.as("alice").review(number, "APPROVE");
  const [review] = repo.pull(number).reviews;
  if (review === undefined) throw new Error("no review");
  repo.pull(number).reviews = Array.from({ length: 150 }, () => review);
  let pages = 0;
  github.setGate({
    enter: async ({ operation }) => {
      pages += operation === "graphql" ? 1 : 0;
      if (pages === 2) {
        pages = 100;
        repo.as("bob").push("wider", { "more.txt": "x" });
      }
    },
    leave: () => {},
  });
  expect((await now(number)).undeterminable).toEqual(["its head moved while it was read"]);
  github.setGate(undefined);
  expect((await now(number)).undeterminable).toEqual([]);
  repo.pull(number).reviews = Array.from({ length: 1100 }, () => review);
  expect((await now(number)).undeterminable).toEqual(["its reviews can't all be read: there are too many"]);
});

test("the label's history is read beyond the first page, and bounded", async () => {
  const { repo, github } = scene;
  const { number } = openPull(scene);
  for (let n = 0; n < 130; n++) {
    repo.as("tina").label(number, "widens-scope");
    repo.as("tina").unlabel(number, "widens-scope");
  }
  repo.as("alice").label(number, "widens-scope");
  const { labelEvents, undeterminable } = await now(number);
  expect(labelEvents).toHaveLength(261);
  expect(labelEvents.at(-1)).toMatchObject({ kind: "labeled", actor: { login: "alice" } });
  expect(undeterminable).toEqual([]);
  const [event] = repo.pull(number).events;
  if (event === undefined) throw new Error("no event");
  repo.pull(number).events = Array.from({ length: 2000 }, () => event);
  expect((await now(number)).undeterminable).toEqual(["the history of its labels can't be read whole"]);
  github.failWhen(({ operation }) => operation === "issues/list-events", {
    kind: "status",
    status: 403,
    message: "Resource not accessible by integration",
  });
  expect((await now(number)).undeterminable).toEqual(["the history of its labels can't be read"]);
});

test("our comment is found among others of the same account, on any page, and edited in place", async () => {
  const { repo, port, github } = scene;
  const { number } = openPull(scene);
  for (let n = 0; n < 120; n++) repo.as("carl").comment(number, `<!-- toolcard:gate -->\nforged ${n}`);
  await port.comment(number, "Who may allow it: alice.\n", undefined);
  const { comment } = await now(number);
  expect(comment?.body).toBe("Who may allow it: alice.\n");
  await port.comment(number, "Allowed.\n", comment?.id);
  expect(repo.pull(number).comments).toHaveLength(121);
  expect((await now(number)).comment).toEqual({ id: comment?.id, body: "Allowed.\n" });
  // Somebody takes it away between the look and the edit.
  repo.pull(number).comments.pop();
  await port.comment(number, "Once more.\n", comment?.id);
  expect((await now(number)).comment?.body).toBe("Once more.\n");
  await port.comment(number, "🦊".repeat(40_000), comment?.id);
  expect(github.failures).toEqual([]);
});

test("a verdict counts only when it is a completed run of our own App under our name", async () => {
  const { repo, github, port } = scene;
  const { number, head } = openPull(scene);
  const forger = github.app({ slug: "forger", permissions: { checks: "write", statuses: "write" } });
  const actions = github.actionsToken(repo, { checks: "write", statuses: "write" });
  for (const token of [forger.install("acme").token(), actions]) {
    await fetch(`${github.url}/repos/acme/tools/check-runs`, {
      method: "POST",
      headers: { authorization: `token ${token}` },
      body: JSON.stringify({
        name: "toolcard/scope",
        head_sha: head,
        status: "completed",
        conclusion: "success",
      }),
    });
  }
  repo.as("bob").status(head, "toolcard/scope", "success");
  for (const body of [
    { name: "toolcard/other", head_sha: head, status: "completed", conclusion: "success" },
    { name: "toolcard/scope", head_sha: head, status: "in_progress" },
  ]) {
    await fetch(`${github.url}/repos/acme/tools/check-runs`, {
      method: "POST",
      headers: { authorization: `token ${scene.token}` },
      body: JSON.stringify(body),
    });
  }
  expect(repo.state.runs).toHaveLength(4);
  expect((await now(number)).verdicts).toEqual([]);
  await port.publish(output(head));
  const [verdict] = (await now(number)).verdicts;
  expect(verdict).toMatchObject({ commit: head, passes: false, id: "sha256:1" });
  expect(verdict?.at).toBe(Date.parse(repo.state.runs.at(-1)?.completedAt ?? ""));
});

test("all verdicts on a head are found: more than a page of them, and on the 300th commit of a pull request", async () => {
  const { repo, port, github } = scene;
  const { number } = openPull(scene);
  let head = "";
  for (let n = 0; n < 300; n++) head = repo.as("bob").push("wider", { "n.txt": String(n) });
  await port.publish(output(head));
  const [run] = repo.state.runs;
  if (run === undefined) throw new Error("no run");
  const calls = github.calls().length;
  expect((await now(number)).verdicts).toHaveLength(1);
  expect(github.calls(calls).map(({ operation }) => operation)).toContain("checks/list-for-ref");
  for (let n = 0; n < 120; n++) repo.state.runs.push({ ...run, id: 10_000 + n, externalId: `v${n}` });
  const { verdicts, undeterminable } = await now(number);
  expect(verdicts).toHaveLength(121);
  expect(verdicts.at(-1)?.id).toBe("v119");
  expect(undeterminable).toEqual([]);
});

test("by the Action, a status counts that we wrote as a verdict, and none that others wrote or that judged nothing", async () => {
  const { repo, github, portOf } = scene;
  const { number, head } = openPull(scene);
  const token = github.actionsToken(repo, { statuses: "write", pull_requests: "write", contents: "read" });
  const action = portOf({ token, publisher: { by: "action", url: "https://ci.example/runs/1" } });
  repo.as("bob").status(head, "toolcard/scope", "success");
  const post = (body: object): Promise<Response> =>
    fetch(`${github.url}/repos/acme/tools/statuses/${head}`, {
      method: "POST",
      headers: { authorization: `token ${token}` },
      body: JSON.stringify(body),
    });
  await post({
    state: "failure",
    context: "toolcard/scope",
    description: "Not judged yet",
    target_url: "https://ci.example/2",
  });
  await post({ state: "success", context: "other", target_url: "https://ci.example/2#toolcard=x" });
  expect((await action.pullRequest(number))?.verdicts).toEqual([]);
  await action.publish(output(head, { passes: true, id: "a b/%" }));
  expect((await action.pullRequest(number))?.verdicts).toMatchObject([
    { commit: head, passes: true, id: "a b/%" },
  ]);
});

test("the newest earlier head that we let pass with a label on is known", async () => {
  const { repo, port } = scene;
  const { number, head } = openPull(scene);
  await port.publish(output(head, { passes: true }));
  const later = repo.as("bob").push("wider", { "more.txt": "1" });
  // It passed without a label: nothing was allowed.
  expect(await now(number)).not.toHaveProperty("allowedBefore");
  repo.as("alice").label(number, "widens-scope");
  await port.publish(output(later, { passes: true }));
  repo.as("bob").push("wider", { "more.txt": "2" });
  expect(await now(number)).toMatchObject({ allowedBefore: later });
  const last = repo.as("bob").push("wider", { "more.txt": "3" });
  await port.publish(output(last, { passes: false }));
  repo.as("bob").push("wider", { "more.txt": "4" });
  expect(await now(number)).toMatchObject({ allowedBefore: later });
});
