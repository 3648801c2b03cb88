import { expect, test } from "vitest";
import { readsIn } from "../github/call-log.ts";
import { BRANCH, CARD, GRANTS, NEWER, OLD, said, startScene, writes } from "./scene.ts";

test("a new drift becomes one commit and one pull request, in six calls; a second run reads once and writes nothing", async () => {
  const scene = await startScene();
  const { github, repo } = scene;
  const first = await scene.run();
  expect(said(first)).toBe("open new-drift");
  expect(first.calls.length).toBeLessThanOrEqual(8);
  expect(writes(first)).toEqual([
    "POST git/create-tree 201",
    "POST git/create-commit 201",
    "POST graphql 200",
    "POST pulls/create 201",
    "POST repos/create-commit-status 201",
  ]);
  const pull = repo.pull(1);
  expect(pull).toMatchObject({ state: "open", author: "toolcard[bot]", base: { ref: "main" } });
  expect(pull.title).toBe("one: revokes 1 grant; widens 1 field, 1 new tool");
  expect(pull.body).toContain("Merging this takes `read` away from `intake-bot`");
  expect(repo.read(CARD, BRANCH)).toContain("list");
  expect(repo.read(GRANTS, BRANCH)).not.toContain("tool: read,");
  expect(repo.state.statuses).toMatchObject([
    { sha: pull.head.sha, state: "failure", context: "toolcard/scope" },
  ]);

  const second = await scene.run();
  expect(said(second)).toBe("nothing up-to-date");
  expect(writes(second)).toEqual([]);
  expect(readsIn(second.calls)).toHaveLength(1);
  await github.close();
});

test("nothing drifted: one read, no write", async () => {
  const scene = await startScene();
  scene.live = OLD;
  const ran = await scene.run();
  expect(said(ran)).toBe("");
  expect(ran.calls.map(({ effect }) => effect)).toEqual(["read"]);
  await scene.github.close();
});

test("a changed drift moves the head in one step and rewrites the text, in six calls", async () => {
  const scene = await startScene();
  await scene.run();
  const before = scene.repo.pull(1);
  const { title, head } = { title: before.title, head: before.head.sha };
  scene.live = NEWER;
  const ran = await scene.run();
  expect(said(ran)).toBe("replace drift-changed");
  expect(ran.calls.length).toBeLessThanOrEqual(6);
  const pull = scene.repo.pull(1);
  expect([pull.state, pull.head.sha === head, pull.title === title]).toEqual(["open", false, false]);
  expect(scene.repo.read(CARD, BRANCH)).toContain("force");
  expect(said(await scene.run())).toBe("nothing up-to-date");
  await scene.github.close();
});

test("a tool that returns in another form while its removal is proposed never gets its grants back", async () => {
  const scene = await startScene();
  await scene.run();
  expect(scene.repo.read(GRANTS, BRANCH)).not.toContain("tool: read,");
  const returned = OLD.map((tool) => (tool.name === "read" ? { ...tool, title: "Another" } : tool));
  scene.live = [
    ...NEWER.filter(({ name }) => name !== "read"),
    ...returned.filter(({ name }) => name === "read"),
  ];
  for (const expected of ["replace drift-changed", "nothing up-to-date", "nothing up-to-date"]) {
    expect(said(await scene.run())).toBe(expected);
    expect(scene.repo.read(GRANTS, BRANCH)).not.toContain("tool: read,");
    expect(scene.repo.read(CARD, BRANCH)).toContain("Another");
    expect(scene.repo.pull(1).title).toContain("revokes 1 grant");
  }
  await scene.github.close();
});

test("a drift that is gone closes its pull request, says why, and takes the branch away", async () => {
  const scene = await startScene();
  await scene.run();
  scene.live = OLD;
  const ran = await scene.run();
  expect(said(ran)).toBe("close drift-gone");
  expect(scene.repo.pull(1)).toMatchObject({ state: "closed", closedBy: "toolcard[bot]", mergedAt: null });
  expect(scene.repo.pull(1).comments).toHaveLength(1);
  expect(scene.repo.branches()).toEqual(["main"]);
  const again = await scene.run();
  expect([writes(again), again.calls.length]).toEqual([[], 1]);
  await scene.github.close();
});
