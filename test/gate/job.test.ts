import { describe, expect, it } from "vitest";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import { publishedId } from "../../src/core/gate/published.ts";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import { FakePort } from "./port.ts";
import { LEDGER_FILE } from "../../src/core/record/ledger.ts";
import { World } from "../record/world.ts";
import { claimsCard, REPOSITORY, settings } from "./sample.ts";
import {
  bot,
  labeled,
  labelledBy,
  PEOPLE,
  person,
  pullOf,
  snapshotOf,
  unlabeled,
  withFiles,
} from "./scene.ts";
import { swap } from "./table.ts";

const CARD = "registry/cards/claims-tools.yaml";
const SETTINGS = "registry/toolcard.yaml";
const base = snapshotOf(REPOSITORY, "base");
const wider = snapshotOf(withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "900") }), "wider");
const wider2 = snapshotOf(withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "901") }), "wider2");
const narrower = snapshotOf(withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "100") }), "narrower");
const ALL = [base, wider, wider2, narrower];

function portWith(more: Partial<PullRequestNow> = {}, head = wider): FakePort {
  return new FakePort([pullOf(base, head, more)], ALL);
}

function gate(port: FakePort) {
  return gatePullRequest(port, 7, new GateCache());
}

function gateOf(port: FakePort) {
  return gateGroup(port, port.groupNow, new GateCache());
}

describe("looking at a pull request", () => {
  it.each([
    ["another verdict is of the same second, as nobody knows which of them GitHub shows", "other", 0],
    ["another verdict came after it", "other", 1],
    ["only a short form came after it", "short", 1],
  ])("publishes again what it said before where %s", async (_, which, later) => {
    const port = portWith({ verdicts: [] });
    await gate(port);
    const said = port.pulls.get(7)?.verdicts.at(-1);
    if (said?.id === undefined) throw new Error("nothing was published");
    const other = { ...said, at: said.at + later, passes: which === "other" };
    const id = which === "short" ? publishedId(said.id, "short") : "another";
    for (const verdicts of [
      [said, { ...other, id }],
      [{ ...other, id }, said],
    ]) {
      port.change(7, { verdicts });
      port.published.length = 0;
      await gate(port);
      expect(port.published).toMatchObject([{ id: said.id, passes: false }]);
    }
  });

  it("passes what only narrows, at once, without a label, a comment or a question about anybody", async () => {
    const port = portWith({ verdicts: [] }, narrower);
    expect(await gate(port)).toMatchObject({ passes: true });
    expect(port.calls).toEqual([
      "pullRequest",
      "openWithHead",
      "snapshots",
      "pullRequest",
      "openWithHead",
      "publish",
    ]);
    expect(port.last).toMatchObject({
      commit: "narrower",
      passes: true,
      title: "Passes: nothing gets wider; 1 tool refuses calls that worked before",
    });
  });

  it("makes the label, comments and publishes last where the label is needed", async () => {
    const port = portWith({ verdicts: [] });
    expect(await gate(port)).toMatchObject({ passes: false });
    expect(port.calls.slice(3)).toEqual(["makeLabel widens-scope", "comment 7 new", "publish"]);
  });

  it("says nothing twice: a second look at the same writes nothing", async () => {
    const port = portWith({ verdicts: [] });
    await gate(port);
    port.calls.length = 0;
    await gate(port);
    expect(port.calls).toEqual(["pullRequest", "openWithHead", "snapshots", "makeLabel widens-scope"]);
  });

  it("edits its comment in place when it says something else by then", async () => {
    const port = portWith({ comment: { id: 42, body: "old" }, ...labelledBy("olga") });
    await gate(port);
    expect(port.calls).toContain("comment 7 42");
    expect(port.comments[0]).toContain("`olga` put the label `widens-scope` on");
  });

  it("takes back in its comment what it asked for, when no label helps or none is needed any more", async () => {
    const invalid = snapshotOf(withFiles(REPOSITORY, { [CARD]: "tools: [" }), "invalid");
    for (const [head, said] of [
      [invalid, "no label helps"],
      [narrower, "It needs no label"],
    ] as const) {
      const port = new FakePort([pullOf(base, head, { comment: { id: 42, body: "old" } })], [base, head]);
      await gate(port);
      expect(port.comments).toEqual([expect.stringContaining(said)]);
      const silent = new FakePort([pullOf(base, head)], [base, head]);
      await gate(silent);
      expect(silent.comments).toEqual([]);
    }
  });

  it("does not comment on a proposal of ours, nor on a bot's pull request", async () => {
    for (const more of [
      { proposalOf: "claims-tools", author: bot("toolcard") },
      { author: bot("renovate") },
    ]) {
      const port = portWith(more);
      await gate(port);
      expect(port.comments).toEqual([]);
    }
  });

  it("publishes a new verdict, though in the same words, where none came after it was opened", async () => {
    const port = portWith({ verdicts: [] });
    port.time = 100;
    await gate(port);
    port.time = 101;
    await gate(port);
    await gate(port);
    expect(port.published.map(({ passes }) => passes)).toEqual([false, false]);
    expect(port.published[0]?.summary).toBe(port.published[1]?.summary);
  });

  it("is not there for one that is closed, merged or missing", async () => {
    for (const state of ["closed", "merged"] as const) {
      const port = portWith({ state });
      expect(await gate(port)).toBeUndefined();
      expect(port.calls).toEqual(["pullRequest"]);
    }
    expect(await gatePullRequest(new FakePort([], []), 7)).toBeUndefined();
  });

  it("goes on where label and comment can't be written", async () => {
    const port = portWith(labelledBy("olga", 105));
    port.before = (call) => {
      if (/^(?:makeLabel|comment|takeLabelOff)/.test(call)) throw new Error("403");
    };
    await gate(port);
    expect(port.last?.passes).toBe(false);
  });

  it("publishes a failure where GitHub can't be read, and lets the error go on", async () => {
    for (const broken of ["openWithHead", "snapshots", "people", "people, fresh"]) {
      const port = portWith(labelledBy("olga"));
      port.before = (call) => {
        if (call === broken) throw new Error("502");
      };
      await expect(gate(port)).rejects.toThrow("502");
      expect(
        port.published.map(({ passes }) => passes),
        broken,
      ).toEqual([false]);
    }
  });
});

