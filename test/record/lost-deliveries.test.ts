import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import { startScene, type Scene } from "../app/scene.ts";
import { beginRecord } from "./begin.ts";
import { cardWith, openPull } from "./seven-landings.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
  await beginRecord(scene.repo, clientFor());
  await scene.settle();
  scene.github.webhooks.hold();
});
afterAll(() => scene.close());

const clientFor = () =>
  createClient({
    apiUrl: scene.github.url,
    token: scene.installation.token(),
    repository: "acme/cards",
    retries: 0,
  });

const heal = () => recordLandings(createRecordPort(clientFor(), { by: "app", appId: scene.app.id }));
const text = () => scene.repo.read(LEDGER_FILE, LEDGER_BRANCH) ?? "";

let landed = 0;
/** The runs in which the App was told of something. */
let told = 0;

/** Ways to land, each with another card than before. */
const LAND = {
  merge: () => void scene.repo.as("alice").merge(pull()),
  squash: () => void scene.repo.as("bob").merge(pull(), "squash"),
  rebase: () => void scene.repo.as("alice").merge(pull(), "rebase"),
  reviewed: () => {
    const number = pull();
    scene.repo.as("alice").review(number, "APPROVE");
    scene.repo.as("bob").merge(number);
  },
  push: () => void scene.repo.as("bob").push("main", cardWith(`f${landed++}`)),
} as const;

const pull = () => openPull(scene, `branch-${landed}`, cardWith(`f${landed++}`));

/** Something lands; or one of the deliveries that wait by then is sent, once, again, or never. */
const step = fc.oneof(
  fc.constantFrom(...(Object.keys(LAND) as (keyof typeof LAND)[])),
  fc.nat({ max: 1000 }),
);

it("whatever webhooks are lost, repeated or late, one run makes the record what it would be at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
      const { github, repo, started } = scene;
      const begun = repo.tip(LEDGER_BRANCH) ?? "";
      for (const each of steps) {
        const waiting = [...github.webhooks.waiting];
        if (typeof each === "string") LAND[each]();
        else if (waiting.length > 0) {
          // The newest matter most; what is older is sent too.
          const delivery = waiting.at(-1 - (each % Math.min(waiting.length, 12)));
          if (delivery !== undefined) await github.webhooks.send(delivery);
          await started.idle();
        }
      }
      told += repo.tip(LEDGER_BRANCH) === begun ? 0 : 1;
      await heal();
      const healed = text();
      repo.as("alice").forcePush(LEDGER_BRANCH, begun);
      await heal();
      expect(text()).toBe(healed);
      const { entries, faults } = readLedger(healed);
      expect([faults, entries.length]).toEqual([[], 1 + landed]);
    }),
    { numRuns: 5, seed: 12 },
  );
  expect(told).toBeGreaterThan(0);
});
