import { expect, test } from "vitest";
import { propose } from "../../src/jobs/propose.ts";
import { isFailure } from "../../src/jobs/propose-words.ts";
import { cardText, grantsText } from "../cli/texts.ts";
import { readsIn, writesIn } from "../github/call-log.ts";
import { NEW, NEWER, OLD, reading, requestFor, said, startScene, tool, type Scene } from "./scene.ts";

const SERVERS = Array.from({ length: 12 }, (_, at) => `s${String(at + 10)}`);

/** A repository with more cards, each of a server of its own. */
function filesOf(servers: readonly string[]): Record<string, string> {
  const cards = servers.map((server) => {
    const id = `0000${server.slice(1)}00-0000-4000-8000-000000000000`;
    const text = cardText(urlOf(server), OLD, server).replace(/^id: .*$/m, `id: ${id}`);
    return [`registry/cards/${server}.yaml`, text] as const;
  });
  return Object.fromEntries(cards);
}

const urlOf = (server: string): string => `https://${server}.example/mcp`;

/** One run that sees these lists, and of `one` what its card says. */
async function runAll(
  { github, repo, token }: Scene,
  lists: Readonly<Record<string, readonly unknown[]>>,
  maxNew = 100,
) {
  const from = github.calls().length;
  const readings = Object.entries(lists).map(([server, tools]) => reading(tools, server, urlOf(server)));
  const request = requestFor(github, repo, OLD, { token, maxNew });
  const outcomes = await propose({ ...request, readings: [...request.readings, ...readings] });
  return { outcomes, calls: github.calls(from) };
}

const WORDING = [{ ...OLD[0], description: "other words" }, ...OLD.slice(1)];

test("ten servers are looked at in one read, twelve in two; each gets its own branch and pull request", async () => {
  const scene = await startScene({ files: filesOf(SERVERS) });
  const first = await runAll(scene, Object.fromEntries(SERVERS.map((server) => [server, NEW])));
  expect(first.outcomes.map(({ plan }) => `${plan.kind} ${plan.server}`)).toEqual(
    SERVERS.map((server) => `open ${server}`),
  );
  expect(readsIn(first.calls)).toHaveLength(2);
  expect(scene.repo.branches()).toHaveLength(13);
  const again = await runAll(scene, Object.fromEntries(SERVERS.map((server) => [server, NEW])));
  expect([readsIn(again.calls).length, writesIn(again.calls).length]).toEqual([2, 0]);
  await scene.github.close();
});

test("of too many new ones those that revoke or widen come first, and the rest is put off and named", async () => {
  const scene = await startScene({ files: filesOf(SERVERS.slice(0, 4)) });
  const [a = "", b = "", c = "", d = ""] = SERVERS;
  const ran = await runAll(scene, { [a]: WORDING, [b]: WORDING, [c]: NEW, [d]: NEW }, 3);
  expect(said(ran)).toBe("open new-drift; open new-drift; open new-drift; defer limit");
  expect(ran.outcomes.map(({ plan }) => plan.server)).toEqual([c, d, a, b]);
  const next = await runAll(scene, { [a]: WORDING, [b]: WORDING, [c]: NEW, [d]: NEW }, 3);
  expect(said(next)).toBe("nothing up-to-date; nothing up-to-date; nothing up-to-date; open new-drift");
  await scene.github.close();
});

test("where Actions may not open pull requests, that is learned once a run", async () => {
  const scene = await startScene({ files: filesOf(SERVERS.slice(0, 3)) });
  const { github, repo } = scene;
  const token = github.actionsToken(repo, { contents: "write", pull_requests: "write", statuses: "write" });
  const lists = Object.fromEntries(SERVERS.slice(0, 3).map((server) => [server, NEW]));
  const ran = await runAll({ ...scene, token }, lists);
  expect(said(ran)).toBe("skip pull-requests; skip pull-requests; skip pull-requests");
  expect(writesIn(ran.calls)).toHaveLength(5);
  expect(repo.branches()).toEqual(["main"]);
  await github.close();
});