describe("a label", () => {
  it("that counts passes, after membership and everything else were read anew", async () => {
    const port = portWith(labelledBy("olga"));
    expect(await gate(port)).toMatchObject({ passes: true });
    expect(port.calls).toEqual([
      "pullRequest",
      "openWithHead",
      "snapshots",
      "people",
      "people, fresh",
      "pullRequest",
      "openWithHead",
      "publish",
    ]);
  });

  it("of somebody who was an owner five minutes ago does not count", async () => {
    const port = portWith(labelledBy("olga"));
    port.remembered = PEOPLE;
    port.people_ = { ...PEOPLE, owners: {} };
    expect(await gate(port)).toMatchObject({ passes: false });
  });

  it("that was put on before a push is taken off", async () => {
    const port = portWith({ ...labelledBy("olga", 105) });
    await gate(port);
    expect(port.calls).toContain("takeLabelOff 7 widens-scope");
    expect(port.last?.title).toContain("Needs the label again");
  });

  it("says the same before and after we took it off", async () => {
    const port = portWith(labelledBy("olga", 105));
    await gate(port);
    port.change(7, {
      labels: [],
      labelEvents: [labeled(105), unlabeled(1001, "x", { actor: bot("toolcard") })],
    });
    await gate(port);
    expect(new Set(port.published.map(({ title }) => title)).size).toBe(1);
  });
});

