import { isObject } from "../json/value.ts";
import { spend, type Budget } from "./bounds.ts";
import { canonicalText } from "./canonical-text.ts";
import { isMultiple } from "./decimal.ts";
import {
  ARRAY,
  OBJECT,
  READING,
  STRING,
  typeOf,
  typesOn,
  type NameSet,
  type Node,
  type Store,
} from "./ir.ts";

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
      case "items":
      case "count":
      case "unique":
        return decideArray(node, value as readonly unknown[]);
      case "names":
      case "has":
        return decideObject(node, value as Readonly<Record<string, unknown>>);
      default:
        return decideScalar(store, node, value, budget);
    }
  };

  const decideArray = (node: Node, items: readonly unknown[]): Answer => {
    spend(budget, items.length);
    if (node.kind === "unique") return new Set(items.map(textOf)).size === items.length;
    if (node.kind === "items") {
      const meant = node.only ? items.slice(node.from, node.from + 1) : items.slice(node.from);
      return every(meant, (item) => holds(node.value, item));
    }
    if (node.kind !== "count") return undefined;
    const answers = items.map((item) => holds(node.value, item));
    if (answers.filter((answer) => answer === true).length >= node.least) return true;
    return answers.filter((answer) => answer !== false).length < node.least ? false : undefined;
  };

  const decideObject = (node: Node, object: Readonly<Record<string, unknown>>): Answer => {
    if (node.kind === "has") return Object.hasOwn(object, node.name);
    if (node.kind !== "names") return undefined;
    const { set } = node;
    if ("only" in set) return Object.hasOwn(object, set.only) ? holds(node.value, object[set.only]) : true;
    return every(Object.keys(object), (name) => {
      const inside = contains(set, name);
      return inside === false ? true : or(not(inside), holds(node.value, object[name]));
    });
  };

  return { holds, contains };
}

function decideScalar(store: Store, node: Node, value: unknown, budget: Budget): Answer {
  switch (node.kind) {
    case "bound": {
      const number = value as number;
      if (number === node.value) return !node.open;
      return node.side === "min" ? number > node.value : number < node.value;
    }
    case "multiple":
      return isMultiple(value as number, node.of);
    case "pattern":
      return store.matches(node.source, value as string, budget);
    case "size": {
      if (node.on === STRING) spend(budget, (value as string).length / 100);
      const size = sizeOf(node.on, value);
      return node.side === "min" ? size >= node.value : size <= node.value;
    }
    default:
      return undefined;
  }
}

function sizeOf(on: number, value: unknown): number {
  if (on === STRING) {
    // In code points, as JSON Schema counts.
    let size = 0;
    for (const _ of value as string) size++;
    return size;
  }
  if (on === ARRAY) return (value as readonly unknown[]).length;
  return on === OBJECT && isObject(value) ? Object.keys(value).length : 0;
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
