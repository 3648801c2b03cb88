import { afterAll, expect, test } from "vitest";
import { checkOut } from "../github/checkout.ts";
import { readsIn, summarize, writesIn } from "../github/call-log.ts";
import { BRANCH, CARD, NEW, OLD, startScene } from "../propose-shell/scene.ts";
import { legacyMcp, listen } from "../servers/listen.ts";
import { cardText } from "../cli/texts.ts";
import { newFolder, removeFolders, runAction } from "./run-action.ts";
import { startStage } from "./stage.ts";

afterAll(removeFolders);

test("the built Action reads a live server, opens one pull request, and writes nothing when it runs again", async () => {
  const live = await listen(legacyMcp(() => ({ result: { tools: NEW } })));
  const { github, repo, token } = await startScene({
    files: { [CARD]: cardText(`${live.url}/mcp`, OLD) },
  });
  const workspace = newFolder();
  checkOut(repo.state, workspace);
  const step = { workspace, apiUrl: github.url, inputs: { "github-token": token } };
  const first = await runAction(step);
  expect(first.log).toContain("opens a proposal");
  expect(first.status).toBe(0);
  expect(repo.pulls()).toMatchObject([
    { state: "open", number: 1, title: "one: revokes 1 grant; widens 1 field, 1 new tool" },
  ]);
  expect(repo.read(CARD, BRANCH)).toContain("public");
  expect(repo.state.statuses).toMatchObject([
    {
      context: "toolcard/scope",
      state: "failure",
      target: expect.stringMatching(/^https:\/\/github\.example\/acme\/cards\/actions\/runs\/77#/),
    },
  ]);
  expect(JSON.parse(first.outputs["pull-requests"] ?? "")).toMatchObject([
    { server: "one", action: "open", pullRequest: 1 },
  ]);
  expect(JSON.parse(first.outputs["drift"] ?? "")).toEqual(["one"]);
  expect(first.summary).toContain("Revokes 1 grant");
  expect(first.log).toContain(`::add-mask::${token}`);

  const before = github.calls().length;
  const second = await runAction(step);
  expect([second.status, summarize(writesIn(github.calls(before)))]).toEqual([0, []]);
  expect(readsIn(github.calls(before))).toHaveLength(1);
  live.close();
  await github.close();
});

test("two steps at the same time: one branch and one pull request", async () => {
  const stage = await startStage();
  const ended = await Promise.all([stage.act(), stage.act()]);
  expect(ended.map(({ status }) => status)).toEqual([0, 0]);
  expect(stage.repo.pulls()).toMatchObject([{ number: 1, state: "open" }]);
  expect(stage.repo.branches()).toEqual(["main", BRANCH]);
  expect((await stage.act()).writes).toBe(0);
  await stage.close();
});
