import { afterEach, describe, expect, it, vi } from "vitest";
import { cardText, grantsText } from "../cli/texts.ts";
import { CARD, GRANTS, OLD, tool } from "../propose-shell/scene.ts";
import { startScene, type Scene, type SceneOptions } from "./scene.ts";

let scene: Scene;

afterEach(() => scene.close());

async function start(options: SceneOptions = {}): Promise<Scene> {
  scene = await startScene(options);
  return scene;
}

const card = (...fields: string[]) =>
  cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", ...fields)]);

/** A pull request of Bob's, in which `write` takes more than before; gives its number. */
function widen(branch = "work", base = "main"): number {
  const { repo } = scene;
  repo.as("bob").push(branch, { [CARD]: card("public") });
  return repo.as("bob").openPull(branch, base, "Wider");
}

const head = (number: number) => scene.repo.pull(number).head.sha;
const verdict = (number: number) => scene.verdict(head(number));
const looks = (number: number) => scene.lines.filter(({ message }) => message === `look at #${number}`);

describe("an event leads to the verdict that is right now", () => {
  it("opened, labelled, unlabelled, pushed to, closed, reopened", async () => {
    const { repo, settle } = await start();
    const number = widen();
    await settle();
    expect(verdict(number)).toBe("failure");
    repo.as("alice").label(number, "widens-scope");
    await settle();
    expect(verdict(number)).toBe("success");
    repo.as("alice").unlabel(number, "widens-scope");
    await settle();
    expect(verdict(number)).toBe("failure");
    repo.as("alice").label(number, "widens-scope");
    await settle();
    repo.as("bob").push("work", { [CARD]: card("public", "more") });
    await settle();
    expect(verdict(number)).toBe("failure");
    expect(repo.pull(number).labels).not.toContain("widens-scope");
    repo.as("bob").push("work", { [CARD]: card() });
    await settle();
    expect(verdict(number)).toBe("success");
    repo.as("bob").close(number);
    repo.as("bob").reopen(number);
    await settle();
    expect(verdict(number)).toBe("success");
  });

  it("a review by an owner whom the labeller is not", async () => {
    const codeowners = "/registry/cards/ @alice\n/registry/grants/ @carol\n";
    const { repo, settle } = await start({ files: { ".github/CODEOWNERS": codeowners } });
    repo.collaborator("carol", "write");
    const more = grantsText("read", "write").replace("job: intake }", "job: other }");
    repo.as("bob").push("work", { [GRANTS]: more });
    const number = repo.as("bob").openPull("work", "main", "Another job");
    await settle();
    repo.as("alice").label(number, "widens-scope");
    await settle();
    expect(verdict(number)).toBe("failure");
    repo.as("carol").review(number, "APPROVE");
    await settle();
    expect(verdict(number)).toBe("success");
    repo.as("carol").review(number, "REQUEST_CHANGES");
    await settle();
    expect(verdict(number)).toBe("failure");
  });

  it("pointed at another base", async () => {
    await startWithOld();
    const { repo, settle } = scene;
    const number = repo.as("bob").openPull("work", "old", "Notes, and what main has");
    await settle();
    expect(verdict(number)).toBe("failure");
    repo.as("bob").edit(number, { base: "main" });
    await settle();
    expect(verdict(number)).toBe("success");
  });

  it("closed, where another pull request has the same head", async () => {
    await startWithOld();
    const { repo, settle } = scene;
    const passes = repo.as("bob").openPull("work", "main", "Notes");
    const widens = repo.as("bob").openPull("work", "old", "Notes, and what main has");
    await settle();
    expect(head(passes)).toBe(head(widens));
    expect(verdict(passes)).toBe("failure");
    repo.as("bob").close(widens);
    await settle();
    expect(verdict(passes)).toBe("success");
  });

  it("asked for again, after what should have told us was lost", async () => {
    const { github, repo, settle } = await start();
    const number = widen();
    await settle();
    github.webhooks.hold();
    repo.as("alice").label(number, "widens-scope");
    repo.as("bob").rerequest(repo.state.runs.at(-1)?.id ?? 0);
    const rerequested = github.webhooks.waiting.find(({ action }) => action === "rerequested");
    if (rerequested === undefined) throw new Error("nothing was asked for");
    await github.webhooks.send(rerequested);
    await settle();
    expect(verdict(number)).toBe("success");
  });

  it("in a pull request from a fork, and asked for again there", async () => {
    const { github, repo, settle } = await start();
    const fork = github.fork(repo, "eve");
    fork.as("eve").push("work", { [CARD]: card("public") });
    const number = repo.as("eve").openPull("eve:work", "main", "From a fork");
    await settle();
    expect(verdict(number)).toBe("failure");
    github.webhooks.hold();
    repo.as("alice").label(number, "widens-scope");
    repo.as("alice").rerequest(repo.state.runs.at(-1)?.id ?? 0);
    const rerequested = github.webhooks.waiting.find(({ action }) => action === "rerequested");
    if (rerequested === undefined) throw new Error("nothing was asked for");
    await github.webhooks.send(rerequested);
    await settle();
    expect(verdict(number)).toBe("success");
  });

  it("a push to the default branch that takes the labeller's say away", async () => {
    const { repo, settle } = await start();
    repo.collaborator("carol", "write");
    const number = widen();
    await settle();
    repo.as("alice").label(number, "widens-scope");
    await settle();
    expect(verdict(number)).toBe("success");
    repo.as("alice").push("main", { "README.md": "words\n" });
    await settle();
    const before = looks(number).length;
    repo.as("alice").push("main", { ".github/CODEOWNERS": "/registry/ @carol\n" });
    await settle();
    expect(looks(number).length).toBe(before + 1);
    expect(verdict(number)).toBe("failure");
  });

  it("a merge group", async () => {
    const { repo, settle } = await start();
    repo.rule({ type: "merge_queue", branches: ["~DEFAULT_BRANCH"] });
    repo.require(["toolcard/scope"]);
    const number = widen();
    await settle();
    repo.as("alice").label(number, "widens-scope");
    await settle();
    repo.as("alice").enqueue(number);
    await settle();
    const [entry] = repo.state.queue;
    expect(entry).toBeDefined();
    expect(scene.verdict(entry?.head ?? "")).toBe("success");
    repo.settleQueue();
    expect(repo.pull(number).state).toBe("closed");
  });

  it("a proposal that the App itself opened is judged like any other", async () => {
    const { scan, settle, repo } = await start();
    await scan();
    await settle();
    expect(verdict(1)).toBe("failure");
    expect(repo.pull(1).comments).toEqual([]);
    expect(repo.pull(1).author).toBe("toolcard[bot]");
  });
});

