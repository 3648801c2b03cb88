import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];

/** Markdown as GitHub reads it: the document tree. */
export function parsed(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Every node of a tree, parents first. */
export function nodesOf(root: Nodes): Nodes[] {
  const nodes: Nodes[] = [];
  const rest: Nodes[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    nodes.push(node);
    if ("children" in node) rest.push(...node.children.toReversed());
  }
  return nodes;
}

/** The texts of all code spans of a tree. */
export function codeSpansOf(root: Root): string[] {
  return nodesOf(root).flatMap((node) => (node.type === "inlineCode" ? [node.value] : []));
}
