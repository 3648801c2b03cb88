import { describe, expect, it } from "vitest";
import { lengthOf, type Length } from "../explain/length.ts";
import { listPairs } from "./lists.ts";

function quantile(lengths: readonly Length[], part: number): number {
  const sorted = lengths.map(({ words }) => words).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

describe("what is read of an explanation without a click", () => {
  it("is a minute's reading for ordinary drifts of real servers, and bounded for all", () => {
    const lengths = listPairs()
      .map(({ server, before, after }) => lengthOf(server, before, after))
      .filter(({ changes }) => changes > 0);
    const ordinary = lengths.filter(({ changes }) => changes <= 10);
    expect(quantile(ordinary, 0.5)).toBeLessThanOrEqual(400);
    expect(quantile(ordinary, 0.8)).toBeLessThanOrEqual(450);
    expect(quantile(ordinary, 1)).toBeLessThanOrEqual(600);
    expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(450);
    expect(quantile(lengths, 1)).toBeLessThanOrEqual(2_000);
  });
});
