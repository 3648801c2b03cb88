import { expect, test } from "vitest";
import type { Fault } from "../github/faults.ts";
import { endState } from "./end-state.ts";
import { NEW, NEWER, OLD, startScene, writes, type RunOptions, type Scene } from "./scene.ts";

const FAULTS: Readonly<Record<string, Fault>> = {
  dropped: { kind: "drop" },
  "dropped after it took effect": { kind: "drop-after" },
  "an answer that breaks off": { kind: "half" },
  "a 500": { kind: "status", status: 500 },
  "a 502 after it took effect": { kind: "status-after", status: 502 },
  "a secondary limit": { kind: "secondary-limit", retryAfter: 60 },
  "no answer": { kind: "hang" },
  "no answer after it took effect": { kind: "hang-after" },
};

/** Where each flow starts from, and the list that its run sees. */
const FLOWS: Readonly<Record<string, { before: readonly unknown[]; live: readonly unknown[] }>> = {
  "a new drift": { before: OLD, live: NEW },
  "a changed drift": { before: NEW, live: NEWER },
  "a vanished drift": { before: NEW, live: OLD },
};

async function startFlow({ before, live }: (typeof FLOWS)[string]): Promise<Scene> {
  const scene = await startScene();
  scene.live = before;
  await scene.run();
  scene.live = live;
  return scene;
}

/** A pull request never tells of other files than its own, and what is half done is never green. */
function expectNothingWrong({ repo }: Scene): void {
  const open = repo.pulls().filter(({ state }) => state === "open");
  expect(open.length).toBeLessThanOrEqual(1);
  for (const { sha, state } of repo.state.statuses) expect([sha, state]).toEqual([sha, "failure"]);
}

async function tryRun(scene: Scene, options: RunOptions): Promise<void> {
  try {
    await scene.run(options);
  } catch {
    // A run that can't even look at the repository fails as a whole.
  }
}

/** One fault at one call, twice where the client tries again; then what a second run makes of it. */
async function failOnce(
  start: (typeof FLOWS)[string],
  at: number,
  operation: string | undefined,
  fault: Fault,
  retries: number,
) {
  const scene = await startFlow(start);
  const from = scene.github.calls().length;
  let times = 0;
  scene.github.failWhen(
    (call) => {
      const isIt = call.n === from + at + 1 || (times > 0 && call.operation === operation);
      if (isIt) times += 1;
      return isIt;
    },
    fault,
    retries + 1,
  );
  await tryRun(scene, { retries, callMs: fault.kind.startsWith("hang") ? 400 : 20_000, totalMs: 20_000 });
  scene.github.heal();
  expectNothingWrong(scene);
  const second = await scene.run();
  const end = endState(scene);
  const third = writes(await scene.run());
  await scene.github.close();
  return { end, third, failed: second.outcomes.some(({ applied }) => applied?.ok === false) };
}

for (const [flow, start] of Object.entries(FLOWS)) {
  for (const retries of [0, 1]) {
    test(`${flow}, ${retries + 1} tries a call: whatever goes wrong with whichever call, a second run ends as if nothing had`, async () => {
      const whole = await startFlow(start);
      const { calls } = await whole.run();
      const end = endState(whole);
      await whole.github.close();
      const ran = calls.flatMap(({ operation }, at) =>
        Object.entries(FAULTS).map(async ([name, fault]) => {
          return [name, at, await failOnce(start, at, operation, fault, retries)] as const;
        }),
      );
      for (const [name, at, left] of await Promise.all(ran)) {
        expect([name, at, left]).toEqual([name, at, { end, third: [], failed: false }]);
      }
    });
  }
}