describe("what moves while it is read", () => {
  it.each<[string, Partial<PullRequestNow>]>([
    ["the head", { head: "wider2" }],
    ["the label", { labels: [], labelEvents: [labeled(120), unlabeled(130)] }],
    ["a review", { reviews: [{ author: null, state: "dismissed", commit: "wider", at: 130 }] }],
    ["the base", { aimedAt: 140 }],
    ["the state", { state: "closed" }],
  ])("is judged as it is then: %s", async (_what, change) => {
    const port = portWith(labelledBy("olga"));
    port.before = (call, count) => {
      if (call === "pullRequest" && count === 1) port.change(7, change);
    };
    await gate(port);
    const expected = portWith({ ...labelledBy("olga"), ...change });
    await gate(expected);
    expect(port.published.map(({ commit, passes }) => [commit, passes])).toEqual(
      expected.published.map(({ commit, passes }) => [commit, passes]),
    );
  });

  it("never ends in a success when it never stands still", async () => {
    const port = portWith(labelledBy("olga"));
    port.before = (call, count) => {
      if (call === "pullRequest") port.change(7, { labelEvents: [labeled(120 + count)] });
    };
    expect(await gate(port)).toMatchObject({ passes: false });
    expect(port.last?.title).toContain("it kept changing");
  });

  it("sees another pull request with the same head that was opened meanwhile", async () => {
    const port = portWith(labelledBy("olga"));
    port.before = (call, count) => {
      if (call === "openWithHead" && count === 1) port.pulls.set(8, pullOf(base, wider, { number: 8 }));
    };
    expect(await gate(port)).toMatchObject({ passes: false });
  });
});

describe("several pull requests with one head", () => {
  it("get the worst of their verdicts, and each is told", async () => {
    const port = new FakePort(
      [pullOf(base, wider, labelledBy("olga")), pullOf(base, wider, { number: 8 })],
      ALL,
    );
    const judged = await gate(port);
    expect(judged?.verdicts.map(({ pullRequest, kind }) => [pullRequest, kind])).toEqual([
      [8, "needs-label"],
      [7, "passes"],
    ]);
    expect(port.last?.title).toBe("Pull request 8: Needs the label widens-scope from an owner: 1 field");
    expect(port.last?.summary).toContain("# Pull request 7");
  });

  it("wait for a verdict of their own: one that was opened later is published for anew", async () => {
    const port = portWith({ verdicts: [] });
    port.time = 110;
    await gate(port);
    port.pulls.set(
      8,
      pullOf(base, wider, { number: 8, aimedAt: 200, verdicts: port.pulls.get(7)?.verdicts ?? [] }),
    );
    port.change(7, { state: "closed" });
    port.time = 210;
    await gatePullRequest(port, 8, new GateCache());
    expect(port.published).toHaveLength(2);
    port.change(8, labelledBy("olga", 205));
    expect(await gatePullRequest(port, 8, new GateCache())).toMatchObject({ passes: false });
    port.change(8, labelledBy("olga", 220));
    expect(await gatePullRequest(port, 8, new GateCache())).toMatchObject({ passes: true });
  });
});

