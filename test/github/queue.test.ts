import { expect, test } from "vitest";
import { refusalOf } from "./client.ts";
import { commitFiles, startScene, type Scene } from "./scene.ts";

const ENTRIES = `query($owner: String!, $name: String!, $branch: String) {
  repository(owner: $owner, name: $name) {
    mergeQueue(branch: $branch) {
      entries(first: 100) {
        nodes { position state enqueuer { login } baseCommit { oid } headCommit { oid } pullRequest { number headRefOid } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;

type Entry = {
  position: number;
  state: string;
  baseCommit: { oid: string };
  headCommit: { oid: string };
  pullRequest: { number: number };
};

async function entries({ octokit, at }: Scene): Promise<Entry[]> {
  const answer: { repository: { mergeQueue: { entries: { nodes: Entry[] } } } } = await octokit.graphql(
    ENTRIES,
    { owner: at.owner, name: at.repo },
  );
  return answer.repository.mergeQueue.entries.nodes;
}

async function twoQueued(): Promise<Scene & { numbers: number[] }> {
  const scene = await startScene();
  const { repo, rest, at } = scene;
  const numbers: number[] = [];
  for (const name of ["one", "two"]) {
    const head = await commitFiles(scene, repo.tip() ?? "", { [`cards/${name}.yaml`]: "x: 1\n" });
    await rest.git.createRef({ ...at, ref: `refs/heads/${name}`, sha: head });
    numbers.push((await rest.pulls.create({ ...at, head: name, base: "main", title: name })).data.number);
    await rest.repos.createCommitStatus({ ...at, sha: head, context: "toolcard/scope", state: "success" });
  }
  repo.require(["toolcard/scope"]);
  repo.rule({ type: "merge_queue", branches: ["~DEFAULT_BRANCH"] });
  for (const number of numbers) repo.as("alice").enqueue(number);
  return { ...scene, numbers };
}

test("each entry's group is built on the one before it, and readable by GraphQL", async () => {
  const scene = await twoQueued();
  const found = await entries(scene);
  expect(found.map(({ position, state, pullRequest }) => [position, state, pullRequest.number])).toEqual([
    [1, "AWAITING_CHECKS", 1],
    [2, "AWAITING_CHECKS", 2],
  ]);
  expect(found[0]?.baseCommit.oid).toBe(scene.repo.tip());
  expect(found[1]?.baseCommit.oid).toBe(found[0]?.headCommit.oid);
  expect(scene.repo.read("cards/one.yaml", found[1]?.headCommit.oid)).toBe("x: 1\n");
  await scene.github.close();
});

test("green entries land in order, merged by the queue's bot; a red one is thrown out and the rest built anew", async () => {
  const scene = await twoQueued();
  const { repo, rest, at, numbers } = scene;
  const [first, second] = await entries(scene);
  const answer = (sha: string | undefined, state: "success" | "failure"): Promise<unknown> =>
    rest.repos.createCommitStatus({ ...at, sha: sha ?? "", context: "toolcard/scope", state });
  await answer(first?.headCommit.oid, "failure");
  await answer(second?.headCommit.oid, "success");
  repo.settleQueue();
  expect(repo.pull(numbers[0] ?? 0).state).toBe("open");
  const [left] = await entries(scene);
  expect([left?.pullRequest.number, left?.baseCommit.oid]).toEqual([2, repo.tip()]);
  await answer(left?.headCommit.oid, "success");
  repo.settleQueue();
  expect(repo.tip()).toBe(left?.headCommit.oid);
  const pull = await rest.pulls.get({ ...at, pull_number: 2 });
  expect(pull.data.merged_by?.login).toBe("github-merge-queue[bot]");
  const events = await rest.issues.listEvents({ ...at, issue_number: 2 });
  expect(events.data.map(({ event, actor }) => [event, actor?.login])).toEqual([
    ["added_to_merge_queue", "alice"],
    ["merged", "github-merge-queue[bot]"],
    ["closed", "github-merge-queue[bot]"],
    ["removed_from_merge_queue", "github-merge-queue[bot]"],
  ]);
  expect(repo.state.activity.at(-1)?.type).toBe("merge_queue_merge");
  await scene.github.close();
});

test("a push takes a pull request out of the queue, and nothing lands beside it", async () => {
  const scene = await twoQueued();
  const { repo, rest, at } = scene;
  expect((await refusalOf(rest.pulls.merge({ ...at, pull_number: 1 })))?.message).toContain(
    "Changes must be made through the merge queue",
  );
  repo.as("bob").push("one", { "a.txt": "b\n" });
  expect((await entries(scene)).map(({ pullRequest }) => pullRequest.number)).toEqual([2]);
  await scene.github.close();
});

test("what is not green can't be put into the queue", async () => {
  const { github, repo, numbers } = await twoQueued();
  repo.as("alice").dequeue(numbers[1] ?? 0);
  repo.as("bob").push("two", { "a.txt": "b\n" });
  expect(() => repo.as("alice").enqueue(numbers[1] ?? 0)).toThrow(
    'Required status check "toolcard/scope" is expected.',
  );
  repo.as("bob").close(numbers[1] ?? 0);
  expect(() => repo.as("alice").enqueue(numbers[1] ?? 0)).toThrow("Pull request is closed");
  await github.close();
});

test("a query for what is not modelled is an error that breaks the test", async () => {
  const { github, octokit } = await startScene();
  await expect(octokit.graphql("{ rateLimit { cost } }")).rejects.toThrow("Cannot query field");
  expect(github.failures).toHaveLength(1);
  github.failures.splice(0);
  await github.close();
});
