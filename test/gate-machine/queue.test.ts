import { expect, test } from "vitest";
import { gateGroup } from "../../src/jobs/gate.ts";
import { cardOf, grantsOf, toolOf } from "./edits.ts";
import { portOf } from "./port.ts";
import { Scene, wider, type Files } from "./scene.ts";
import { person, type Pull } from "./world.ts";

/** A pull request that was allowed, in the queue. */
async function queued(scene: Scene, files: Files, login = "alice"): Promise<Pull> {
  const pull = scene.opens(files);
  await scene.judge(pull);
  scene.labels(pull, login);
  expect(await scene.isGreen(pull)).toBe(true);
  scene.world.enqueue(pull);
  return pull;
}

const other: Files = { "registry/cards/c.yaml": cardOf("c", 3, [toolOf("read")]) };

test("a group whose members were all allowed is green", async () => {
  const scene = new Scene();
  await queued(scene, wider());
  await queued(scene, other, "olga");
  expect(await scene.isGroupGreen(1)).toBe(true);
  expect(await scene.isGroupGreen(2)).toBe(true);
});

test("a member that lost its label makes its group red, and not the group before it", async () => {
  const scene = new Scene();
  await queued(scene, wider());
  const second = await queued(scene, other, "olga");
  scene.world.unlabel(second, "widens-scope", person("mallory"));
  expect(await scene.isGroupGreen(2)).toBe(false);
  expect(await scene.isGroupGreen(1)).toBe(true);
});

test("a group with a gap is red", async () => {
  const scene = new Scene();
  await queued(scene, wider());
  await queued(scene, other, "olga");
  const [first, second] = scene.world.queue;
  // The group is of both, and the queue has only the second by now.
  scene.world.queue.splice(0, 1);
  const { port } = portOf(scene.world);
  const judged = await gateGroup(port, { head: second?.head ?? "", base: first?.base ?? "" });
  expect(judged.passes).toBe(false);
  expect(scene.world.verdictOf(second?.head ?? "")?.passes).toBe(false);
});

test("two members that are each valid but not together make their group red", async () => {
  const scene = new Scene({ "registry/cards/c.yaml": cardOf("c", 3, [toolOf("read")]) });
  const grant = grantsOf("y", [{ server: "c", id: 3, grants: [] }]);
  const granting = scene.opens({ "registry/grants/y.yaml": grant });
  await scene.judge(granting);
  scene.labels(granting, "carol");
  scene.world.review(granting, "olga", "approved");
  expect(await scene.isGreen(granting)).toBe(true);
  scene.world.enqueue(granting);
  const deleting = scene.opens({ "registry/cards/c.yaml": undefined });
  expect(await scene.isGreen(deleting)).toBe(true);
  scene.world.enqueue(deleting);
  expect(await scene.isGroupGreen(1)).toBe(true);
  expect(await scene.isGroupGreen(2)).toBe(false);
});

test("a member whose entry widens by more than its own head did makes its group red", async () => {
  const scene = new Scene();
  const lines = [
    { path: "*", owners: ["@olga"] },
    { path: "/registry/", owners: ["@olga"] },
  ];
  const owning = scene.opens({ CODEOWNERS: { kind: "owners", lines } });
  await scene.judge(owning);
  scene.labels(owning, "olga");
  expect(await scene.isGreen(owning)).toBe(true);
  // By now there is one more file whose owners would differ.
  scene.world.push(
    "main",
    new Map([...scene.world.treeOf("main"), ["registry/grants/w.yaml", grantsOf("w", [])]]),
  );
  scene.world.enqueue(owning);
  expect(await scene.isGroupGreen(1)).toBe(false);
});
