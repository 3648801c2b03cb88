import { test } from "vitest";
import { bothWays, check } from "../update/in-place.ts";
import { listPairs } from "./lists.ts";

test("cards of real servers are edited in place, from each version to the next and back", () => {
  for (const [at, pair] of bothWays(listPairs()).entries()) check(pair, at);
});