describe("deliveries that are", () => {
  it.each([
    ["late, in the order of things", (all: readonly unknown[]) => all],
    ["reversed", (all: readonly unknown[]) => all.toReversed()],
    ["repeated", (all: readonly unknown[]) => [...all, ...all.toReversed(), ...all]],
    ["lost but for the first", (all: readonly unknown[]) => all.slice(0, 1)],
    ["lost but for the last", (all: readonly unknown[]) => all.slice(-1)],
  ])("%s lead to what is so now", async (_title, order) => {
    const { number, held } = await story();
    const pulls = held.filter(({ event }) => event === "pull_request");
    expect(pulls.length).toBeGreaterThan(3);
    for (const delivery of order(pulls) as typeof pulls) await scene.github.webhooks.send(delivery);
    await scene.settle();
    expect(verdict(number)).toBe("success");
    const { runs } = scene.repo.state;
    // Said once, however often it was asked.
    expect(runs.filter(({ sha }) => sha === head(number))).toHaveLength(1);
  });

  it("many at once are worked on as a few", async () => {
    const { number, held } = await story();
    const before = looks(number).length;
    const pulls = held.filter(({ event }) => event === "pull_request");
    await Promise.all(
      [...pulls, ...pulls, ...pulls, ...pulls].map((each) => scene.github.webhooks.send(each)),
    );
    await scene.settle();
    expect(looks(number).length - before).toBeLessThan(pulls.length);
    expect(verdict(number)).toBe("success");
  });
});

