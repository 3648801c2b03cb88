import type { fromMarkdown } from "mdast-util-from-markdown";
import { nodesOf, parsed } from "../explain/gfm.ts";

type Root = ReturnType<typeof fromMarkdown>;
type Block = Root["children"][number];

/** One point of an explanation as a reader has it. */
export interface Point {
  readonly section: string;
  readonly text: string;
  /** Every name, value and text in code, its folds and points below included, in order. */
  readonly codes: readonly string[];
  /** The code of each sentence that says what changed: what is bold at its start, or first in a point below. */
  readonly subjects: readonly string[];
}

/** The points of an explanation, section by section. */
export function pointsOf(markdown: string): Point[] {
  const points: Point[] = [];
  let section = "";
  for (const block of parsed(markdown).children) {
    if (block.type === "heading") section = textOf(block);
    if (block.type !== "list") continue;
    for (const item of block.children) points.push(pointOf(section, item), ...foldedPoints(section, item));
  }
  return points;
}

type ListItem = Extract<Block, { type: "list" }>["children"][number];

// A fold of changes that are told together: each line begins with its tool.
const EACH = /<summary>The \d+ (?:changes|texts|new tools)<\/summary>/;

/** What a fold tells one by one: the tool, then the field. */
function foldedPoints(section: string, item: ListItem): Point[] {
  return item.children.flatMap((block, at) => {
    const before = item.children[at - 1];
    const isEach = before?.type === "html" && EACH.test(before.value);
    if (!isEach || block.type !== "list") return [];
    return block.children.map((line): Point => {
      return { section, text: textOf(line), codes: codesOf(line), subjects: subjectsOf(line) };
    });
  });
}

/** The tool and the field; behind a colon stands what they hold, and the server's words about what is new have no field. */
function subjectsOf(line: object): string[] {
  if (/^[^ ]+, the /.test(textOf(line))) return codesOf(line).slice(0, 1);
  const nodes = nodesOf(line as Nodes);
  const colon = nodes.findIndex((node) => node.type === "text" && node.value.includes(": "));
  const lead = colon < 0 ? nodes : nodes.slice(0, colon);
  return lead.flatMap((node) => (node.type === "inlineCode" ? [node.value] : [])).slice(0, 2);
}

function pointOf(section: string, item: ListItem): Point {
  const [first, ...rest] = item.children;
  const lead = first?.type === "paragraph" ? first.children.slice(0, 1) : [];
  const bold = lead.filter(({ type }) => type === "strong").flatMap(codesOf);
  // Points below, up to the fold, go on about the tool: "It takes more values for `x`".
  const folded = rest.findIndex(({ type }) => type === "html");
  const below = (folded < 0 ? rest : rest.slice(0, folded)).flatMap((block) => {
    return block.type === "list" ? block.children.flatMap((point) => codesOf(point).slice(0, 1)) : [];
  });
  return { section, text: textOf(item), codes: codesOf(item), subjects: [...bold, ...below] };
}

type Nodes = Parameters<typeof nodesOf>[0];

function codesOf(node: object): string[] {
  return nodesOf(node as Nodes).flatMap((inner) => (inner.type === "inlineCode" ? [inner.value] : []));
}

function textOf(node: object): string {
  return nodesOf(node as Nodes)
    .map((inner) => (inner.type === "text" || inner.type === "inlineCode" ? inner.value : ""))
    .join("");
}
