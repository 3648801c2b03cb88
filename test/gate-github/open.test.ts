import { afterEach, beforeEach, expect, test } from "vitest";
import { CARD, CARD_TEXT, openPull, startGate, type GateScene } from "./scene.ts";

let scene: GateScene;
beforeEach(async () => {
  scene = await startGate();
});
afterEach(() => scene.github.close());

test("pull requests with one head are found: on other bases, of forks, and where the default branch has it", async () => {
  const { repo, github, port, portOf } = scene;
  const alice = repo.as("alice");
  alice.push("release", { "r.txt": "r" });
  alice.push("decoy", { "d.txt": "d" });
  const { number, head } = openPull(scene);
  const decoy = repo.as("bob").openPull("wider", "decoy", "The same head");
  const fork = github.fork(repo, "carl");
  fork.as("carl").forcePush("mine", head);
  const ofFork = repo.as("carl").openPull("carl:mine", "main", "The same head, from a fork");
  const other = openPull(scene, "other", { "x.txt": "x" }).number;
  expect(await port.openWithHead(head)).toEqual([number, decoy, ofFork]);
  expect(await port.open()).toEqual([number, decoy, ofFork, other]);
  await port.pullRequest(decoy);
  const before = github.calls().length;
  expect(await port.openWithHead(head)).toEqual([number, decoy, ofFork]);
  expect(github.calls(before)).toHaveLength(0);
  // Now the default branch has the head, and the pull request to the other branch is still open.
  alice.merge(number);
  expect(await portOf({}).openWithHead(head)).toContain(decoy);
  repo.as("bob").close(decoy);
  expect(await portOf({}).openWithHead(head)).not.toContain(decoy);
});

test("all open pull requests are found on as many pages as it takes", async () => {
  const { repo, port, github } = scene;
  const { number, head } = openPull(scene);
  const pull = repo.pull(number);
  for (let n = 2; n <= 230; n++) repo.state.pulls.set(n, { ...pull, id: n, number: n });
  expect(await port.open()).toHaveLength(230);
  await port.pullRequest(number);
  const before = github.calls().length;
  expect(await port.openWithHead(head)).toHaveLength(230);
  expect(github.calls(before)).toHaveLength(2);
});

const queued = async (): Promise<number[]> => {
  const { repo } = scene;
  repo.rule({ type: "merge_queue", branches: ["~DEFAULT_BRANCH"] });
  const numbers = ["a", "b", "c"].map((name) => openPull(scene, name, { [`${name}.txt`]: name }).number);
  for (const number of numbers) repo.as("alice").enqueue(number);
  return numbers;
};

test("a merge group's members are the entries from its base to its head, in the order of the queue", async () => {
  const { repo, port } = scene;
  const [a = 0, b = 0, c = 0] = await queued();
  const [first, second, third] = repo.state.queue;
  if (first === undefined || second === undefined || third === undefined) throw new Error("no queue");
  expect(await port.group(second.head, first.base)).toEqual({
    head: second.head,
    base: first.base,
    members: [
      { number: a, head: first.head, base: first.base },
      { number: b, head: second.head, base: second.base },
    ],
    undeterminable: [],
  });
  expect((await port.group(third.head, third.base)).members).toMatchObject([{ number: c }]);
});

test("a gap, a base that is none, two entries of one head, a circle: undeterminable", async () => {
  const { repo, port } = scene;
  await queued();
  const { queue } = repo.state;
  const [first, second, third] = queue;
  if (first === undefined || second === undefined || third === undefined) throw new Error("no queue");
  const why = async (head: string, base: string): Promise<readonly string[]> =>
    (await port.group(head, base)).undeterminable;
  const gap = ["the merge queue does not show how the group was built"];
  expect(await why(third.head, "f".repeat(40))).toEqual(gap);
  expect(await why("f".repeat(40), first.base)).toEqual(gap);
  queue.push({ ...second, id: 99 });
  queue.at(-1)!.pull = third.pull;
  queue.splice(0, 1);
  expect(await why(third.head, first.base)).toEqual(gap);
  second.base = third.head;
  expect(await why(third.head, first.base)).toEqual(gap);
});

test("the whole of a pull request behind more than 300 files and 100 commits is read", async () => {
  const { repo, port } = scene;
  const bob = repo.as("bob");
  for (let n = 0; n < 120; n++) bob.push("wider", { [`noise/${n}.txt`]: "x" });
  const noise = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`noise/more-${n}.txt`, "x"]));
  const head = bob.push("wider", { ...noise, [CARD]: `${CARD_TEXT}# behind\n` });
  const number = bob.openPull("wider", "main", "Much");
  const found = await port.pullRequest(number);
  expect(found).toMatchObject({ head, mergeBase: { base: repo.tip() }, undeterminable: [] });
  const [snapshot] = await port.snapshots([head]);
  expect([...(snapshot?.files.keys() ?? [])].toSorted()).toEqual([
    ".github/CODEOWNERS",
    CARD,
    "registry/grants/intake-bot.yaml",
    "registry/toolcard.yaml",
  ]);
});
