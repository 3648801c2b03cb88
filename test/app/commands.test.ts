import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseCard } from "../../src/core/registry/card.ts";
import { toolDigest } from "../../src/core/tool/normal.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { cardText } from "../cli/texts.ts";
import { BRANCH, CARD, GRANTS, NEW, NEWER, OLD, tool } from "../propose-shell/scene.ts";
import { startScene, type Scene } from "./scene.ts";

let scene: Scene;
const N = 1;

beforeEach(async () => {
  scene = await startScene();
  await scene.scan();
  await scene.settle();
});

afterEach(() => scene.close());

async function say(body: string, who = "alice"): Promise<void> {
  scene.repo.as(who).comment(N, body);
  await scene.settle();
}

const comments = () => scene.repo.pull(N).comments;
const answers = () => comments().filter(({ body }) => body.startsWith("<!-- toolcard:commands -->"));
const answer = () => answers().at(-1)?.body ?? "";
const reactions = (body: string) =>
  comments()
    .find((comment) => comment.body === body)
    ?.reactions.map(({ content }) => content);
const head = () => scene.repo.pull(N).head.sha;
const card = () => {
  const parsed = parseCard(scene.repo.read(CARD, BRANCH) ?? "", CARD);
  if (!parsed.ok) throw new Error("the card is invalid");
  return parsed.value;
};
const names = () => card().tools.map(({ name }) => name);
const digest = (one: object) => toolDigest(one as Tool);

describe("/toolcard decline", () => {
  it("writes the form down and takes the tool out of proposal, title and text, in one step", async () => {
    expect(names()).toEqual(["write", "list"]);
    await say("/toolcard decline list");
    expect(names()).toEqual(["write"]);
    expect(card().declined).toEqual([{ name: "list", digest: digest(tool("list")) }]);
    const { repo } = scene;
    const pull = repo.pull(N);
    expect(pull.state).toBe("open");
    expect(pull.title).not.toContain("1 new");
    expect(pull.body).not.toContain("`list`: ");
    expect(repo.state.objects.commits.get(head())?.parents).toEqual([repo.tip()]);
    expect(repo.read(GRANTS, BRANCH)).not.toContain("tool: read");
    expect(reactions("/toolcard decline list")).toEqual(["eyes", "+1"]);
    expect(answer()).toContain("declined: `list`");
    expect(scene.verdict(head())).toBe("failure");
  });

  it("leaves what the next scan finds right: it writes nothing but words that only a reading can tell", async () => {
    await say("/toolcard decline list");
    const before = head();
    await scene.scan();
    expect(head()).toBe(before);
    await scene.scan();
    expect((await scene.scan()).map(({ plan }) => plan.kind)).toEqual(["nothing"]);
  });

  it("keeps a changed tool as the card has it", async () => {
    await say("/toolcard decline write");
    expect(card().tools.find(({ name }) => name === "write")).toEqual(OLD[1]);
    expect(card().declined).toEqual([{ name: "write", digest: digest(NEW[0] ?? {}) }]);
  });

  it("takes several tools and several commands, and later ones again, with one edited answer", async () => {
    await say("/toolcard decline write\n/toolcard decline list");
    expect(card().declined).toHaveLength(2);
    expect(names()).toEqual(["write"]);
    await say("/toolcard decline write");
    expect(answers()).toHaveLength(1);
    expect(answer()).toContain("nothing to decline");
    expect(reactions("/toolcard decline write")).toEqual(["eyes", "confused"]);
  });

  it("goes on after another decline that was not yet worked off when it was written", async () => {
    const { github, repo, settle } = scene;
    github.webhooks.hold();
    repo.as("alice").comment(N, "/toolcard decline list");
    repo.as("alice").comment(N, "/toolcard decline write");
    for (const delivery of github.webhooks.waiting.splice(0)) {
      await github.webhooks.send(delivery);
      await settle();
    }
    expect(card().declined).toHaveLength(2);
  });

  it.each([
    ["an unknown name", "/toolcard decline lost", "no tool of this proposal is called `lost`"],
    ["a removal", "/toolcard decline read", "a removal can't be declined"],
    ["what is no command", "/toolcard delete list", "is no command"],
  ])("does nothing about %s, and says why", async (_title, body, words) => {
    const before = head();
    await say(body);
    expect(head()).toBe(before);
    expect(answer()).toContain(words);
    expect(reactions(body)).toEqual(["eyes", "confused"]);
  });

  it.each(["```\n/toolcard decline list\n```", "> /toolcard decline list", "`/toolcard decline list`"])(
    "is none inside code or a quote: %j",
    async (body) => {
      const before = head();
      await say(body);
      expect([head(), reactions(body), answer()]).toEqual([before, [], ""]);
    },
  );
});

