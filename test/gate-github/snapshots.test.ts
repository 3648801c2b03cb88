import { Buffer } from "node:buffer";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CODEOWNERS_LIMIT } from "../../src/core/owners/codeowners.ts";
import type { FileAt, Snapshot } from "../../src/core/gate/snapshot.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import type { GivenFiles } from "../github/files.ts";
import { CARD, CARD_TEXT, openPull, startGate, type GateScene } from "./scene.ts";

let scene: GateScene;
beforeEach(async () => {
  scene = await startGate();
});
afterEach(() => scene.github.close());

const at = async (files: GivenFiles): Promise<Snapshot> => {
  const head = scene.repo.as("alice").push("main", files);
  const [snapshot] = await scene.port.snapshots([head]);
  if (snapshot === undefined) throw new Error("no snapshot");
  return snapshot;
};
const textOf = (file: FileAt | undefined): string | undefined =>
  file?.kind === "file" && file.bytes !== undefined ? Buffer.from(file.bytes).toString() : undefined;

test("the deciding files are read, and no others", async () => {
  const { commit, folder, files } = await at({
    "registry/README.md": "x",
    "registry/cards/README.md": "x",
    "registry/cards/two.yml": "misplaced: true\n",
    "registry/other/three.yaml": "x: 1\n",
    "docs/CODEOWNERS": "* @bob\n",
    "docs/cards/x.yaml": "x: 1\n",
    ".github/dependabot.YML": "x: 1\n",
    ".github/actions/a/b/action.yaml": "x: 1\n",
    ".github/notes.md": "x",
    "workflows/x.yml": "x: 1\n",
  });
  expect(commit).toBe(scene.repo.tip());
  expect(folder).toBe("registry");
  expect([...files.keys()].toSorted()).toEqual([
    ".github/CODEOWNERS",
    ".github/actions/a/b/action.yaml",
    ".github/dependabot.YML",
    "docs/CODEOWNERS",
    "registry/cards/one.yaml",
    "registry/cards/two.yml",
    "registry/grants/intake-bot.yaml",
    "registry/toolcard.yaml",
  ]);
  expect(textOf(files.get(CARD))).toBe(CARD_TEXT);
});

test("what is no regular file of a bearable size is there to be refused, and never read or followed", async () => {
  const large = "x".repeat(1024 * 1024);
  const { files } = await at({
    "registry/cards/link.yaml": { mode: "120000", content: "one.yaml" },
    "registry/cards/module.yaml": { mode: "160000", content: "a".repeat(40) },
    "registry/cards/folder.yaml/x.yaml": "x: 1\n",
    "registry/cards/deep/x.yaml": "x: 1\n",
    "registry/cards/two-mib.yaml": Buffer.alloc(2 * 1024 * 1024, "y"),
    "registry/cards/most.yaml": large,
    "registry/cards/runs.yaml": { mode: "100755", content: "x: 1\n" },
    ".github/workflows/link.yml": { mode: "120000", content: "../x.yml" },
    CODEOWNERS: { mode: "120000", content: ".github/CODEOWNERS" },
    "docs/CODEOWNERS": "#".repeat(CODEOWNERS_LIMIT),
  });
  const kinds = Object.fromEntries([...files].map(([path, { kind }]) => [path, kind]));
  expect(kinds).toMatchObject({
    "registry/cards/link.yaml": "link",
    "registry/cards/module.yaml": "submodule",
    "registry/cards/folder.yaml": "folder",
    "registry/cards/deep": "folder",
    "registry/cards/two-mib.yaml": "too-large",
    "registry/cards/most.yaml": "file",
    "registry/cards/runs.yaml": "file",
    ".github/workflows/link.yml": "link",
    CODEOWNERS: "link",
    "docs/CODEOWNERS": "too-large",
  });
  expect(textOf(files.get("registry/cards/most.yaml"))).toBe(large);
});

test.each([
  ["the registry's folder", { registry: { mode: "120000", content: "elsewhere" } }, "registry", "link"],
  [
    "a step to it",
    { ".github/toolcard.yml": "registry: a/b\n", a: { mode: "160000", content: "a".repeat(40) } },
    "a",
    "submodule",
  ],
  ["its cards", { "registry/cards": { mode: "120000", content: "../elsewhere" } }, "registry/cards", "link"],
] as const)("where %s is no folder, that is there", async (_, given, path, kind) => {
  const { files } = await at(given);
  expect(files.get(path)?.kind).toBe(kind);
  expect(files.has(CARD)).toBe(false);
});

