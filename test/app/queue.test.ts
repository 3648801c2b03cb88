import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createQueue } from "../../src/app/queue.ts";

/** Work that a test ends when it wants. */
function held(done: string[], name: string) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const work = async () => {
    done.push(`${name} begins`);
    await ended;
    done.push(`${name} ends`);
  };
  return { work, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("for one key there is one at a time, in order; for another key it does not wait", async () => {
  const queue = createQueue(4);
  const done: string[] = [];
  const [one, two, other] = ["one", "two", "other"].map((name) => held(done, name));
  if (one === undefined || two === undefined || other === undefined) throw new Error("nothing is held");
  void queue.add("a", "x", one.work);
  void queue.add("a", "y", two.work);
  void queue.add("b", "x", other.work);
  await turn();
  expect(done).toEqual(["one begins", "other begins"]);
  for (const each of [one, two, other]) each.end();
  await queue.idle();
  expect(done.slice(2)).toEqual(expect.arrayContaining(["one ends", "two begins", "two ends", "other ends"]));
  expect(done.indexOf("two begins")).toBeGreaterThan(done.indexOf("one ends"));
});

test("what waits already stands for what is added; what has begun does not", async () => {
  const queue = createQueue(4);
  const done: string[] = [];
  const running = held(done, "first");
  const first = queue.add("a", "look", running.work);
  await turn();
  const second = queue.add("a", "look", async () => void done.push("second"));
  const third = queue.add("a", "look", async () => void done.push("third"));
  expect(third).toBe(second);
  expect(second).not.toBe(first);
  running.end();
  await queue.idle();
  expect(done).toEqual(["first begins", "first ends", "second"]);
});

test("work that fails says so to who added it, and keeps nothing back", async () => {
  const queue = createQueue(1);
  const failed = queue.add("a", "x", () => Promise.reject(new Error("no")));
  const after = queue.add("a", "y", async () => {});
  await expect(failed).rejects.toThrow("no");
  await expect(after).resolves.toBeUndefined();
  await queue.idle();
});

test("however events come, the last look at a key begins after the last event, and never two at once", async () => {
  const events = fc.array(fc.record({ key: fc.constantFrom("a", "b", "c"), rest: fc.boolean() }), {
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(events, fc.integer({ min: 1, max: 4 }), async (added, atOnce) => {
      const queue = createQueue(atOnce);
      const state: Record<string, number> = { a: 0, b: 0, c: 0 };
      const seen: Record<string, number> = { a: 0, b: 0, c: 0 };
      const busy = new Set<string>();
      let most = 0;
      for (const { key, rest } of added) {
        state[key] = (state[key] ?? 0) + 1;
        void queue.add(key, "look", async () => {
          expect(busy.has(key)).toBe(false);
          busy.add(key);
          most = Math.max(most, busy.size);
          seen[key] = state[key] ?? 0;
          await turn();
          busy.delete(key);
        });
        if (rest) await turn();
      }
      await queue.idle();
      expect(seen).toEqual(state);
      expect(most).toBeLessThanOrEqual(atOnce);
    }),
    { numRuns: 40 },
  );
});
