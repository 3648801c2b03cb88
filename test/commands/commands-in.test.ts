import * as fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { commandsIn } from "../../src/core/commands/commands-in.ts";

const said = (comment: string): string[] =>
  commandsIn(comment).map((command) =>
    command.kind === "decline"
      ? `decline ${command.names}`
      : command.kind === "unknown"
        ? `? ${command.said}`
        : command.kind,
  );

describe("a comment", () => {
  it.each([
    ["/toolcard decline create_note", ["decline create_note"]],
    ["/toolcard decline a b  c \n/toolcard recreate\r\n\r\nthanks", ["decline a b  c", "recreate"]],
    ["We don't want that one.\n\n/toolcard decline a\nIt is too much.", ["decline a"]],
    ["/toolcard\tdecline\ta", ["decline a"]],
    ["/toolcard", ["? "]],
    ["/toolcard decline", ["? decline"]],
    ["/toolcard recreate now", ["? recreate now"]],
    ["/toolcard delete a", ["? delete a"]],
    ["/toolcards decline a", []],
    ["/Toolcard decline a", []],
    ["please /toolcard decline a", []],
    [" /toolcard decline a", []],
    ["text\n/toolcard decline a", []],
    ["", []],
  ])("holds the commands at line starts: %j", (comment, commands) => {
    expect(said(comment)).toEqual(commands);
  });

  it.each([
    ["a fence", "```\n/toolcard decline a\n```"],
    [
      "a fence with a language, blank lines and shorter fences",
      "````sh\n\n```\n\n/toolcard decline a\n\n````",
    ],
    ["a fence of tildes that nothing closes", "~~~\n\n/toolcard decline a"],
    ["a fence in a list", "- x\n\n  ```\n  y\n\n```\n\n/toolcard decline a\n\n```"],
    ["indented code", "    /toolcard decline a\n\n\t/toolcard decline a"],
    ["inline code", "`/toolcard decline a`"],
    ["inline code that begins a line earlier", "see `x\n/toolcard decline a`"],
    ["inline code that begins in a command", "/toolcard `x\n/toolcard decline a`"],
    ["a quote", "> /toolcard decline a"],
    ["a quote that goes on without its sign", "> he said\n/toolcard decline a"],
    ["a list", "- /toolcard decline a\n1. /toolcard decline a"],
    ["HTML code", "<pre>\n\n/toolcard decline a\n\n</pre>"],
    ["an HTML quote", "so <blockquote>\n\n/toolcard decline a\n\n</blockquote>"],
    ["a comment that nobody sees", "hello <!--\n\n/toolcard decline a\n\n-->"],
    ["HTML in which a fence is none", "<div>\n```\n\n/toolcard x\n\n```\n\n/toolcard decline a\n\n```"],
  ])("holds no command in %s", (_title, comment) => {
    expect(said(comment).filter((command) => command.startsWith("decline"))).toEqual([]);
  });

  it("holds twenty commands at most", () => {
    expect(commandsIn("/toolcard recreate\n".repeat(50))).toHaveLength(20);
  });

  it("is read in a time that grows no faster than it does", () => {
    for (const piece of ["`", "```", "> ", "<", "/toolcard decline ", "\\\n", "- ", "\n\n", "<!--"])
      expect(() => commandsIn(piece.repeat(65_536 / piece.length))).not.toThrow();
  });
});

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
  readonly position?:
    | { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
    | undefined;
}

/** Line by line, what GitHub's own Markdown says of the lines that begin with a command. */
function plainLines(comment: string): Set<number> {
  const tree = fromMarkdown(comment, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const lines = new Set<number>();
  for (const node of tree.children) {
    if (node.type !== "paragraph" && node.type !== "heading") continue;
    const code = new Set<number>();
    const stack: Node[] = [node];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      stack.push(...(next.children ?? []));
      if (next.type !== "inlineCode") continue;
      // On its first line it may follow the command; on later ones it covers the line's start.
      const { start, end } = next.position ?? { start: { line: 0 }, end: { line: 0 } };
      for (let line = start.line + 1; line <= end.line; line++) code.add(line);
    }
    const { start, end } = node.position ?? { start: { line: 0 }, end: { line: -1 } };
    for (let line = start.line; line <= end.line; line++) if (!code.has(line)) lines.add(line);
  }
  return lines;
}

const COMMAND = "COMMAND";
const comments = (lines: readonly string[]) =>
  fc
    .array(fc.constantFrom(COMMAND, COMMAND, "", ...lines), { maxLength: 14 })
    .map((all) => all.map((line, n) => (line === COMMAND ? `/toolcard decline n${n + 1}` : line)).join("\n"));

const WILD = [
  "text",
  "`code",
  "code`",
  "``",
  "```",
  "``` sh",
  "```a`",
  "````",
  "~~~",
  "~~~~ x",
  " ```",
  "   ```",
  "    ```",
  "  text",
  "    text",
  "> text",
  "> ```",
  ">",
  "- text",
  "- ```",
  "1. ```",
  "  - x",
  "10) text",
  "===",
  "---",
  "| a | b |",
  "| - | - |",
  "[a]: /b",
  "[^1]: note",
  "<div>",
  "</div>",
  "<!--",
  "-->",
  "<pre>",
  "a <b>c",
  "# title",
  "\ttext",
  "\\",
];

function found(comment: string): number[] {
  return commandsIn(comment).flatMap((command) =>
    command.kind === "decline" ? [Number(command.names.slice(1))] : [],
  );
}

describe("against Markdown as others read it", () => {
  it("no line of code, of a quote or of a list is ever a command", () => {
    fc.assert(
      fc.property(comments(WILD), (comment) => {
        const plain = plainLines(comment);
        for (const line of found(comment))
          expect({ comment, line, plain: plain.has(line) }).toEqual({ comment, line, plain: true });
      }),
      { numRuns: 4000 },
    );
  });

  it("in a comment of paragraphs, fences and quotes every command that begins a paragraph is found", () => {
    fc.assert(
      fc.property(comments(["text", "```", "> text", "~~~ x"]), (comment) => {
        const plain = plainLines(comment);
        const lines = comment.split("\n");
        const begins = lines.flatMap((line, at) =>
          line.startsWith("/toolcard") && (at === 0 || lines[at - 1] === "") && plain.has(at + 1)
            ? [at + 1]
            : [],
        );
        expect(found(comment)).toEqual(expect.arrayContaining(begins));
      }),
      { numRuns: 1000 },
    );
  });
});