test.each([
  ["another folder", "registry: tools/reg/\n", "tools/reg"],
  ["the root", "registry: .\n", ""],
  ["inside .github", "registry: .github/reg\n", ".github/reg"],
  ["nothing that can be read", "registry: [\n", undefined],
  ["a way out", "registry: ../x\n", undefined],
])("each commit's own .github/toolcard.yml says where its registry is: %s", async (_, text, folder) => {
  const prefix = folder === undefined || folder === "" ? "" : `${folder}/`;
  const head = scene.repo.as("alice").push("other", {
    ".github/toolcard.yml": text,
    [`${prefix}cards/two.yaml`]: "x: 1\n",
    [`${prefix}toolcard.yaml`]: "label: x\n",
  });
  const [before, after] = await scene.port.snapshots([scene.repo.tip() ?? "", head]);
  expect(before?.folder).toBe("registry");
  expect(after?.folder).toBe(folder);
  expect(textOf(after?.files.get(".github/toolcard.yml"))).toBe(text);
  expect(textOf(after?.files.get(`${prefix}cards/two.yaml`))).toBe(
    folder === undefined ? undefined : "x: 1\n",
  );
  expect(after?.files.has(CARD)).toBe(false);
  expect(before?.files.has(CARD)).toBe(true);
  // Where it is now is the guess for the next, which costs no more when it is wrong.
  const again = await scene.portOf({ memory: createGateMemory() }).snapshots([head]);
  expect(again[0]?.folder).toBe(folder);
});

test("a .github/toolcard.yml that is a link says nothing", async () => {
  const { folder, files } = await at({
    ".github/toolcard.yml": { mode: "120000", content: "x.yml" },
    ".github/x.yml": "registry: x\n",
  });
  expect(folder).toBeUndefined();
  expect(files.get(".github/toolcard.yml")?.kind).toBe("link");
  expect(files.has(CARD)).toBe(false);
});

test("bytes are as git has them, whatever text GitHub makes of them", async () => {
  const given: Record<string, Buffer> = {
    "registry/cards/latin.yaml": Buffer.from("title: caf\u00e9\n", "latin1"),
    "registry/cards/zero.yaml": Buffer.from([0x61, 0, 0x62]),
    "registry/cards/bom.yaml": Buffer.from("\uFEFFx: 1\r\n"),
    "registry/cards/half.yaml": Buffer.from([0xed, 0xa0, 0x80]),
    "registry/cards/long.yaml": Buffer.from(`x: "${"é".repeat(300_000)}"\n`),
    "registry/cards/empty.yaml": Buffer.alloc(0),
  };
  const { files } = await at(given);
  for (const [path, bytes] of Object.entries(given)) {
    const file = files.get(path);
    expect(
      file?.kind === "file" && file.bytes !== undefined && Buffer.from(file.bytes).equals(bytes),
      path,
    ).toBe(true);
  }
});

test("of files that no text can stand for some are left unread once there are too many of them", async () => {
  const given: Record<string, Buffer> = {};
  for (let n = 0; n < 60; n++) given[`registry/cards/c${n}.yaml`] = Buffer.from([0xff, n]);
  const before = scene.github.calls().length;
  const { files } = await at(given);
  const seen = Object.keys(given).map((path) => files.get(path));
  // Not as if they were too large: the next reading of this commit may have what this one has not.
  expect(new Set(seen.map((file) => file?.kind))).toEqual(new Set(["file"]));
  const unread = seen.filter((file) => file?.kind === "file" && file.bytes === undefined);
  expect(unread).toHaveLength(20);
  expect(scene.github.calls(before).length).toBeLessThan(50);
});

