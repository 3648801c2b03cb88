import { Buffer } from "node:buffer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import { cardText } from "../cli/texts.ts";
import type { GivenFiles } from "../github/files.ts";
import { CARD, openPull, startGate, type GateScene } from "./scene.ts";

const card = (...fields: string[]): string => {
  const properties = Object.fromEntries(["id", ...fields].map((field) => [field, { type: "string" }]));
  const inputSchema = { type: "object", properties, additionalProperties: false };
  const text = cardText("https://one.example/mcp", [{ name: "read", inputSchema }]);
  return text.replace("revision: 1", `revision: ${fields.length}`);
};
const BASE = { [CARD]: card("limit") };
const WIDER = { [CARD]: card("limit", "force") };
const WIDEST = { [CARD]: card("limit", "force", "everywhere") };

let scene: GateScene;
beforeEach(async () => {
  scene = await startGate({
    ...BASE,
    "registry/toolcard.yaml": "label: widens-scope\n",
    ".github/CODEOWNERS": "* @acme/owners\n",
  });
  const { github, repo } = scene;
  github.team("acme", "owners", { members: ["olga"], pending: ["pete"] });
  repo.giveTeam("owners", "write");
});
afterEach(() => scene.github.close());

const judge = async (number: number): Promise<string> => {
  const judged = await gatePullRequest(scene.portOf({}), number);
  const verdict = judged?.verdicts.find(({ pullRequest }) => pullRequest === number);
  return judged === undefined ? "not open" : `${judged.passes ? "green" : "red"}: ${verdict?.kind}`;
};
const label = (number: number, login = "olga"): void => {
  scene.github.clock.advance(2);
  if (scene.repo.pull(number).labels.length > 0) scene.repo.as("alice").unlabel(number, "widens-scope");
  scene.repo.as(login).label(number, "widens-scope");
};
/** What the newest check run says of a commit. */
const check = (sha: string): string | null | undefined =>
  scene.repo.state.runs.findLast((run) => run.sha === sha)?.conclusion;

test("a widening is red until an owner labels just this head, and red again after a push", async () => {
  const { repo } = scene;
  const { number, head } = openPull(scene, "wider", WIDER);
  expect(await judge(number)).toBe("red: needs-label");
  for (const login of ["tina", "bob", "alice"]) {
    label(number, login);
    expect(await judge(number), login).toBe("red: needs-label");
  }
  label(number);
  expect(await judge(number)).toBe("green: passes");
  expect(check(head)).toBe("success");
  const next = repo.as("bob").push("wider", WIDEST);
  expect(await judge(number)).toBe("red: needs-label");
  expect(check(next)).toBe("failure");
  label(number);
  expect(await judge(number)).toBe("green: passes");
  repo.as("alice").unlabel(number, "widens-scope");
  expect(await judge(number)).toBe("red: needs-label");
});

test("a label that was there before our check does not count, whoever forged one", async () => {
  const { repo, github } = scene;
  const { number, head } = openPull(scene, "wider", WIDER);
  const forger = github
    .app({ slug: "forger", permissions: { checks: "write" } })
    .install("acme")
    .token();
  for (const token of [forger, github.actionsToken(repo, { checks: "write" })]) {
    await fetch(`${github.url}/repos/acme/tools/check-runs`, {
      method: "POST",
      headers: { authorization: `token ${token}` },
      body: JSON.stringify({
        name: "toolcard/scope",
        head_sha: head,
        status: "completed",
        conclusion: "failure",
      }),
    });
  }
  repo.as("bob").status(head, "toolcard/scope", "success");
  label(number);
  expect(await judge(number)).toBe("red: needs-label");
  label(number);
  expect(await judge(number)).toBe("green: passes");
});

test("a narrowing is green at once", async () => {
  const { number } = openPull(scene, "narrow", { [CARD]: card().replace("revision: 0", "revision: 2") });
  expect(await judge(number)).toBe("green: passes");
});