test("two servers that revoke from one grants file: two proposals, each with its own part", async () => {
  const [a = ""] = SERVERS;
  const id = `0000${a.slice(1)}00-0000-4000-8000-000000000000`;
  const more = grantsText("read", "write").replace("agent: intake-bot\nenrolments:\n", "");
  const own = more.replace("server: one", `server: ${a}`).replace(/card: \S+/, `card: ${id}`);
  const scene = await startScene({
    files: { ...filesOf([a]), "registry/grants/intake-bot.yaml": `${grantsText("read", "write")}${own}` },
  });
  scene.live = NEW;
  const ran = await runAll(scene, { [a]: NEW });
  await scene.run();
  expect(ran.outcomes).toHaveLength(1);
  const grants = (branch: string) =>
    scene.repo.read("registry/grants/intake-bot.yaml", branch)?.match(/tool: read,/g);
  expect(
    [grants("main"), grants("toolcard/one"), grants(`toolcard/${a}`)].map((found) => found?.length),
  ).toEqual([2, 1, 1]);
  await scene.github.close();
});

test("a pull request that GitHub does not show yet is not opened twice, and is no failure", async () => {
  const scene = await startScene();
  scene.github.latency.newPullHidden = 3;
  await scene.run();
  const second = await scene.run();
  expect(second.outcomes.some(isFailure)).toBe(false);
  expect(scene.repo.pulls()).toHaveLength(1);
  await scene.run();
  expect(said(await scene.run())).toBe("nothing up-to-date");
  expect(scene.repo.pulls()).toHaveLength(1);
  await scene.github.close();
});

test("a status that may not be written does not leave the text behind the files", async () => {
  const scene = await startScene();
  await scene.run();
  const token = scene.installation.token({ contents: "write", pull_requests: "write" });
  scene.live = NEWER;
  const ran = await scene.run({ token });
  expect(said(ran)).toBe("replace drift-changed: status no-permission");
  expect(ran.outcomes.some(isFailure)).toBe(true);
  expect(scene.repo.pull(1).body).toContain("force");
  await scene.github.close();
});

test("a team's member dismisses; where teams can't be read, anybody may have", async () => {
  const files = { ".github/CODEOWNERS": "/registry/ @acme/owners\n" };
  const scene = await startScene({ files });
  const { github, repo } = scene;
  github.user("carol");
  github.team("acme", "owners", { members: ["alice"], pending: ["carol"] });
  repo.giveTeam("owners", "write");
  repo.collaborator("carol", "write");
  await scene.run();
  repo.as("carol").close(1);
  expect(said(await scene.run({ dryRun: true }))).toBe("open closed-by-other");
  const blind = scene.installation.token({ contents: "write", pull_requests: "write", statuses: "write" });
  expect(said(await scene.run({ dryRun: true, token: blind }))).toBe("silent dismissed");
  await scene.run();
  repo.as("alice").close(2);
  expect(said(await scene.run())).toBe("silent dismissed");
  await github.close();
});

test("a dismissed proposal whose text was emptied is known by its files", async () => {
  const scene = await startScene();
  await scene.run();
  scene.repo.as("alice").edit(1, { body: "" });
  scene.repo.as("alice").close(1);
  expect(said(await scene.run())).toBe("silent dismissed");
  scene.live = [...NEW, tool("more")];
  expect(said(await scene.run())).toContain("open");
  await scene.github.close();
});

test("a primary limit that is used up fails the run, and is not waited for past its time", async () => {
  const scene = await startScene();
  scene.github.failWhen(
    () => true,
    { kind: "primary-limit", reset: Math.floor(Date.now() / 1000) + 3600 },
    9,
  );
  await expect(scene.run({ retries: 1 })).rejects.toThrow("rate limit");
  await scene.github.close();
});

test("a token that GitHub does not know fails the run in GitHub's words", async () => {
  const scene = await startScene();
  await expect(scene.run({ token: "ghs_unknown" })).rejects.toThrow("Bad credentials");
  await scene.github.close();
});
