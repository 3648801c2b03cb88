import { spend, type Budget } from "../json/bounds.ts";
import { canonicalText } from "./canonical-text.ts";
import { isMultiple } from "./decimal.ts";
import { READING, typesOn, type NameSet, type Node, type Of } from "./formula.ts";
import type { Store } from "./store.ts";
import { typeOf } from "./types.ts";

/** An answer in three values: what rests on a predicate of which only the name is known is `undefined`. */
export type Answer = boolean | undefined;

/** Evaluates nodes on concrete values, exactly as JSON Schema has it. Answers are remembered for each value. */
export interface Evaluator {
  readonly holds: (node: Node, value: unknown) => Answer;
  readonly contains: (set: NameSet, name: string) => Answer;
}

/**
 * Makes the evaluator of a store. `asSpecified`: what validators read differently is read as the specification has it,
 * not left open. @throws OutOfSteps from `holds` when the budget ends
 */
export function createEvaluator(store: Store, budget: Budget, asSpecified = false): Evaluator {
  const remembered = new WeakMap<object, Map<number, Answer>>();

  const texts = new WeakMap<object, string>();
  const textOf = (value: unknown): string => {
    if (typeof value !== "object" || value === null) return canonicalText(value);
    const text = texts.get(value) ?? canonicalText(value);
    if (!texts.has(value)) spend(budget, text.length / 10);
    texts.set(value, text);
    return text;
  };

  const holds = (node: Node, value: unknown): Answer => {
    spend(budget, 1);
    const type = typeOf(value);
    if ((typesOn(node) & type) === 0) return true;
    if (typeof value !== "object" || value === null) return decide(node, value);
    const answers = remembered.get(value) ?? new Map<number, Answer>();
    remembered.set(value, answers);
    if (answers.has(node.id)) return answers.get(node.id);
    const answer = decide(node, value);
    answers.set(node.id, answer);
    return answer;
  };

  const contains = (set: NameSet, name: string): Answer => {
    if ("only" in set) return set.only === name;
    return !set.except.has(name) && holds(set.node, name);
  };

  const decide = (node: Node, value: unknown): Answer => {
    switch (node.kind) {
      case "all":
        return every(node.parts, (part) => holds(part, value));
      case "any":
        return not(every(node.parts, (part) => not(holds(part, value))));
      case "one":
        return exactlyOne(node.parts.map((part) => holds(part, value)));
      case "not":
        return not(holds(node.part, value));
      case "ref":
        return node.target && holds(node.target, value);
      case "type":
        return (node.mask & typeOf(value)) !== 0;
      case "enum":
        return node.values.has(textOf(value));
      case "opaque":
        return asSpecified && node.name.startsWith(READING) ? false : undefined;
      case "bound":
        return isWithin(node, value as number);
      case "multiple":
        return isMultiple(value as number, node.of);
      case "pattern":
        return store.matches(node.source, value as string, budget);
      case "size":
        return node.side === "min" ? sizeOf(value) >= node.value : sizeOf(value) <= node.value;
      case "items":
        return everyItem(node, value as readonly unknown[]);
      case "count":
        return atLeast(node, value as readonly unknown[]);
      case "unique":
        return isUnique(value as readonly unknown[]);
      case "has":
        return Object.hasOwn(value as object, node.name);
      case "names":
        return everyNamed(node, value as Readonly<Record<string, unknown>>);
    }
  };

  const everyItem = ({ from, only, value }: Of<"items">, items: readonly unknown[]): Answer => {
    spend(budget, items.length);
    return every(only ? items.slice(from, from + 1) : items.slice(from), (item) => holds(value, item));
  };

  const atLeast = ({ least, value }: Of<"count">, items: readonly unknown[]): Answer => {
    spend(budget, items.length);
    const answers = items.map((item) => holds(value, item));
    if (answers.filter((answer) => answer === true).length >= least) return true;
    return answers.filter((answer) => answer !== false).length < least ? false : undefined;
  };

  const isUnique = (items: readonly unknown[]): boolean => {
    spend(budget, items.length);
    return new Set(items.map(textOf)).size === items.length;
  };

  const everyNamed = ({ set, value }: Of<"names">, object: Readonly<Record<string, unknown>>): Answer => {
    if ("only" in set) return Object.hasOwn(object, set.only) ? holds(value, object[set.only]) : true;
    return every(Object.keys(object), (name) => {
      const outside = not(contains(set, name));
      return outside === true ? true : or(outside, holds(value, object[name]));
    });
  };

  return { holds, contains };
}

function isWithin({ side, value, open }: Of<"bound">, number: number): boolean {
  if (number === value) return !open;
  return side === "min" ? number > value : number < value;
}

/** In code points, items or properties. */
function sizeOf(value: unknown): number {
  if (typeof value !== "string")
    return Array.isArray(value) ? value.length : Object.keys(value as object).length;
  let size = 0;
  for (const _ of value) size++;
  return size;
}

function not(answer: Answer): Answer {
  return answer === undefined ? undefined : !answer;
}

function or(left: Answer, right: Answer): Answer {
  if (left === true || right === true) return true;
  return left === undefined || right === undefined ? undefined : false;
}

function every<T>(items: readonly T[], test: (item: T) => Answer): Answer {
  let answer: Answer = true;
  for (const item of items) {
    const one = test(item);
    if (one === false) return false;
    if (one === undefined) answer = undefined;
  }
  return answer;
}

function exactlyOne(answers: readonly Answer[]): Answer {
  const yes = answers.filter((answer) => answer === true).length;
  if (yes > 1) return false;
  return answers.includes(undefined) ? undefined : yes === 1;
}
