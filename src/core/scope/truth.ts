import { typesOn, type Node } from "./formula.ts";
import type { Answer } from "./holds.ts";
import { typeOf } from "./types.ts";

/** Whether a node holds for every value of a type, or for none; undefined where that depends on the value. */
export type Truth = (node: Node, type: number) => Answer;

/** Makes the test, which remembers its answers. */
export function createTruth(): Truth {
  const truths = new Map<number, Answer>();
  const truth: Truth = (node, type) => {
    if ((typesOn(node) & type) === 0) return true;
    const key = node.id * 64 + type;
    if (truths.has(key)) return truths.get(key);
    truths.set(key, undefined);
    const answer = truthOf(node, type, truth);
    truths.set(key, answer);
    return answer;
  };
  return truth;
}

function truthOf(node: Node, type: number, truth: Truth): Answer {
  switch (node.kind) {
    case "type":
      return (node.mask & type) !== 0;
    case "enum":
      return [...node.values.values()].some((value) => typeOf(value) === type) ? undefined : false;
    case "not": {
      const inner = truth(node.part, type);
      return inner === undefined ? undefined : !inner;
    }
    case "all":
    case "any": {
      const absorbing = node.kind === "any";
      let answer: Answer = !absorbing;
      for (const part of node.parts) {
        const known = truth(part, type);
        if (known === absorbing) return absorbing;
        if (known === undefined) answer = undefined;
      }
      return answer;
    }
    default:
      return undefined;
  }
}
