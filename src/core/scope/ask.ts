import { spend, type Budget } from "../json/bounds.ts";
import { MAYBE, NO, signed, type Found, type Goal } from "./find.ts";

// A schema may contain itself, so a question may come up again while it is being answered. A smallest value that meets
// some goals has no part that meets the same goals, so for the inner question the answer may be taken to be `no`. What
// was answered so is only remembered once the outermost question that it rested on is answered.

/** Asks questions that may come up inside themselves. */
export interface Asker {
  readonly find: (goals: readonly Goal[]) => Found;
  /** The same, apart from the questions that are open, so that the answer rests on none of them. */
  readonly findApart: (goals: readonly Goal[]) => Found;
}

/** How deep questions may nest: far from overflowing the call stack. */
const MAX_NESTING = 150;

/** Makes an asker that remembers answers. `answer` finds one, and asks in turn. */
export function createAsker(budget: Budget, answer: (goals: readonly Goal[]) => Found): Asker {
  const answers = new Map<string, Found>();
  /** The questions that are being answered, each with its depth. */
  let asked = new Map<string, number>();
  /** The depth of the outermost question that an answer rested on; `no` is final only if that is its own. */
  let restsOn = Infinity;

  const find = (goals: readonly Goal[]): Found => {
    spend(budget, 5 + goals.length);
    const ids = new Set(goals.map(signed));
    for (const id of ids) if (ids.has(id ^ 1)) return NO;
    const key = [...ids].toSorted((a, b) => a - b).join();
    const known = answers.get(key);
    if (known !== undefined) return known;
    const depth = asked.get(key);
    if (depth !== undefined) {
      restsOn = Math.min(restsOn, depth);
      return NO;
    }
    if (asked.size > MAX_NESTING) return MAYBE;
    spend(budget, 40);
    return findNew(key, goals);
  };

  const findNew = (key: string, goals: readonly Goal[]): Found => {
    const [outer, own] = [restsOn, asked.size];
    restsOn = Infinity;
    asked.set(key, own);
    let found: Found;
    try {
      found = answer(goals);
    } catch (error) {
      restsOn = Infinity;
      throw error;
    } finally {
      asked.delete(key);
    }
    const isFinal = found.is === "yes" || restsOn >= own;
    if (isFinal) answers.set(key, found);
    restsOn = Math.min(outer, isFinal ? Infinity : restsOn);
    return found;
  };

  const findApart = (goals: readonly Goal[]): Found => {
    const [outerAsked, outerRestsOn] = [asked, restsOn];
    asked = new Map();
    try {
      return find(goals);
    } finally {
      [asked, restsOn] = [outerAsked, outerRestsOn];
    }
  };

  return { find, findApart };
}
