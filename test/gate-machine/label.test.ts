import { describe, expect, test } from "vitest";
import type { Actor } from "../../src/core/gate/pull-request.ts";
import { allTools, cardA, Scene, settings, wider } from "./scene.ts";
import { person, TOOLCARD } from "./world.ts";

const OWNER = "alice";
const MORE = 300;

describe("the label counts for one head, when somebody entitled put it there after the check had spoken", () => {
  test("an owner who labels what the check was about turns it green", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    expect((await scene.judge(pull)).kind).toBe("needs-label");
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("a head that was pushed before the webhook of the label came is red", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    scene.pushes(pull, wider(MORE));
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("a label that was there before the wider push does not count after it, until it is put on anew", async () => {
    const scene = new Scene();
    const pull = scene.opens({ "README.md": undefined });
    expect(await scene.isGreen(pull)).toBe(true);
    scene.labels(pull, OWNER);
    await scene.judge(pull);
    scene.pushes(pull, wider());
    expect(await scene.isGreen(pull)).toBe(false);
    expect(await scene.isGreen(pull)).toBe(false);
    scene.relabels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("a push that widens by the very same needs it again", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
    scene.pushes(pull, { "README.md": undefined });
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("going back to a head that was allowed does not need it again, only that it is on", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    const allowed = scene.world.head(pull);
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    scene.pushes(pull, wider(MORE));
    await scene.judge(pull);
    scene.world.branches.set(pull.branch, allowed);
    scene.relabels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("a label that was put on before the check had spoken does not count, and is taken off", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(false);
    expect(pull.labels).toEqual([]);
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("a label of the same second as the check does not count: which came first can't be known", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    const at = scene.world.verdictOf(scene.world.head(pull))?.at ?? 0;
    pull.labels.push("widens-scope");
    pull.labelEvents.push({
      kind: "labeled",
      label: "widens-scope",
      actor: person(OWNER),
      at,
      viaApp: false,
    });
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("what the check said of another head is no evidence", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.pushes(pull, wider(MORE));
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("taking the label off turns it red, in whatever case it is written", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, OWNER, "WIDENS-scope");
    expect(await scene.isGreen(pull)).toBe(true);
    scene.world.unlabel(pull, "widens-SCOPE", person("mallory"));
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("the last time that it was put on counts: an owner's label, taken off and put on by another, does not", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    scene.relabels(pull, "tria");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("after it was pointed at another base the check speaks again, and only then the label counts", async () => {
    const scene = new Scene();
    scene.world.branches.set("release", scene.world.tip("main"));
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
    scene.world.retarget(pull, "release");
    expect(await scene.isGreen(pull)).toBe(false);
    scene.relabels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("a label that is there without any record of who put it there does not count", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    pull.labels.push("widens-scope");
    expect(await scene.isGreen(pull)).toBe(false);
  });
});

const STRANGERS: readonly { readonly who: string; readonly actor: Actor; readonly viaApp?: boolean }[] = [
  { who: "our own bot", actor: TOOLCARD },
  { who: "a bot with an owner's login", actor: { login: OWNER, kind: "bot" } },
  { who: "an app in an owner's name", actor: person(OWNER), viaApp: true },
  { who: "something that is neither a person nor a bot", actor: { login: OWNER, kind: "other" } },
  { who: "a user who may only triage", actor: person("tria") },
  { who: "a writer who owns nothing", actor: person("wes") },
  { who: "its author, who owns nothing", actor: person("mallory") },
  { who: "the owner of other files", actor: person("carol") },
  { who: "a member of a team that is no owner", actor: person("bob") },
  { who: "a deleted user", actor: null },
];

describe("the label of nobody else counts", () => {
  test.each(STRANGERS)("not that of $who", async ({ actor, viaApp }) => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.world.label(pull, "widens-scope", actor, viaApp);
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test.each(STRANGERS)(
    "not that of $who where anyone's does, unless it is a human's",
    async ({ actor, viaApp }) => {
      const scene = new Scene({ "registry/toolcard.yaml": settings({ labelBy: "anyone" }) });
      const pull = scene.opens(wider());
      await scene.judge(pull);
      scene.world.label(pull, "widens-scope", actor, viaApp);
      expect(await scene.isGreen(pull)).toBe(actor?.kind === "person" && viaApp !== true);
    },
  );

  test("where writers' labels count, that of a user who may only triage does not", async () => {
    const scene = new Scene({ "registry/toolcard.yaml": settings({ labelBy: "writer" }) });
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, "tria");
    expect(await scene.isGreen(pull)).toBe(false);
    scene.relabels(pull, "wes");
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("an owner who lost the right to write a minute ago can't allow anything any more", async () => {
    const scene = new Scene();
    scene.world.tick(600);
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.world.setPeople({ ...scene.world.people(), writers: ["olga"] });
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("an owner may allow what they wrote themselves", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider(), "main", person(OWNER));
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(true);
  });
});

/** A grant on card a, which Carol labelled: the agents' files are hers, the card is not. */
async function labelledByCarol(): Promise<{ scene: Scene; pull: ReturnType<Scene["opens"]> }> {
  const scene = new Scene();
  const enrolments = [{ server: "a", id: 1, grants: [{ tool: "write", job: "night" }] }];
  const pull = scene.opens({ "registry/grants/x.yaml": { kind: "grants", agent: "x", enrolments } });
  await scene.judge(pull);
  scene.labels(pull, "carol");
  expect(await scene.isGreen(pull)).toBe(false);
  return { scene, pull };
}

describe("what the labeller does not own is covered by reviews", () => {
  test("an owner of the agents' files can't grant another team's tool alone; with a review of its owner they can", async () => {
    const { scene, pull } = await labelledByCarol();
    scene.relabels(pull, "carol");
    scene.world.review(pull, OWNER, "approved");
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test.each(["commented", "changes-requested", "dismissed"] as const)(
    "a review that is %s allows nothing",
    async (state) => {
      const { scene, pull } = await labelledByCarol();
      scene.relabels(pull, "carol");
      scene.world.review(pull, OWNER, state);
      expect(await scene.isGreen(pull)).toBe(false);
    },
  );

  test("an approval that its giver took back, or that somebody dismissed, stands no more", async () => {
    const { scene, pull } = await labelledByCarol();
    scene.relabels(pull, "carol");
    scene.world.review(pull, OWNER, "approved");
    expect(await scene.isGreen(pull)).toBe(true);
    scene.world.review(pull, OWNER, "changes-requested");
    scene.relabels(pull, "carol");
    expect(await scene.isGreen(pull)).toBe(false);
    scene.world.dismiss(pull, OWNER);
    scene.relabels(pull, "carol");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("a comment after an approval leaves it standing", async () => {
    const { scene, pull } = await labelledByCarol();
    scene.relabels(pull, "carol");
    scene.world.review(pull, OWNER, "approved");
    scene.world.review(pull, OWNER, "commented");
    expect(await scene.isGreen(pull)).toBe(true);
  });

  test("an approval of the head before does not cover this one", async () => {
    const { scene, pull } = await labelledByCarol();
    scene.world.review(pull, OWNER, "approved");
    scene.pushes(pull, { "README.md": undefined });
    await scene.judge(pull);
    scene.relabels(pull, "carol");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("a review whose head GitHub has lost covers nothing", async () => {
    const { scene, pull } = await labelledByCarol();
    scene.relabels(pull, "carol");
    pull.reviews.push({
      author: person(OWNER),
      state: "approved",
      commit: undefined,
      at: scene.world.tick(),
    });
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("reviews without any label are not enough", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.world.review(pull, OWNER, "approved");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("a label from somebody who owns nothing of it does not count, whatever reviews there are", async () => {
    const scene = new Scene();
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, "wes");
    scene.world.review(pull, OWNER, "approved");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("each widened file needs an owner of its own", async () => {
    const scene = new Scene();
    const pull = scene.opens({ ...wider(), "registry/toolcard.yaml": settings({ maxAge: 90 }) });
    await scene.judge(pull);
    scene.labels(pull, OWNER);
    expect(await scene.isGreen(pull)).toBe(false);
    scene.relabels(pull, OWNER);
    scene.world.review(pull, "olga", "approved");
    expect(await scene.isGreen(pull)).toBe(true);
  });
});

describe("no label is asked for where nothing widens", () => {
  const { tools } = cardA();
  test.each([
    ["a limit that falls", { "registry/cards/a.yaml": cardA({ tools: allTools({ maxLength: 50 }) }) }],
    [
      "a tool that goes",
      { "registry/cards/a.yaml": cardA({ tools: tools.slice(0, 1), retired: ["write"] }) },
    ],
    ["a server that is suspended", { "registry/cards/a.yaml": cardA({ suspended: true }) }],
    [
      "a card that goes with its enrolment",
      { "registry/cards/b.yaml": undefined, "registry/grants/y.yaml": undefined },
    ],
    ["an agent that goes", { "registry/grants/x.yaml": undefined }],
    ["other words", { "registry/cards/a.yaml": cardA({ tools: allTools({ description: 1 }) }) }],
    ["a typo in notes", { "registry/cards/a.yaml": { ...cardA({ notes: 1 }), revision: 1 } }],
    ["another default", { "registry/cards/a.yaml": cardA({ tools: allTools({ fallback: 1 }) }) }],
    ["a comment in the settings", { "registry/toolcard.yaml": settings({ comment: 1 }) }],
    ["a workflow that has nothing to do with it", { ".github/workflows/test.yml": undefined }],
    ["another file", { "README.md": undefined }],
  ])("%s is green at once", async (_, files) => {
    const scene = new Scene();
    const pull = scene.opens(files);
    const verdict = await scene.judge(pull);
    expect(verdict).toMatchObject({ kind: "passes", widenings: [] });
    expect(scene.green(pull)).toBe(true);
    expect(pull.comment).toBeUndefined();
  });
});
