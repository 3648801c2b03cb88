import { expect, test } from "vitest";
import { expectOneProposal, PATIENCE, type Race } from "./race.ts";
import { NEW, NEWER, OLD } from "./scene.ts";

const RACES: Readonly<Record<string, Race>> = {
  "the same new drift": { before: OLD, left: NEW, right: NEW },
  "the same changed drift": { before: NEW, left: NEWER, right: NEWER },
  "a vanished drift": { before: NEW, left: OLD, right: OLD },
};

test.each(Object.entries(RACES))(
  "two runs with %s: one branch and one pull request, in whatever order their calls come",
  async (_, race) => expect(await expectOneProposal(race)).toBeGreaterThan(10),
  PATIENCE,
);
