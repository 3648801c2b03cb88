import { expect, test } from "vitest";
import { authorize } from "../../src/core/index/authorize.ts";
import type { Reading } from "../../src/core/reading/reading.ts";
import type { Registry } from "../../src/core/registry/registry.ts";
import { readRegistry } from "../../src/core/registry/registry.ts";
import { keepCurrent } from "../../src/jobs/keep-current.ts";
import { keepIndex } from "../../src/jobs/keep-index.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "../index/scene.ts";

const note = { name: "note", inputSchema: { type: "object" } };
const files = {
  "cards/claims.yaml": cardOf([note]),
  "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
};
const call = { agent: "bot", job: "intake", server: "claims", tool: "note" };
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const failed = (time: Date) =>
  ({
    ...readingOf([], { time: time.toISOString() }),
    outcome: "failed",
    reason: "timeout",
    detail: "",
  }) as unknown as Reading;

/** A folder without history: where a record is named, nobody can tell what was approved. */
const NO_HISTORY = (isNamed: boolean): Promise<Registry | undefined> =>
  isNamed ? Promise.reject(new Error("there is no history")) : Promise.resolve(undefined);

/** A registry and a server that a test changes, and the clock. */
async function kept(first: Registry = registryOf(files), approved = NO_HISTORY) {
  const world = {
    registry: () => Promise.resolve(first),
    now: NOW,
    read: () => Promise.resolve([readingOf([note], { time: NOW.toISOString() })] as readonly Reading[]),
    reads: 0,
  };
  const index = await keepIndex({
    registry: () => world.registry(),
    read: () => {
      world.reads++;
      return world.read();
    },
    now: () => world.now,
    approved,
  });
  const reason = () => authorize(index.current(), call, { now: world.now }).reason;
  return { world, index, reason };
}

test("a server that can't be read any more is served from its last list until that is too old", async () => {
  const { world, index, reason } = await kept();
  expect(reason()).toBe("allowed");
  world.now = later(30);
  world.read = () => Promise.resolve([failed(later(30))]);
  await index.refresh();
  expect(reason()).toBe("allowed");
  await index.refresh();
  world.now = later(60);
  expect(reason()).toBe("allowed");
  world.now = later(60.02);
  expect(reason()).not.toBe("allowed");
});

test("a refresh that fails leaves what is known, and that grows too old", async () => {
  const { world, index, reason } = await kept();
  world.read = () => Promise.reject(new Error("no network"));
  await expect(index.refresh()).rejects.toThrow("no network");
  expect(reason()).toBe("allowed");
  world.registry = () => Promise.reject(new Error("no folder"));
  await expect(index.refresh()).rejects.toThrow("no folder");
  world.now = later(61);
  expect(reason()).toBe("too-old");
});

test("whoever asks for a refresh while one is under way gets the end of that one", async () => {
  const { world, index } = await kept();
  const gate = Promise.withResolvers<readonly Reading[]>();
  world.read = () => gate.promise;
  const both = [index.refresh(), index.refresh()];
  gate.resolve([]);
  await Promise.all(both);
  expect(world.reads).toBe(2);
  await index.refresh();
  expect(world.reads).toBe(3);
});

test("what is suspended in the registry counts as soon as it is looked at, without asking the server again", async () => {
  const { world, index, reason } = await kept();
  expect(await index.reload()).toBe(false);
  world.registry = () =>
    Promise.resolve(registryOf({ ...files, "cards/claims.yaml": cardOf([note], { suspended: "INC-1" }) }));
  expect(await index.reload()).toBe(true);
  expect([reason(), world.reads]).toEqual(["suspended", 1]);
});

test("an index is the same one as long as nothing changed, and merged anew where its time is of another day", async () => {
  const { world, index } = await kept();
  const first = index.current();
  await index.reload();
  expect(index.current()).toBe(first);
  world.now = later(-60);
  expect(index.current().at).toBe(later(-60).toISOString());
});

const BROKEN = new TextEncoder().encode("index: [\n");
const encoded = Object.entries(files).map(
  ([path, value]) => [path, new TextEncoder().encode(JSON.stringify(value))] as const,
);

test.each<[string, Registry, string]>([
  [
    "approvals come into use",
    registryOf({ ...files, "toolcard.yaml": { approval: { genesis: `sha256:${"0".repeat(64)}` } } }),
    "approvals are in use",
  ],
  [
    "toolcard.yaml can't be read, so that nobody knows whether they are",
    readRegistry(new Map([...encoded, ["toolcard.yaml", BROKEN]])),
    "toolcard.yaml can't be read",
  ],
  [
    "toolcard.yaml is misnamed",
    readRegistry(new Map([...encoded, ["toolcard.yml", BROKEN]])),
    "toolcard.yaml can't be read",
  ],
])("from the moment that %s, nothing is permitted", async (_what, broken, why) => {
  await expect(kept(broken)).rejects.toThrow(why);
  const { world, index, reason } = await kept();
  world.registry = () => Promise.resolve(broken);
  await expect(index.reload()).rejects.toThrow(why);
  expect(reason()).toBe("unknown-server");
  expect(index.current().servers).toMatchObject([{ server: "claims", reading: { why: "invalid-card" } }]);
  world.registry = () => Promise.resolve(registryOf(files));
  await index.refresh();
  expect(reason()).toBe("allowed");
});

test("a record that is named and not in use yet takes nothing away, one that is in use does", async () => {
  const named = registryOf({
    ...files,
    "toolcard.yaml": { approval: { genesis: `sha256:${"0".repeat(64)}` } },
  });
  const proposed = await kept(named, () => Promise.resolve(undefined));
  expect(proposed.reason()).toBe("allowed");
  const used = await kept(named, () => Promise.resolve(registryOf({})));
  expect(used.reason()).toBe("unapproved");
});

test("a card that becomes invalid costs its own server, and another one goes on", async () => {
  const { world, index, reason } = await kept();
  world.registry = () =>
    Promise.resolve(
      registryOf({ ...files, "cards/claims.yaml": { server: "claims" }, "cards/other.yaml": {} }),
    );
  await index.reload();
  expect(reason()).toBe("unknown-server");
});

test("an index that is kept current goes on after a fault, tells it, and ends when it is told to", async () => {
  const { world, index, reason } = await kept();
  const ended = new AbortController();
  const faults: unknown[] = [];
  let changes = 0;
  const running = keepCurrent(index, {
    everyMs: 20,
    signal: ended.signal,
    onFault: (error) => faults.push(error),
    onChange: () => {
      changes++;
      return changes === 1 ? Promise.reject(new Error("disk full")) : Promise.resolve();
    },
  });
  await expect.poll(() => faults).toMatchObject([{ message: "disk full" }]);
  world.registry = () => Promise.reject(new Error("no folder"));
  await expect.poll(() => faults.length).toBeGreaterThan(2);
  world.registry = () =>
    Promise.resolve(registryOf({ ...files, "cards/claims.yaml": cardOf([note], { suspended: "INC-1" }) }));
  await expect.poll(reason).toBe("suspended");
  ended.abort();
  await running;
  const reads = world.reads;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(world.reads).toBeLessThanOrEqual(reads + 1);
});
