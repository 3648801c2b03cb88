import * as fc from "fast-check";
import { expect, test } from "vitest";
import { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import { startAppMachine } from "./app-machine.ts";
import { anyStep, Machine, run, type Step } from "./machine.ts";
import { startMirror, stageOf } from "./twin.ts";

/** How many steps at least over HTTP, and where chance begins. */
const STEPS = Number(process.env["GATE_HTTP_STEPS"] ?? 120);
const SEED = Number(process.env["GATE_SEED"] ?? 1);

/** What the strict GitHub can't be brought to, or does in an order of its own. */
const LEFT_OUT: ReadonlySet<Step["what"]> = new Set([
  "can't be read",
  "labels can't be taken off",
  "enters the queue",
  "leaves the queue",
  "a group is built",
  "the queue lands",
]);

function possible(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ what }) => !LEFT_OUT.has(what))
    .map((step) =>
      Object.assign({}, step, { during: step.during.filter(({ what }) => !LEFT_OUT.has(what)) }),
    );
}

const ONE_RUN = 60;
const opens: Step = { what: "opens a pull request", a: 1, b: 0, c: 0, during: [] };

test("over HTTP the check says the same, whatever happens in whatever order", async () => {
  const steps = possible(fc.sample(anyStep, { numRuns: STEPS * 2, seed: SEED }));
  let done = 0;
  for (let seed = 1; done < STEPS; seed++) {
    const mirror = await startMirror();
    const machine = new Machine({ pullRequest: gatePullRequest, group: gateGroup }, stageOf(mirror));
    await run(machine, [{ ...opens, b: seed }, ...steps.splice(0, ONE_RUN)]);
    expect(machine.world.verdicts.length).toBeGreaterThan(0);
    done += machine.steps;
    await mirror.github.close();
  }
  expect(done).toBeGreaterThanOrEqual(STEPS);
}, 600_000);

test("the App says the same, whatever it is told in whatever order", async () => {
  const steps = possible(fc.sample(anyStep, { numRuns: STEPS * 2, seed: SEED + 1 }));
  let done = 0;
  for (let seed = 1; done < STEPS; seed++) {
    const app = await startAppMachine(seed % 3 === 0);
    await run(app.machine, [{ ...opens, b: seed }, ...steps.splice(0, ONE_RUN)]);
    expect(app.machine.world.verdicts.length).toBeGreaterThan(0);
    done += app.machine.steps;
    await app.close();
  }
  expect(done).toBeGreaterThanOrEqual(STEPS);
}, 600_000);
