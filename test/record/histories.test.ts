import { describe, expect, it } from "vitest";
import { claimsCard } from "../gate/sample.ts";
import { CARD, HISTORIES } from "./histories.ts";
import { saidOf, World } from "./world.ts";

describe("the record of a history in which", () => {
  it.each(HISTORIES)("$what", ({ start, people, steps, record }) => {
    const world = new World(start, people);
    expect(steps.map((step) => world.land(step).map(saidOf))).toEqual(record);
  });

  it.each(HISTORIES)("$what: recorded twice, it is the same record", ({ start, people, steps }) => {
    const [once, again] = [new World(start, people), new World(start, people)];
    for (const step of steps) {
      once.land(step);
      again.land(step);
      const { text } = again;
      expect(again.land({})).toEqual([]);
      expect(again.text).toBe(text);
    }
    expect(again.text).toBe(once.text);
  });
});

it("what a head does to a workflow is one widening, though no approved state has workflows", () => {
  const workflow = "on: push # toolcard\n";
  const [entry] = new World().land({
    pull: { head: { ".github/workflows/scan.yml": workflow, [CARD]: `${claimsCard}# more\n` } },
  });
  expect(entry?.label).toMatchObject({ widenings: 1, counts: false });
});