test("a label that an app put on in an owner's name does not count", async () => {
  const { repo, app } = scene;
  const { number } = openPull(scene, "wider", WIDER);
  await judge(number);
  label(number);
  const event = repo.pull(number).events.at(-1);
  if (event === undefined) throw new Error("no event");
  event.app = app.state;
  expect(await judge(number)).toBe("red: needs-label");
});

test("a base that has the widening already hides nothing from the default branch, nor does pointing it elsewhere", async () => {
  const { repo } = scene;
  repo.as("alice").push("decoy", { ...WIDER, "d.txt": "d" });
  const bob = repo.as("bob");
  const head = bob.push("wider", WIDER);
  const number = bob.openPull("wider", "decoy", "Nothing much");
  expect(await judge(number)).toBe("red: needs-label");
  label(number);
  expect(await judge(number)).toBe("green: passes");
  repo.as("bob").edit(number, { base: "main" });
  expect(await judge(number)).toBe("red: needs-label");
  expect(check(head)).toBe("failure");
});

test("a check is the worst of all open pull requests with its head", async () => {
  const { repo, github } = scene;
  const { number, head } = openPull(scene, "wider", WIDER);
  const fork = github.fork(repo, "carl");
  fork.as("carl").forcePush("mine", head);
  const other = repo.as("carl").openPull("carl:mine", "main", "The same");
  expect(await judge(number)).toBe("red: needs-label");
  label(number);
  expect(await judge(number)).toMatch(/^red/);
  fork.remove();
  label(other);
  expect(await judge(other)).toBe("green: passes");
});

test.each<[string, GivenFiles]>([
  ["a link", { [CARD]: { mode: "120000", content: "../x.yaml" } }],
  ["a submodule", { [CARD]: { mode: "160000", content: "a".repeat(40) } }],
  ["a folder", { [CARD]: null, [`${CARD}/x.yaml`]: "x: 1\n" }],
  ["2 MB", { [CARD]: Buffer.alloc(2_000_000, "#") }],
  ["not UTF-8", { [CARD]: Buffer.concat([Buffer.from(card("limit")), Buffer.from([0x23, 0xff, 0x0a])]) }],
  [
    "behind 400 files",
    { [CARD]: "id: 1\n", ...Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`a/${n}`, "x"])) },
  ],
])("a card that is %s is refused, label or not", async (_, files) => {
  const { number, head } = openPull(scene, "odd", files);
  expect(await judge(number)).toBe("red: refused");
  label(number);
  expect(await judge(number)).toBe("red: refused");
  expect(check(head)).toBe("failure");
});

test("a team that can't be read is a failure, with the reason", async () => {
  const { repo, github, app } = scene;
  const { number, head } = openPull(scene, "wider", WIDER);
  await judge(number);
  label(number);
  const token = app
    .install("acme")
    .token({ contents: "read", pull_requests: "write", issues: "write", checks: "write" });
  const judged = await gatePullRequest(scene.portOf({ token }), number);
  expect(judged).toMatchObject({ passes: false });
  expect(repo.state.runs.at(-1)).toMatchObject({ sha: head, conclusion: "failure" });
  expect(JSON.stringify(repo.state.runs.at(-1)?.output)).toContain("Members: read");
  expect(github.failures).toEqual([]);
});

test("a head that moves at any call never gets a success for what was labelled before", async () => {
  const { repo, github } = scene;
  const { number } = openPull(scene, "wider", WIDER);
  await judge(number);
  let movedAt = 0;
  for (let n = 1; movedAt === n - 1; n++) {
    repo.as("bob").push("wider", { ...WIDER, "n.txt": String(n) }, { force: true, onto: repo.tip() ?? "" });
    await judge(number);
    label(number);
    let calls = 0;
    let moved = "";
    github.setGate({
      enter: async () => {
        calls += 1;
        if (calls === n) moved = repo.as("bob").push("wider", { ...WIDEST, "n.txt": `moved ${n}` });
      },
      leave: () => {},
    });
    await judge(number);
    github.setGate(undefined);
    if (moved === "") continue;
    movedAt = n;
    expect(check(moved), `call ${n}`).not.toBe("success");
    expect(await judge(number), `call ${n}`).toBe("red: needs-label");
  }
  expect(movedAt).toBeGreaterThan(4);
});

