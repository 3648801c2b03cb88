import { expect, test } from "vitest";
import { sandbox } from "../cli/sandbox.ts";
import { cardText, grantsText } from "../cli/texts.ts";
import { writesIn } from "../github/call-log.ts";
import { CARD, GRANTS, NEW, OLD, reading, startScene, type Scene } from "./scene.ts";

const URL = "https://one.example/mcp";

/** A checkout of the scene's repository with saved readings in it, and the command line in its environment. */
function checkout({ github, token }: Scene, environment: Record<string, string> = {}) {
  return sandbox(
    {
      [CARD]: cardText(URL, OLD),
      [GRANTS]: grantsText("read", "write"),
      ".github/CODEOWNERS": "/registry/ @alice\n",
      "readings.json": JSON.stringify([reading(NEW)]),
    },
    { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: "acme/cards", GITHUB_TOKEN: token, ...environment },
  );
}

const SCAN = ["scan", "--readings", "readings.json", "--pull-requests"];

test("scan --pull-requests opens and keeps a proposal from a checkout", async () => {
  const scene = await startScene();
  const box = checkout(scene);
  const dry = await box.toolcard(...SCAN, "--dry-run");
  expect([dry.status, dry.out]).toEqual([2, expect.stringContaining("dry run: nothing was written")]);
  expect(writesIn(scene.github.calls())).toEqual([]);
  const first = await box.toolcard(...SCAN, "--json");
  expect(first.status).toBe(2);
  expect((JSON.parse(first.out) as { proposals: unknown }).proposals).toMatchObject([
    { server: "one", action: "open", reason: "new-drift", pullRequest: 1 },
  ]);
  const again = await box.toolcard(...SCAN);
  expect([again.status, again.out]).toEqual([2, expect.stringContaining("proposal #1 is up to date")]);
  expect(scene.repo.pulls()).toHaveLength(1);
  scene.repo.as("alice").close(1);
  const asked = await box.toolcard(...SCAN, "--format", "markdown", "--recreate", "one");
  expect(asked.out).toMatch(/^## Proposals\n\n- `one`: opens a proposal: you asked for it\. It is #2\./);
  await scene.github.close();
});

test("of a scan in parts, the first ends the proposal of a card that is gone; one of named servers does not", async () => {
  const scene = await startScene();
  await checkout(scene).toolcard(...SCAN);
  scene.repo.as("alice").push("main", { [CARD]: null, [GRANTS]: null });

  const box = sandbox(
    { "registry/cards/two.yaml": cardText(URL, OLD, "two"), "readings.json": "[]" },
    { GITHUB_API_URL: scene.github.url, GITHUB_TOKEN: scene.token, GITHUB_REPOSITORY: "acme/cards" },
  );
  for (const part of [
    ["--server", "two"],
    ["--server", "two", "--shard", "1/2"],
    ["--shard", "2/2"],
  ]) {
    await box.toolcard(...SCAN, ...part);
    expect(scene.repo.pull(1).state).toBe("open");
  }
  expect((await box.toolcard(...SCAN, "--shard", "1/2")).out).toContain("the card is gone");
  expect(scene.repo.pull(1).state).toBe("closed");
  await scene.github.close();
});

test("a server that is misspelt where a proposal is asked for again is an error, before anything is written", async () => {
  const scene = await startScene();
  const ran = await checkout(scene).toolcard(...SCAN, "--recreate", "on");
  expect([ran.status, ran.err]).toEqual([1, expect.stringContaining("no card of on")]);
  expect(writesIn(scene.github.calls())).toEqual([]);
  await scene.github.close();
});

test("it ends with status 1 where GitHub did not let it, and says what to switch on", async () => {
  const scene = await startScene();
  const token = scene.github.actionsToken(scene.repo, {
    contents: "write",
    pull_requests: "write",
    statuses: "write",
  });
  const ran = await checkout(scene, { GITHUB_TOKEN: token }).toolcard(...SCAN);
  expect([ran.status, ran.out]).toEqual([
    1,
    expect.stringContaining("Allow GitHub Actions to create and approve pull requests"),
  ]);
  await scene.github.close();
});

test.each([
  [{ GITHUB_TOKEN: "" }, [], "a token is needed"],
  [{ GITHUB_REPOSITORY: "" }, [], "GITHUB_REPOSITORY is not set"],
  [{ GITHUB_REPOSITORY: "acme" }, [], "acme is not owner/name"],
  [{}, ["--tool", "read"], "leave out --tool"],
  [{}, ["--shard", "0/2"], "a part and how many there are"],
] as const)("what is missing or can't go together is said: %o %o", async (environment, more, says) => {
  const scene = await startScene();
  const ran = await checkout(scene, environment).toolcard(...SCAN, ...more);
  expect([ran.status, ran.err]).toEqual([1, expect.stringContaining(says)]);
  expect(scene.github.calls()).toEqual([]);
  await scene.github.close();
});
