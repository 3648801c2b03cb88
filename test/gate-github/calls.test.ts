import { afterEach, expect, test } from "vitest";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { gatePullRequest } from "../../src/jobs/gate.ts";
import { summarize } from "../github/call-log.ts";
import { cardOf, largeRegistry } from "./large.ts";
import { openPull, startGate, type GateScene } from "./scene.ts";

let scene: GateScene | undefined;
afterEach(() => scene?.github.close());

test("a pull request is judged in at most 12 calls, and again in at most 6", async () => {
  scene = await startGate(largeRegistry());
  const { github, repo, port, portOf } = scene;
  github.team("acme", "owners", { members: ["olga"] });
  repo.giveTeam("owners", "write");
  const { number, head } = openPull(scene, "wider", { "registry/cards/server-7.yaml": cardOf(7, "force") });

  expect(await gatePullRequest(port, number)).toMatchObject({
    passes: false,
    verdicts: [{ kind: "needs-label" }],
  });
  expect(repo.state.runs).toMatchObject([{ sha: head, conclusion: "failure" }]);
  github.clock.advance(2);
  repo.as("olga").label(number, "widens-scope");

  // A process that was never asked before.
  const memory = createGateMemory();
  let before = github.calls().length;
  expect(await gatePullRequest(portOf({ memory }), number)).toMatchObject({ passes: true });
  const cold = summarize(github.calls(before));
  expect(cold.length, cold.join("\n")).toBeLessThanOrEqual(12);

  repo.as("olga").unlabel(number, "widens-scope");
  expect(await gatePullRequest(portOf({ memory }), number)).toMatchObject({ passes: false });
  github.clock.advance(2);
  repo.as("olga").label(number, "widens-scope");
  before = github.calls().length;
  expect(await gatePullRequest(portOf({ memory }), number)).toMatchObject({ passes: true });
  const again = summarize(github.calls(before));
  expect(again.length, again.join("\n")).toBeLessThanOrEqual(6);

  before = github.calls().length;
  expect(await gatePullRequest(portOf({ memory }), number)).toMatchObject({ passes: true });
  const warm = summarize(github.calls(before));
  expect(warm.length, warm.join("\n")).toBeLessThanOrEqual(3);
  expect(repo.state.runs.map(({ conclusion }) => conclusion)).toEqual([
    "failure",
    "success",
    "failure",
    "success",
  ]);
}, 60_000);
