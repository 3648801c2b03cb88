import { isObject } from "../../src/core/json/value.ts";

const MAX_TESTS = 1000;

/** Makes a failing pair smaller as long as it still fails: drops a key or an item, puts a part in place of the whole. */
export function shrink(
  pair: readonly [unknown, unknown],
  fails: (before: unknown, after: unknown) => boolean,
): readonly [unknown, unknown] {
  let [before, after] = pair;
  let tests = 0;
  const stillFails = (one: unknown, other: unknown) => ++tests < MAX_TESTS && fails(one, other);
  for (let again = true, rounds = 0; again && rounds < 200; rounds++) {
    again = false;
    for (const smaller of smallerValues(before)) {
      if (!stillFails(smaller, after)) continue;
      before = smaller;
      again = true;
      break;
    }
    for (const smaller of smallerValues(after)) {
      if (!stillFails(before, smaller)) continue;
      after = smaller;
      again = true;
      break;
    }
  }
  return [before, after];
}

function* smallerValues(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      if (value.length > 1) yield value.filter((_, index) => index !== at);
      for (const inner of smallerValues(value[at])) yield value.with(at, inner);
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const { [key]: dropped, ...rest } = value;
      yield rest;
      if (isObject(dropped) && Object.keys(dropped).length > 0) yield { ...value, [key]: {} };
      for (const inner of smallerValues(dropped)) yield { ...value, [key]: inner };
    }
  }
}