describe("the App", () => {
  it("passes over what it did itself", async () => {
    const { repo, settle, lines } = await start();
    const number = widen();
    await settle();
    repo.as("alice").label(number, "widens-scope");
    await settle();
    repo.as("bob").push("work", { [CARD]: card("public", "more") });
    await settle();
    const unlabeled = scene.github.webhooks.deliveries.find(({ action }) => action === "unlabeled");
    expect(unlabeled?.body).toContain('"login":"toolcard[bot]"');
    expect(
      lines.find(({ delivery, message }) => delivery === unlabeled?.guid && message === "heard"),
    ).toMatchObject({
      tasks: 0,
    });
  });

  it.each([
    ["gate: { by: action }\n", 0],
    ["", 0],
    ["label: x\ngate: { by: app }\n", 1],
    // Nobody is named: whoever is there publishes, or this could never be mended.
    ["gate: { by: nobody }\n", 1],
  ])("publishes only where the settings name it: %j", async (settings, runs) => {
    const { repo, settle } = await start({ settings });
    const number = widen();
    await settle();
    expect(repo.state.runs.filter(({ sha }) => sha === head(number))).toHaveLength(runs);
    expect(repo.pull(number).comments.length).toBeLessThanOrEqual(runs);
  });

  it("leaves alone a repository without a registry", async () => {
    const { github, settle } = await start();
    const other = github.repository("acme/other");
    other.collaborator("bob", "write");
    other.as("bob").push("work", { "a.txt": "a\n" });
    other.as("bob").openPull("work", "main", "Words");
    await settle();
    expect(other.state.runs).toEqual([]);
  });

  it.each([
    ["asking for a token", "apps/create-installation-access-token"],
    ["asking who it is", "apps/get-authenticated"],
    ["reading", "graphql"],
    ["publishing", "checks/create"],
  ])(
    "does not wait out a rate limit while %s; the next event finds everything",
    async (_title, operation) => {
      const { github, repo, settle, lines } = await start();
      const limit = { kind: "primary-limit" } as const;
      github.failWhen((call) => call.operation === operation || call.path.endsWith(operation), limit, 50);
      const number = widen();
      await settle();
      const failed = lines.filter(({ level }) => level === "error");
      if (operation !== "apps/get-authenticated") {
        expect(failed.length).toBeGreaterThan(0);
        expect(verdict(number)).toBeUndefined();
      }
      github.heal();
      repo.as("alice").label(number, "other");
      await settle();
      expect(verdict(number)).toBe("failure");
    },
  );

  it("looks again by itself when GitHub did not answer, so often and no more", async () => {
    const { github, settle, lines } = await start({ start: { again: [1, 1] } });
    const failures = () => lines.filter(({ level }) => level === "error").length;
    github.failWhen(({ operation }) => operation === "graphql", { kind: "status", status: 502 }, 1000);
    const number = widen();
    await vi.waitFor(() => expect(failures()).toBe(3), 10_000);
    await settle();
    expect(failures()).toBe(3);
    github.heal();
    github.failWhen(({ operation }) => operation === "graphql", { kind: "status", status: 502 }, 2);
    scene.repo.as("alice").label(number, "other");
    const judged = () => looks(number).filter(({ outcome }) => outcome === "fails").length;
    await vi.waitFor(() => expect(judged()).toBe(1), 10_000);
    expect([failures(), verdict(number)]).toEqual([4, "failure"]);
  });

  it("logs no secret, no token and nothing of a payload", async () => {
    const { repo, settle, text, app } = await start();
    const number = widen();
    repo.as("bob").edit(number, { title: "words of a title", body: "words of a body" });
    repo.as("bob").comment(number, "/toolcard words of a comment");
    await settle();
    const logged = text();
    expect(logged).toContain('"outcome":"fails"');
    expect(logged).not.toMatch(/ghs_|PRIVATE KEY|words of|the secret that|eyJ/);
    for (const line of app.privateKey().split("\n").slice(1, -2)) expect(logged).not.toContain(line);
    for (const line of scene.lines) expect(Object.keys(line).length).toBeLessThan(12);
  });
});

/** The default branch has a wider card by now, which the branch `old` has not. */
async function startWithOld(): Promise<void> {
  const { repo } = await start();
  repo.as("alice").push("old", { "README.md": "old\n" });
  repo.as("alice").push("main", { [CARD]: card("public") });
  repo.as("bob").push("work", { "notes.txt": "x\n" });
}

/** Opened, labelled too early, labelled again after the verdict, pushed to, and labelled again. */
async function story() {
  const { github, repo, settle } = await start();
  const number = widen();
  await settle();
  github.webhooks.hold();
  repo.as("alice").label(number, "widens-scope");
  repo.as("bob").push("work", { [CARD]: card("public", "more") });
  repo.as("alice").unlabel(number, "widens-scope");
  repo.as("bob").push("work", { [CARD]: card() });
  return { number, held: github.webhooks.waiting.splice(0) };
}
