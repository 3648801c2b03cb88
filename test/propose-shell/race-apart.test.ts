import { expect, test } from "vitest";
import { expectOneProposal, PATIENCE, type Race } from "./race.ts";
import { NEW, NEWER, OLD } from "./scene.ts";

const RACES: Readonly<Record<string, Race>> = {
  "different new drifts": { before: OLD, left: NEW, right: NEWER },
  "a changed drift and none": { before: NEW, left: NEWER, right: OLD },
};

test.each(Object.entries(RACES))(
  "two runs that see %s: one branch and one pull request, in whatever order their calls come",
  async (_, race) => expect(await expectOneProposal(race)).toBeGreaterThan(10),
  PATIENCE,
);