test("whatever call goes wrong, an unlabelled widening is never green, and a labelled one is once GitHub is well", async () => {
  const { repo, github, portOf } = scene;
  const once = async (number: number, n: number): Promise<void> => {
    const kind = ["status", "drop", "half", "status-after"] as const;
    const fault = kind[n % kind.length] ?? "status";
    github.failAt(
      n,
      fault === "status" || fault === "status-after" ? { kind: fault, status: 502 } : { kind: fault },
    );
    await gatePullRequest(portOf({ client: { retries: 0 } }), number).catch(() => undefined);
    github.heal();
  };
  for (let n = 1; n <= 9; n++) {
    const { number, head } = openPull(scene, `wider-${n}`, { ...WIDER, "n.txt": String(n) });
    await once(number, n);
    expect(check(head), `call ${n}`).not.toBe("success");
    expect(await judge(number)).toBe("red: needs-label");
    label(number);
    await once(number, n);
    expect(await judge(number), `call ${n}`).toBe("green: passes");
    expect(check(head)).toBe("success");
    repo.as("bob").close(number);
  }
}, 60_000);

test("a merge group is green when its members are, and answered on its own head", async () => {
  const { repo } = scene;
  repo.rule({ type: "merge_queue", branches: ["~DEFAULT_BRANCH"] });
  const { number } = openPull(scene, "wider", WIDER);
  await judge(number);
  repo.as("alice").enqueue(number);
  const [entry] = repo.state.queue;
  if (entry === undefined) throw new Error("no entry");
  const group = { head: entry.head, base: entry.base };
  expect(await gateGroup(scene.portOf({}), group)).toMatchObject({ passes: false });
  expect(check(entry.head)).toBe("failure");
  label(number);
  await judge(number);
  expect(await gateGroup(scene.portOf({}), group)).toMatchObject({ passes: true });
  expect(check(entry.head)).toBe("success");
});

test.each([
  {
    what: "takes the owner of a workflow that it leaves as it is",
    change: { ".github/CODEOWNERS": "* @acme/owners\n/.github/workflows/gate.yml @bob\n" },
  },
  {
    what: "edits what calls a workflow that uses toolcard",
    change: {
      ".github/workflows/all.yml": "on: []\njobs: { all: { uses: ./.github/workflows/gate.yml } }\n",
    },
  },
  {
    what: "edits what uses an action that uses toolcard",
    change: {
      ".github/workflows/own.yml": "jobs: { own: { steps: [{ uses: ./.github/actions/own, if: no }] } }\n",
    },
  },
])("a pull request that $what needs the label", async ({ change }) => {
  scene.repo.as("alice").push("main", {
    ".github/workflows/gate.yml":
      "on: workflow_call\njobs: { gate: { steps: [{ uses: acme/toolcard@v1 }] } }\n",
    ".github/actions/own/action.yml": "runs: { steps: [{ uses: acme/toolcard@v1 }] }\n",
    ".github/workflows/all.yml": "on: push\njobs: { all: { uses: ./.github/workflows/gate.yml } }\n",
    ".github/workflows/own.yml": "jobs: { own: { steps: [{ uses: ./.github/actions/own }] } }\n",
  });
  const { number } = openPull(scene, "apart", change);
  expect(await judge(number)).toBe("red: needs-label");
  label(number);
  expect(await judge(number)).toBe("green: passes");
});

test("a pull request with more than can be read leaves the judgement of others as it is", async () => {
  const { repo } = scene;
  // GitHub gives no text of this one, as it is too long for that.
  repo.as("alice").push("main", { [CARD]: `${card("limit")}# ${"x".repeat(600_000)}\n` });
  const many: GivenFiles = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`registry/cards/c${n}.yaml`, Buffer.from([0xff, n])]),
  );
  const flood = openPull(scene, "flood", many);
  expect(await judge(flood.number)).toBe("red: refused");
  const small = openPull(scene, "small", { "README.md": "words\n" });
  expect(await judge(small.number)).toBe("green: passes");
});