describe("a command counts", () => {
  it("only from an owner of the card's file", async () => {
    const before = head();
    await say("/toolcard decline list", "bob");
    expect(head()).toBe(before);
    expect(answer()).toContain("only an owner of the card's file");
    expect(reactions("/toolcard decline list")).toEqual(["eyes", "confused"]);
  });

  it.each([
    ["can't be resolved", "/registry/ @acme/people\n", "can't be found out whether you are an owner"],
    ["is nobody", "/other/ @alice\n", "nobody owns it"],
  ])("from nobody where the owner %s", async (_title, codeowners, words) => {
    scene.repo.as("alice").push("main", { ".github/CODEOWNERS": codeowners });
    const before = head();
    await say("/toolcard decline list");
    expect(head()).toBe(before);
    expect(answer()).toContain(words);
  });

  it("only on our own open proposal", async () => {
    const { repo, settle } = scene;
    repo.as("bob").push("work", { [CARD]: cardText("https://one.example/mcp", NEW) });
    const number = repo.as("bob").openPull("work", "main", "by hand");
    repo.as("alice").comment(number, "/toolcard decline list");
    await settle();
    expect(repo.pull(number).comments.at(-1)?.body).toContain("this is none");
    repo.as("alice").close(N);
    await say("/toolcard decline list");
    expect(answer()).toBe("");
  });

  it("not when the comment was changed before it was read", async () => {
    const { github, repo, settle } = scene;
    github.webhooks.hold();
    repo.as("alice").comment(N, "/toolcard decline list");
    const comment = comments().at(-1);
    if (comment === undefined) throw new Error("there is no comment");
    comment.body = "/toolcard decline write";
    comment.updatedAt = "2026-06-01T00:00:00Z";
    const before = head();
    for (const delivery of github.webhooks.waiting.splice(0)) await github.webhooks.send(delivery);
    await settle();
    expect(head()).toBe(before);
    expect(answer()).toContain("was changed after it was written");
  });

  it("once, however often and late it is delivered", async () => {
    const { github, settle } = scene;
    await say("/toolcard decline list");
    const delivery = github.webhooks.deliveries.findLast(({ event }) => event === "issue_comment");
    const decline = github.webhooks.deliveries.filter(({ body }) => body.includes("/toolcard decline list"));
    expect(delivery).toBeDefined();
    await scene.scan([...NEWER.slice(0, 1), tool("list", "more")]);
    await settle();
    expect(names()).toContain("list");
    const before = head();
    for (const each of [...decline, ...decline]) await github.webhooks.send(each);
    await settle();
    expect(head()).toBe(before);
  });

  it("not for what was proposed after it was written", async () => {
    const { github, repo, settle } = scene;
    github.webhooks.hold();
    repo.as("alice").comment(N, "/toolcard decline list");
    const held = github.webhooks.waiting.splice(0);
    await scene.scan([...NEWER.slice(0, 1), tool("list", "more")]);
    const before = head();
    for (const delivery of held) await github.webhooks.send(delivery);
    await settle();
    expect(head()).toBe(before);
    expect(answer()).toContain("rewritten after the comment");
  });

  it("for nothing that others pushed meanwhile: the branch moves from where it was seen or not at all", async () => {
    const { github, repo, settle } = scene;
    let pushed = "";
    github.failWhen(
      (call) => {
        if (pushed === "" && call.operation === "git/create-commit") {
          pushed = repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
        }
        return false;
      },
      { kind: "drop" },
    );
    repo.as("alice").comment(N, "/toolcard decline list");
    await settle();
    expect(pushed).not.toBe("");
    expect(head()).toBe(pushed);
    expect(answer()).toContain("changed meanwhile");
  });
});

describe("/toolcard recreate", () => {
  it("rewrites the proposal without the commits of others, from toolcard's own", async () => {
    const { repo } = scene;
    const before = repo.read(CARD, BRANCH);
    repo
      .as("bob")
      .push(BRANCH, { [CARD]: cardText("https://one.example/mcp", NEWER), "notes.txt": "mine\n" });
    await say("/toolcard decline list");
    expect(answer()).toContain("commits that toolcard did not make");
    await say("/toolcard recreate");
    expect(repo.read(CARD, BRANCH)).toBe(before);
    expect(repo.read("notes.txt", BRANCH)).toBeUndefined();
    expect(repo.state.objects.commits.get(head())?.parents).toEqual([repo.tip()]);
    expect(reactions("/toolcard recreate")).toEqual(["eyes", "+1"]);
    expect((await scene.scan()).map(({ plan }) => plan.kind)).toEqual(["nothing"]);
  });

  it("and decline go together", async () => {
    scene.repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
    await say("/toolcard recreate\n/toolcard decline list");
    expect(names()).toEqual(["write"]);
    expect(scene.repo.read("notes.txt", BRANCH)).toBeUndefined();
  });

  it("leaves alone what has nothing of toolcard's, and says what else to do", async () => {
    const { repo } = scene;
    const tip = repo.tip() ?? "";
    const foreign = repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" }, { force: true, onto: tip });
    await say("/toolcard recreate");
    expect(head()).toBe(foreign);
    expect(answer()).toContain("Run the scan with `recreate`");
  });
});

it("the App obeys nobody where the Action publishes", async () => {
  scene.repo.as("alice").push("main", { "registry/toolcard.yaml": "gate: { by: action }\n" });
  await say("/toolcard decline list");
  expect([answer(), reactions("/toolcard decline list")]).toEqual(["", []]);
});
