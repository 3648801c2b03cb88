import { expect, test } from "vitest";
import { authorize } from "../../src/core/index/authorize.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import type { Index } from "../../src/core/index/model.ts";
import { isObject, put } from "../../src/core/json/value.ts";
import { compareSchemas } from "../../src/core/compare/compare.ts";
import { createRandom } from "../../src/core/scope/sample.ts";
import { oracleOf } from "../../scripts/fuzz/oracle.ts";
import { generate } from "../index/generate.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "../index/scene.ts";
import { listPairs } from "./lists.ts";

// Every pair of lists, both ways: the first is the card, the second is live. Judged by plain ajv on the reference of the
// closed world, and by sets of names.

const CALLS = 12;

type Pick = (below: number) => number;
type Names = ReadonlyMap<string, unknown>;

interface Held {
  readonly title: string;
  readonly card: Names;
  readonly live: Names;
  readonly index: Index;
}

const schemasOf = (tools: readonly { name: string; inputSchema?: unknown }[]): Names =>
  new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]));

const held: Held[] = listPairs().flatMap(({ title, before, after }) =>
  [
    { way: title, card: before, live: after },
    { way: `${title}, backwards`, card: after, live: before },
  ].map(({ way, card, live }) => {
    const registry = registryOf({
      "cards/claims.yaml": cardOf(card),
      "grants/bot.yaml": grantsOf(card.map(({ name }) => ({ tool: name, job: "intake" }))),
    });
    const index = mergeIndex(registry, [readingOf(live)], { now: NOW });
    return { title: way, card: schemasOf(card), live: schemasOf(live), index };
  }),
);

const ask = (index: Index, tool: string, given: unknown) =>
  authorize(index, { agent: "bot", job: "intake", server: "claims", tool, arguments: given }, { now: NOW });

/** A call that is nearly the one given: a field more, a field less, or another value. */
function mutated(value: unknown, pick: Pick): unknown {
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const name = names[pick(Math.max(1, names.length))] ?? "extra";
  const out: Record<string, unknown> = {};
  for (const key of names) put(out, key, value[key]);
  const how = pick(4);
  if (how === 0) put(out, "extra_field", 1);
  else if (how === 1) delete out[name];
  else if (how === 2) put(out, name, [null, true, -1, "", [], {}, "x".repeat(10_000)][pick(7)]);
  else put(out, name, mutated(out[name], pick));
  return out;
}

test(
  "no call is allowed that the card or the live schema refuses, however it is made",
  { timeout: 600_000 },
  () => {
    let [asked, allowed] = [0, 0];
    const wrong: string[] = [];
    for (const { title, card, live, index } of held) {
      const tools = new Map(index.servers[0]?.tools.map((tool) => [tool.name, tool]));
      for (const [name, tool] of tools) {
        if (!card.has(name) || !live.has(name)) {
          if (ask(index, name, {}).allowed) wrong.push(`${title}: ${name} is on one side alone`);
          continue;
        }
        const random = createRandom(1);
        const pick: Pick = (below) => Math.floor(random() * below);
        const judges = [card, live].map((side) => oracleOf(side.get(name), "closed", "input"));
        const sources = [tool.shown?.["inputSchema"], card.get(name), live.get(name)];
        for (let n = 0; n < CALLS; n++) {
          const call = generate(sources[n % 3], pick);
          for (const given of [call, mutated(call, pick), mutated(mutated(call, pick), pick)]) {
            asked++;
            if (!ask(index, name, given).allowed) continue;
            allowed++;
            if (judges.some((judge) => judge?.(given) === false))
              wrong.push(`${title} ${name}: ${JSON.stringify(given)}`);
          }
        }
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(allowed / asked).toBeGreaterThan(0.2);
  },
);

test(
  "what the live list newly permits is refused, as a whole and by the name of each new field",
  { timeout: 600_000 },
  () => {
    let shown = 0;
    for (const { title, card, live, index } of held) {
      for (const [name, schema] of live) {
        if (!card.has(name)) {
          expect(ask(index, name, {}).reason, `${title} ${name}`).toBe("not-granted");
          continue;
        }
        const { witness, verdict } = compareSchemas(card.get(name), schema, { world: "closed" });
        if (verdict === "widens" && witness !== undefined) {
          shown++;
          expect(ask(index, name, witness).reason, `${title} ${name}`).toBe("beyond-card");
        }
        const [before, after] = [card.get(name), schema].map((one) =>
          isObject(one) ? one["properties"] : {},
        );
        for (const field of Object.keys(isObject(after) ? after : {})) {
          if (isObject(before) && Object.hasOwn(before, field)) continue;
          const closed = oracleOf(card.get(name), "closed", "input")?.({ [field]: "a" });
          if (closed === false) expect(ask(index, name, { [field]: "a" }).reason).toBe("beyond-card");
        }
      }
    }
    expect(shown).toBeGreaterThan(0);
  },
);