test.each([
  ["a workflow", ".github/workflows/b.yml"],
  ["CODEOWNERS", ".github/CODEOWNERS"],
])("all workflows are read where two commits differ in %s, and else none", async (_, path) => {
  const base = scene.repo
    .as("alice")
    .push("main", { ".github/workflows/a.yml": "a: 1\n", ".github/workflows/b.yml": "b: 1\n" });
  const near = scene.repo.as("bob").push("near", { [CARD]: `${CARD_TEXT}# more\n` });
  for (const snapshot of await scene.port.snapshots([base, near]))
    expect(snapshot.files.get(".github/workflows/a.yml")).not.toHaveProperty("bytes");
  const far = scene.repo.as("bob").push("far", { [path]: "* @bob\n" });
  for (const snapshot of await scene.port.snapshots([base, far]))
    expect(textOf(snapshot.files.get(".github/workflows/a.yml"))).toBe("a: 1\n");
});

test("snapshots come in the order asked for, and what was read once is not asked for again", async () => {
  const { github, portOf } = scene;
  const { head } = openPull(scene);
  const base = scene.repo.tip() ?? "";
  const snapshots = await scene.port.snapshots([head, base, head]);
  expect(snapshots.map(({ commit }) => commit)).toEqual([head, base, head]);
  const before = github.calls().length;
  expect(await portOf({}).snapshots([base, head])).toEqual([snapshots[1], snapshots[0]]);
  expect(github.calls(before)).toHaveLength(0);
  // A memory that holds nothing changes no answer.
  const small = createGateMemory({ bytes: 1 });
  expect(await portOf({ memory: small }).snapshots([base, head])).toEqual([snapshots[1], snapshots[0]]);
});

test("the head of a fork is read through the repository itself", async () => {
  const { repo, github, port } = scene;
  const fork = github.fork(repo, "carl");
  const head = fork.as("carl").push("wider", { [CARD]: `${CARD_TEXT}# fork\n` });
  repo.as("carl").openPull("carl:wider", "main", "From a fork");
  const [snapshot] = await port.snapshots([head]);
  expect(textOf(snapshot?.files.get(CARD))).toContain("# fork");
  expect(
    github.calls().every(({ path }) => path === "/graphql" || path.startsWith("/repos/acme/tools")),
  ).toBe(true);
});

test("a commit that is not there, or a folder that GitHub does not give whole, is an error", async () => {
  const { repo, port } = scene;
  await expect(port.snapshots(["0".repeat(40)])).rejects.toThrow("does not show the commit");
  await expect(port.snapshots(['") { x } #'])).rejects.toThrow("does not show the commit");
  const { objects } = repo.state;
  const head = openPull(scene).head;
  const root = objects.commits.get(head)?.tree ?? "";
  const cut = (objects.trees.get(root) ?? []).slice(1);
  objects.trees.set(root, cut);
  await expect(port.snapshots([head])).rejects.toThrow("did not give the folder");
});

test("folders in folders in folders are an error at some depth, not an endless reading", async () => {
  const deep = `.github/${"a/".repeat(40)}x.yml`;
  await expect(at({ [deep]: "x: 1\n" })).rejects.toThrow("deep");
  expect(scene.github.calls().length).toBeLessThan(30);
});

test("names in folders are taken as they are", async () => {
  const { files } = await at({
    "registry/cards/__proto__.yaml": "x: 1\n",
    "registry/cards/constructor": { mode: "120000", content: "x" },
  });
  expect(textOf(files.get("registry/cards/__proto__.yaml"))).toBe("x: 1\n");
  expect(files.get("registry/cards/constructor")?.kind).toBe("link");
});

test.each([
  ["with an error of its own", { kind: "status", status: 502 }, [200, 502, 200, 200]],
  ["with none", { kind: "drop" }, [200, 0, 200, 200]],
] as const)(
  "a batch that GitHub takes too long over, and ends %s, is asked for in halves",
  async (_, fault, statuses) => {
    const { github, portOf, repo } = scene;
    const given: Record<string, string> = {};
    for (let n = 0; n < 50; n++) given[`registry/cards/c${n}.yaml`] = `x: ${n}\n`;
    const head = repo.as("alice").push("main", given);
    github.failAt(2, fault);
    const port = portOf({ memory: createGateMemory(), client: { retries: 0 } });
    const [snapshot] = await port.snapshots([head]);
    expect(textOf(snapshot?.files.get("registry/cards/c49.yaml"))).toBe("x: 49\n");
    expect(github.calls().map(({ status }) => status)).toEqual(statuses);
  },
);
