import { expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { shuffled } from "../drift/shuffled.ts";
import { about, githubErrors, logOf, schemaErrors } from "../explain/sarif.ts";
import { listPairs } from "./lists.ts";

function* counting(): Generator<number> {
  for (let number = 1; ; number = (number * 48271) % 2147483647) yield number;
}

const pairs = listPairs().flatMap(({ title, server, before, after }) => [
  { title, server, before, after },
  { title: `${title}, backwards`, server, before: after, after: before },
]);

const resultsOf = (server: string, before: readonly Tool[], after: readonly Tool[]) =>
  logOf({
    drifts: [about({ drift: diffTools(before, after, { server }), options: { tools: { before, after } } })],
  });

it.each(pairs)("$title: is a valid SARIF log within GitHub's limits", ({ server, before, after }) => {
  const { log, text } = resultsOf(server, before, after);
  expect(schemaErrors(log)).toEqual([]);
  expect(githubErrors(log)).toEqual([]);
  expect(text.length).toBeLessThan(10_000_000);
});

it.each(pairs)(
  "$title: has one fingerprint a change, in whatever order the lists are",
  ({ server, before, after }) => {
    const prints = resultsOf(server, before, after).results.map(
      ({ partialFingerprints: all }) => all["primaryLocationLineHash"],
    );
    expect(new Set(prints).size).toBe(prints.length);
    const [old, now] = [before, after].map((list) => shuffled(list, counting()) as Tool[]);
    const others = resultsOf(server, old ?? [], now ?? []).results.map(
      ({ partialFingerprints: all }) => all["primaryLocationLineHash"],
    );
    expect(new Set(others)).toEqual(new Set(prints));
  },
);
