import { afterEach, expect, test } from "vitest";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { gatePullRequest } from "../../src/jobs/gate.ts";
import { summarize } from "../github/call-log.ts";
import type { GivenFiles } from "../github/files.ts";
import { openPull, startGate, type GateScene } from "./scene.ts";

let scene: GateScene | undefined;
afterEach(() => scene?.github.close());

const id = (n: number): string => `0b9f4c3e-8d1a-4e57-9c26-${String(n).padStart(12, "0")}`;

const card = (n: number, ...fields: string[]): string => {
  const properties = Object.fromEntries(
    ["id", ...fields].map((field) => [field, { type: "string", maxLength: 40 }]),
  );
  const schema = JSON.stringify({ type: "object", properties, additionalProperties: false });
  const tools = ["read", "write", "list"]
    .map((name) => `  - { name: ${name}, inputSchema: ${schema} }\n`)
    .join("");
  return `id: ${id(n)}\nserver: server-${n}\nrevision: ${1 + fields.length}\nremote: { type: streamable-http, url: "https://s${n}.example/mcp" }\ntools:\n${tools}`;
};

const grants = (n: number): string =>
  `agent: agent-${n}\nenrolments:\n  - server: server-${n}\n    card: ${id(n)}\n    grants:\n      - { tool: read, job: intake }\n`;

/** A registry of 1000 cards and 300 grants files, all owned by one team. */
function large(): GivenFiles {
  const files: Record<string, string> = {
    "registry/toolcard.yaml": "label: widens-scope\n",
    ".github/CODEOWNERS": "* @acme/owners\n",
    ".github/workflows/test.yml": "on: push\njobs: {}\n",
  };
  for (let n = 0; n < 1000; n++) files[`registry/cards/server-${n}.yaml`] = card(n);
  for (let n = 0; n < 300; n++) files[`registry/grants/agent-${n}.yaml`] = grants(n);
  return files;
}

test("a pull request is judged in at most 12 calls, and again in at most 6", async () => {
  scene = await startGate(large());
  const { github, repo, port, portOf } = scene;
  github.team("acme", "owners", { members: ["olga"] });
  repo.giveTeam("owners", "write");
  const { number, head } = openPull(scene, "wider", { "registry/cards/server-7.yaml": card(7, "force") });

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
