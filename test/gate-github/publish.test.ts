import { afterEach, beforeEach, expect, test } from "vitest";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import { openPull, output, startGate, type GateScene } from "./scene.ts";
import { isReadable } from "../../src/core/gate/published.ts";

let scene: GateScene;
beforeEach(async () => {
  scene = await startGate();
});
afterEach(() => scene.github.close());

const annotation = (n: number) => ({
  path: "registry/cards/one.yaml",
  startLine: n,
  endLine: n,
  level: "failure" as const,
  title: "Widens",
  message: `line ${n}`,
});

test("a verdict is one completed check run, with annotations", async () => {
  const { repo, port, github } = scene;
  const { head } = openPull(scene);
  const annotations = Array.from({ length: 80 }, (_, n) => annotation(n + 1));
  await port.publish(output(head, { annotations, title: "é".repeat(300) }));
  expect(repo.state.runs).toMatchObject([
    { name: "toolcard/scope", sha: head, status: "completed", conclusion: "failure", externalId: "sha256:1" },
  ]);
  const [run] = repo.state.runs;
  expect(run?.annotations).toHaveLength(50);
  expect(run?.output.title).toHaveLength(255);
  expect(github.calls().filter(({ operation }) => operation === "checks/create")).toHaveLength(1);
  expect(github.calls().filter(({ operation }) => operation === "checks/update")).toHaveLength(0);
});

test("the same verdict is not published twice, another is a new run", async () => {
  const { repo, port, portOf } = scene;
  const { number, head } = openPull(scene);
  await port.publish(output(head));
  await port.publish(output(head));
  await port.pullRequest(number);
  await port.publish(output(head));
  await portOf({}).publish(output(head));
  expect(repo.state.runs).toHaveLength(1);
  await port.publish(output(head, { passes: true }));
  await port.publish(output(head, { id: "sha256:2" }));
  await port.publish(output(head));
  expect(repo.state.runs.map(({ externalId, conclusion }) => `${externalId} ${conclusion}`)).toEqual([
    "sha256:1 failure",
    "sha256:1 success",
    "sha256:2 failure",
    "sha256:1 failure",
  ]);
});

test("of two verdicts within one second nobody knows the newer: it is published again", async () => {
  const { repo, port } = scene;
  const { head } = openPull(scene);
  await port.publish(output(head, { id: "sha256:2" }));
  await port.publish(output(head));
  const [first, second] = repo.state.runs;
  if (first === undefined || second === undefined) throw new Error("no runs");
  second.completedAt = first.completedAt;
  await port.publish(output(head));
  expect(repo.state.runs).toHaveLength(3);
});

test.each([
  ["a summary that is too long", { summary: "é".repeat(33_000), passes: true }],
  [
    "an annotation that GitHub refuses",
    { annotations: [{ ...annotation(1), level: "fatal" as never }], passes: true },
  ],
])("instead of %s there is a short failure, never a success that lost its text", async (_, more) => {
  const { repo, port, github } = scene;
  const { number, head } = openPull(scene);
  await port.publish(output(head, more));
  github.failures.splice(0);
  expect(repo.state.runs).toMatchObject([{ status: "completed", conclusion: "failure", annotations: [] }]);
  // Nobody could read in it what a label would be for.
  expect((await port.pullRequest(number))?.verdicts.filter(isReadable)).toEqual([]);
  await port.publish(output(head));
  expect(repo.state.runs.at(-1)).toMatchObject({
    externalId: "sha256:1",
    output: { summary: "What it is." },
  });
});

test("a commit that is not there, or GitHub out of reach, is an error", async () => {
  const { port, portOf, github } = scene;
  await expect(port.publish(output("0".repeat(40)))).rejects.toThrow("No commit found");
  const { head } = openPull(scene);
  github.failWhen(({ operation }) => operation === "checks/create", { kind: "status", status: 502 });
  await expect(portOf({ client: { retries: 0 } }).publish(output(head))).rejects.toThrow("Server Error");
});

test("a secondary limit that outlasts the time is an error, and the next evaluation publishes", async () => {
  const { portOf, port, repo, github } = scene;
  const { head } = openPull(scene);
  github.failWhen(({ operation }) => operation === "checks/create", { kind: "secondary-limit" });
  await expect(portOf({ client: { totalMs: 10_000 } }).publish(output(head))).rejects.toThrow("secondary");
  expect(repo.state.runs).toEqual([]);
  await port.publish(output(head));
  expect(repo.state.runs).toHaveLength(1);
});

const asAction = (): GatePort => {
  const { github, repo, portOf } = scene;
  const token = github.actionsToken(repo, { statuses: "write", pull_requests: "write", contents: "read" });
  const publisher = { by: "action", url: "https://ci.example/runs/1#old" } as const;
  return portOf({ token, publisher, memory: createGateMemory() });
};

test("by the Action a verdict is a status: a sentence of 140 characters at most, and a link", async () => {
  const { repo } = scene;
  const { number, head } = openPull(scene);
  const action = asAction();
  await action.publish(output(head, { description: `${"🦊".repeat(139)}ab` }));
  await action.publish(output(head, { description: "x" }));
  await action.pullRequest(number);
  await action.publish(output(head, { description: "x" }));
  expect(repo.state.statuses).toMatchObject([
    {
      context: "toolcard/scope",
      state: "failure",
      description: `${"🦊".repeat(139)}…`,
      target: "https://ci.example/runs/1#toolcard=sha256%3A1",
    },
  ]);
  await action.publish(output(head, { passes: true, id: "sha256:2" }));
  expect(repo.state.statuses.at(-1)).toMatchObject({ state: "success" });
});

test("a label is made once, in whatever case there is one, and taken off where it is on", async () => {
  const { repo, port, portOf } = scene;
  const { number } = openPull(scene);
  repo.label("Widens-Scope");
  await port.makeLabel("widens-scope");
  await port.makeLabel("other");
  await portOf({ memory: createGateMemory() }).makeLabel("other");
  expect([...repo.state.labels.keys()]).toEqual(["widens-scope", "other"]);
  repo.as("alice").label(number, "widens-scope");
  await port.takeLabelOff(number, "WIDENS-SCOPE");
  await port.takeLabelOff(number, "widens-scope");
  await port.takeLabelOff(number, "never made");
  expect(repo.pull(number).labels).toEqual([]);
});
