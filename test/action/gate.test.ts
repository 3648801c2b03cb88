import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { cardText } from "../cli/texts.ts";
import { BRANCH, CARD, OLD, startScene, tool, type Scene } from "../propose-shell/scene.ts";
import { commandsIn, newFolder, removeFolders, runAction, type Step } from "./run-action.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.github.close());
afterAll(removeFolders);

const WIDER = cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", "public")]);

/** A workflow's own token, as the example asks for it. */
const tokenOf = (contents: "read" | "write" = "read") =>
  scene.github.actionsToken(scene.repo, { contents, pull_requests: "write", statuses: "write" });

/** One step of a job on an event, without a checkout. */
function act(
  name: string,
  event: unknown,
  env: Record<string, string> = {},
  token = tokenOf(),
): Promise<Step> {
  return runAction({
    workspace: newFolder(),
    apiUrl: scene.github.url,
    inputs: { mode: "gate", "github-token": token },
    env: { GITHUB_EVENT_NAME: name, GITHUB_SHA: scene.repo.tip() ?? "", ...env },
    event,
  });
}

function widen(): number {
  scene.repo.as("bob").push("work", { [CARD]: WIDER });
  return scene.repo.as("bob").openPull("work", "main", "Wider ::error::title\n");
}

const statuses = () => scene.repo.state.statuses;
const pullEvent = (number: number, action = "opened") => ({ action, pull_request: { number } });

describe("mode: gate", () => {
  it("judges a pull request as a commit status on its head, and then the label on it", async () => {
    const { repo } = scene;
    const number = widen();
    const opened = await act("pull_request_target", pullEvent(number));
    const { sha } = repo.pull(number).head;
    expect(opened.status).toBe(0);
    expect(statuses()).toMatchObject([{ sha, context: "toolcard/scope", state: "failure" }]);
    expect(statuses()[0]?.description?.length).toBeLessThanOrEqual(140);
    expect(statuses()[0]?.target).toMatch(/^https:\/\/github\.example\/acme\/cards\/actions\/runs\/77#/);
    expect(opened.summary).toContain("public");
    expect(JSON.parse(opened.outputs["verdicts"] ?? "")).toEqual([
      { pullRequest: number, head: sha, verdict: "needs-label" },
    ]);
    expect(repo.pull(number).comments).toHaveLength(1);
    repo.as("alice").label(number, "widens-scope");
    expect((await act("pull_request_target", pullEvent(number, "labeled"))).status).toBe(0);
    expect(statuses().at(-1)).toMatchObject({ sha, state: "success" });
    expect(commandsIn(opened.log).filter((line) => !line.startsWith("::add-mask::"))).toEqual([]);
  });

  it("believes nothing of the event but the number, and never takes GITHUB_SHA for the head", async () => {
    const { repo } = scene;
    const number = widen();
    const tip = repo.tip() ?? "";
    const head = { sha: tip, ref: "main", repo: { full_name: "evil/repo" } };
    const event = { action: "opened", pull_request: { number, head, labels: [{ name: "widens-scope" }] } };
    await act("pull_request_target", event);
    expect(statuses()).toMatchObject([{ sha: repo.pull(number).head.sha, state: "failure" }]);
  });

  it("looks on a review, and at all open pull requests on a push, by hand or by the clock", async () => {
    const number = widen();
    await act("pull_request_review", pullEvent(number, "submitted"));
    expect(statuses()).toHaveLength(1);
    const repository = { default_branch: "main" };
    for (const [name, event] of [
      ["push", { ref: "refs/heads/main", commits: [{ id: "x" }], repository }],
      ["workflow_dispatch", { repository }],
      ["schedule", { repository }],
    ] as const) {
      statuses().length = 0;
      expect((await act(name, event)).status).toBe(0);
      expect(statuses()).toHaveLength(1);
    }
  });

  it("publishes nothing where the settings name the App", async () => {
    const { repo } = scene;
    repo.as("alice").push("main", { "registry/toolcard.yaml": "gate: { by: app }\n" });
    const number = widen();
    const ran = await act("pull_request_target", pullEvent(number));
    expect([ran.status, statuses(), repo.pull(number).comments]).toEqual([0, [], []]);
    expect(ran.log).toContain("gate.by: app");
  });

  it.each([
    ["pull_request", "pull_request_target"],
    ["issues", "has nothing to do"],
  ])("on %s says what is wrong, and does nothing", async (name, words) => {
    const ran = await act(name, pullEvent(widen()));
    expect([ran.status, statuses()]).toEqual([1, []]);
    expect(ran.log).toContain(words);
  });

  it("with a token that may not write names the permissions, and fails", async () => {
    const { github, repo } = scene;
    const token = github.actionsToken(repo, { contents: "read", pull_requests: "read", statuses: "read" });
    const ran = await act("pull_request_review", pullEvent(widen(), "submitted"), {}, token);
    expect(ran.status).toBe(1);
    expect(ran.log).toContain("statuses: write");
    expect((await act("pull_request_target", pullEvent(1), {}, "")).log).toContain("needs github-token");
  });

  it("carries out commands in a comment, with the workflow's own token and proposal", async () => {
    const { repo } = scene;
    repo.set({ actionsMayOpenPulls: true });
    const token = tokenOf("write");
    await scene.run({ token });
    expect(repo.pull(1).author).toBe("github-actions[bot]");
    const { id } = repo.as("alice").comment(1, "/toolcard decline list");
    const event = {
      action: "created",
      issue: { number: 1, pull_request: {} },
      comment: { id, body: "/toolcard decline write" },
    };
    const ran = await act("issue_comment", event, {}, token);
    expect(ran.status).toBe(0);
    expect(repo.read(CARD, BRANCH)).toContain("name: list, digest:");
    expect(repo.read(CARD, BRANCH)).not.toContain("name: write, digest:");
    expect(statuses().at(-1)).toMatchObject({ sha: repo.tip(BRANCH), state: "failure" });
    expect(repo.pull(1).comments.at(-1)?.body).toContain("declined: `list`");
  });
});
