import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import { anyStep, Machine, plainStage, run, type Stage } from "./machine.ts";
import { portOf } from "./port.ts";
import { person } from "./world.ts";

/** How many steps at least, and where chance begins. `GATE_STEPS=1000000 GATE_SEED=7 npx vitest run test/gate-machine`. */
const STEPS = Number(process.env["GATE_STEPS"] ?? 10_000);
const SEED = Number(process.env["GATE_SEED"] ?? 1);

const GATE = { pullRequest: gatePullRequest, group: gateGroup };
const anySteps = fc.array(anyStep, { maxLength: 100, size: "max" });

test("whatever happens in whatever order, the check says what the rules say, and is never green without a right to it", async () => {
  const done = { steps: 0 };
  const property = fc.asyncProperty(anySteps, async (list) => {
    const machine = new Machine(GATE);
    await run(machine, list);
    done.steps += machine.steps;
  });
  let seed = SEED;
  while (done.steps < STEPS) await fc.assert(property, { numRuns: 20, seed: seed++ });
  expect(done.steps).toBeGreaterThanOrEqual(STEPS);
}, 3_600_000);

function pullLie(change: (pull: PullRequestNow) => PullRequestNow): (port: GatePort) => GatePort {
  return (port) => ({
    ...port,
    pullRequest: async (number) => {
      const pull = await port.pullRequest(number);
      return pull === undefined ? undefined : change(pull);
    },
  });
}

/** What a gate would do wrong that did not look at one thing: it is told that this thing is well. */
const LIES: Readonly<Record<string, (port: GatePort) => GatePort>> = {
  "who labelled": pullLie((pull) => ({
    ...pull,
    labelEvents: pull.labelEvents.map((event) =>
      Object.assign({}, event, { actor: person("olga"), viaApp: false }),
    ),
  })),
  "whether the label is still on": pullLie((pull) => ({
    ...pull,
    labels: ["widens-scope", "Wider"],
    labelEvents: pull.labelEvents.filter(({ kind }) => kind === "labeled"),
  })),
  "when it was labelled": pullLie((pull) => ({
    ...pull,
    labelEvents: pull.labelEvents.map((event) => Object.assign({}, event, { at: Number.MAX_SAFE_INTEGER })),
  })),
  "when it was aimed at its base": pullLie((pull) => ({ ...pull, aimedAt: 0 })),
  "which head was reviewed": pullLie((pull) => ({
    ...pull,
    reviews: pull.reviews.map((review) => Object.assign({}, review, { commit: pull.head })),
  })),
  "which review is the last": pullLie((pull) => ({ ...pull, reviews: pull.reviews.toReversed() })),
  "what a review says": pullLie((pull) => ({
    ...pull,
    reviews: pull.reviews.map((review) => Object.assign({}, review, { state: "approved" })),
  })),
  "that not all can be read": pullLie((pull) => ({ ...pull, undeterminable: [] })),
  "the default branch": pullLie((pull) => ({
    ...pull,
    defaultBranch: pull.base,
    mergeBase: { base: pull.mergeBase.base, default: pull.mergeBase.base },
  })),
  "the base": pullLie((pull) => ({
    ...pull,
    base: pull.defaultBranch,
    mergeBase: { base: pull.mergeBase.default, default: pull.mergeBase.default },
  })),
  "other pull requests with the head": (port) => ({
    ...port,
    openWithHead: async (head) => (await port.openWithHead(head)).slice(0, 1),
  }),
  "who people are now": (port) => ({
    ...port,
    people: async (questions) => await port.people(questions, false),
  }),
  "who people are": (port) => ({
    ...port,
    people: async (questions) => questions.map(() => ({ is: "yes" as const })),
  }),
  "CODEOWNERS in an earlier place": withoutFiles((path) => path === ".github/CODEOWNERS"),
  "the gate's workflow": withoutFiles((path) => path.startsWith(".github/workflows/")),
  "grants files": withoutFiles((path) => path.includes("/grants/")),
  "the settings": withoutFiles((path) => path.endsWith("toolcard.yaml")),
  "where the registry is": withoutFiles((path) => path === ".github/toolcard.yml"),
  "members of a group": (port) => ({
    ...port,
    group: async (head, base) => {
      const group = await port.group(head, base);
      return { ...group, members: group.members.slice(-1) };
    },
  }),
};

function withoutFiles(left: (path: string) => boolean): (port: GatePort) => GatePort {
  return (port) => ({
    ...port,
    snapshots: async (commits) =>
      (await port.snapshots(commits)).map(({ commit, folder, files }) => ({
        commit,
        folder,
        files: new Map([...files].filter(([path]) => !left(path))),
      })),
  });
}

function lyingStage(lie: (port: GatePort) => GatePort): Stage {
  return {
    ...plainStage(),
    portOf: (world, before) => {
      const { port, doings } = portOf(world, before);
      return { port: lie(port), doings };
    },
  };
}

test.each(Object.entries(LIES))("a gate that does not look at %s is found out", async (_, lie) => {
  const property = fc.asyncProperty(
    anySteps,
    async (list) => await run(new Machine(GATE, lyingStage(lie)), list),
  );
  const { failed } = await fc.check(property, { numRuns: 400, seed: SEED, endOnFailure: true });
  expect(failed).toBe(true);
});
