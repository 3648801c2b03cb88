import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutBody } from "../../src/core/propose/body.ts";
import { driftFingerprint } from "../../src/core/propose/fingerprint.ts";
import type { ProposalPlan } from "../../src/core/propose/plan.ts";
import { planProposal } from "../../src/core/propose/propose.ts";
import type { ProposalState } from "../../src/core/propose/state.ts";
import { CARD } from "./states.ts";
import { World, cardText, readCard } from "./world.ts";

/** What people and the server do between runs. */
const EVENTS = {
  "server changes": (world: World, value: number) => void (world.live = value % 3),
  "other file changes on the base": (world: World, value: number) =>
    world.setBase(new Map([...world.base.files, ["README.md", `${value}`]])),
  "card's notes change on the base": (world: World, value: number) => {
    const card = readCard(world.base.files.get(CARD) ?? "");
    world.setBase(new Map([...world.base.files, [CARD, cardText(card.form, value, card.declined)]]));
  },
  "a person updates the card on the base": (world: World) => {
    const card = readCard(world.base.files.get(CARD) ?? "");
    world.setBase(new Map([...world.base.files, [CARD, cardText(world.live, card.note, card.declined)]]));
  },
  "the base is force-pushed": (world: World) => world.setBase(world.base.files, true),
  "a person commits to the branch": (world: World, value: number) =>
    world.push("foreign", new Map([...world.head, ["notes.txt", `${value}`]])),
  "a person declines": (world: World) => world.decline(),
  "an owner closes": (world: World) => world.open && world.close(world.open, "owner"),
  "somebody closes": (world: World) => world.open && world.close(world.open, "other"),
  "nobody knows who closes": (world: World) => world.open && world.close(world.open, "unresolved"),
  "an owner deletes the branch": (world: World) => world.deleteBranch("owner"),
  "a person merges": (world: World) => world.merge(false),
  "a person merges and keeps the branch": (world: World) => world.merge(true),
  "a person reopens": (world: World) => {
    const last = world.pulls.at(-1);
    if (last?.state === "closed" && last.head === world.branch?.id) last.state = "open";
  },
  enqueued: (world: World) => Object.assign(world.open ?? {}, { queued: true }),
  dequeued: (world: World) => Object.assign(world.open ?? {}, { queued: false }),
  retargeted: (world: World) => Object.assign(world.open ?? {}, { base: "release" }),
  "targeted back": (world: World) => Object.assign(world.open ?? {}, { base: "main" }),
  "title edited": (world: World) => Object.assign(world.open ?? {}, { title: "mine" }),
  "the branch is reset to our commit": (world: World) => world.dropForeign(),
  "body emptied": (world: World) => Object.assign(world.open ?? {}, { body: "" }),
  "body grown": (world: World) =>
    Object.assign(world.open ?? {}, { body: `${world.open?.body}\nReviewable` }),
  "a day passes": (world: World) => world.wait(1),
  "a month passes": (world: World) => world.wait(30),
} satisfies Record<string, (world: World, value: number) => unknown>;

const step = fc.record({
  event: fc.oneof(
    fc.constantFrom(...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])),
    fc.constant("server changes" as const),
  ),
  value: fc.nat(9),
  recreate: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
  /** How many writes the run gets done before it is cut off, if it is. */
  writes: fc.option(fc.nat(2), { freq: 3, nil: Number.POSITIVE_INFINITY }),
});

function isWrite(plan: ProposalPlan): boolean {
  switch (plan.kind) {
    case "open":
    case "replace":
    case "retext":
    case "close":
    case "delete-branch":
      return true;
    case "stop":
      return plan.notice !== undefined;
    case "skip":
      return plan.deletes !== undefined;
    case "nothing":
    case "silent":
    case "wait":
    case "defer":
      return false;
    default:
      return plan satisfies never;
  }
}

/** What must hold of any plan, whatever came before. */
function expectSound(world: World, state: ProposalState, plan: ProposalPlan): void {
  const { open } = world;
  const foreign = world.branch?.commits.some(({ kind }) => kind === "foreign") === true;
  if (open?.queued === true || (open !== undefined && open.base !== "main"))
    expect(isWrite(plan)).toBe(false);
  if (foreign && !state.recreate) {
    expect(["stop", "nothing", "wait", "silent"]).toContain(plan.kind);
  }
  const target = world.wanted();
  const gone = target.files[0]?.text === world.base.files.get(CARD);
  if (gone) expect(["close", "delete-branch", "nothing", "stop", "wait"]).toContain(plan.kind);
  else expect(["close", "delete-branch"]).not.toContain(plan.kind);
  if (plan.kind === "silent" && plan.reason === "dismissed") {
    const dismissed = world.pulls.find(({ number }) => number === plan.pullRequest);
    expect(["owner", "unresolved"]).toContain(dismissed?.closedBy);
    if (dismissed?.body !== "") {
      expect(cutBody(dismissed?.body ?? "").marker?.drift).toBe(driftFingerprint(target.drift));
    }
  }
}

/** What must hold after a run that nothing cut off. */
function expectSettled(world: World, plan: ProposalPlan): void {
  expect(world.pulls.filter(({ state }) => state === "open").length).toBeLessThanOrEqual(1);
  const { open } = world;
  if (plan.kind === "wait" || plan.kind === "stop" || plan.kind === "silent") return;
  const { drift, files, title, body } = world.wanted();
  if (files[0]?.text === world.base.files.get(CARD)) {
    expect(open).toBeUndefined();
    return;
  }
  expect(["resumed", undefined]).toContain(open?.notice);
  expect(open?.title).toBe(title);
  const told = cutBody(open?.body ?? "");
  expect([told.ours, told.marker]).toEqual([body, { drift: driftFingerprint(drift) }]);
  expect(world.head.get(CARD)).toBe(files[0]?.text);
  expect(world.branch?.start.files.get(CARD)).toBe(world.base.files.get(CARD));
  expect(world.reachable.has(world.branch?.start.id ?? -1)).toBe(true);
}

test("whatever people, the server and cut-off runs do, each plan is sound, and a second run writes nothing", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const world = new World();
      for (const { event, value, recreate, writes } of steps) {
        EVENTS[event](world, value);
        const state = world.see(recreate);
        const plan = planProposal(state);
        seen.add(`${plan.kind} ${"reason" in plan ? plan.reason : ""}`);
        expectSound(world, state, plan);
        world.carryOut(plan, writes);
        if (writes !== Number.POSITIVE_INFINITY) continue;
        expectSettled(world, plan);
        for (const again of [false, recreate]) {
          expect(isWrite(planProposal(world.see(again)))).toBe(false);
        }
      }
    }),
    { seed: 20261130, numRuns: 4000 },
  );
  for (const expected of [
    "silent flapping",
    "silent dismissed",
    "replace declines-adopted",
    "open drift-back",
  ]) {
    expect(seen).toContain(expected);
  }
});