describe("a merge group", () => {
  const built = snapshotOf(
    withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "900"), "README.md": "queue" }),
    "built",
  );
  const other = snapshotOf(withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "902") }), "other");
  const broken = snapshotOf(withFiles(REPOSITORY, { [CARD]: "tools: [" }), "broken");

  function groupPort(more: Partial<PullRequestNow>, head = built): FakePort {
    const port = new FakePort([pullOf(base, wider, more)], [...ALL, built, other, broken]);
    port.groupNow = {
      head: head.commit,
      base: "base",
      members: [{ number: 7, head: head.commit, base: "base" }],
      undeterminable: [],
    };
    return port;
  }

  it("passes when each member passes now and widens by the same", async () => {
    const port = groupPort(labelledBy("olga"));
    expect(await gateOf(port)).toMatchObject({ passes: true });
    expect(port.last).toMatchObject({
      commit: "built",
      passes: true,
      title: "Passes: the pull request of this merge group passes",
    });
    expect(port.calls).toContain("people, fresh");
  });

  it("passes with what the label allowed since the last approved state, which is in nothing that the queue built", async () => {
    const world = new World();
    const key = `${settings}approval: { genesis: "${world.entries[0]?.hash}" }\n`;
    world.land({ pull: { head: { [SETTINGS]: key }, mergedBy: person("ada") } });
    world.land({ lands: { [CARD]: swap(claimsCard, "500", "900") } });
    const main = snapshotOf(world.tree, "base");
    const changes = { [CARD]: swap(claimsCard, "500", "800") };
    const head = snapshotOf(withFiles(world.tree, changes), "head");
    const queued = snapshotOf(withFiles(world.tree, { ...changes, "README.md": "queue" }), "built");
    const record = "f".repeat(40);
    const port = new FakePort([pullOf(main, head, { record })], [main, head, queued]);
    port.files.set(`${record} ${LEDGER_FILE}`, new TextEncoder().encode(world.text));
    for (const [commit] of world.trees) {
      const content = world.contentOf({ commit, file: CARD });
      if (content !== undefined) port.files.set(`${commit} ${CARD}`, content);
    }
    const members = [{ number: 7, head: "built", base: "base" }];
    port.groupNow = { head: "built", base: "base", members, undeterminable: [] };
    const group = await gateOf(port);
    expect(group).toMatchObject({ passes: false, verdicts: [{ widenings: [{ file: CARD }] }] });
    port.change(7, labelledBy("olga"));
    expect(await gateOf(port)).toMatchObject({ passes: true });
    port.files.delete(`${record} ${LEDGER_FILE}`);
    expect(await gateOf(port)).toMatchObject({ passes: false, verdicts: [{ kind: "refused" }] });
  });

  it("does not pass when a member does not pass now", async () => {
    expect(await gateOf(groupPort({}))).toMatchObject({ passes: false });
    expect(await gateOf(groupPort({ ...labelledBy("olga"), state: "closed" }))).toMatchObject({
      passes: false,
    });
  });

  it("does not pass when the queue built something else: update the branch and label again", async () => {
    for (const head of [other, base]) {
      const port = groupPort(labelledBy("olga"), head);
      expect(await gateOf(port)).toMatchObject({ passes: false });
    }
    const port = groupPort(labelledBy("olga"), other);
    await gateOf(port);
    expect(port.last?.title).toMatch(/^Pull request 7: Update the branch and label again/);
  });

  it("does not pass when the registry at its head is not valid", async () => {
    const port = groupPort(labelledBy("olga"), broken);
    await gateOf(port);
    expect(port.last).toMatchObject({ passes: false, title: expect.stringContaining("not valid") });
  });

  it.each([
    ["a gap", { members: [{ number: 7, head: "built", base: "elsewhere" }] }],
    ["an end before its head", { members: [{ number: 7, head: "wider", base: "base" }] }],
    ["no members", { members: [] }],
    ["something that the port could not tell", { undeterminable: ["a gap in the queue"] }],
  ])("does not pass with %s", async (_what, change) => {
    const port = groupPort(labelledBy("olga"));
    port.groupNow = { ...port.groupNow, ...change };
    await gateOf(port);
    expect(port.last).toMatchObject({
      passes: false,
      title: expect.stringMatching(/^Refused: it can't be told/),
    });
  });

  it("does not pass when a member moves while it is read, and never ends", async () => {
    const port = groupPort(labelledBy("olga"));
    port.before = (call, count) => {
      if (call === "pullRequest") port.change(7, { labelEvents: [labeled(120 + count)] });
    };
    expect(await gateOf(port)).toMatchObject({ passes: false });
    expect(port.last?.title).toContain("it kept changing");
  });

  it("is told as a failure where GitHub can't be read", async () => {
    const port = groupPort(labelledBy("olga"));
    port.before = (call) => {
      if (call === "snapshots") throw new Error("502");
    };
    await expect(gateOf(port)).rejects.toThrow("502");
    expect(port.last).toMatchObject({ commit: "built", passes: false });
  });
});
