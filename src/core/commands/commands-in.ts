/** A command in a comment. Names of tools are as they were written, to be resolved by `namedTools`. */
export type Command =
  | { readonly kind: "decline"; readonly names: string }
  | { readonly kind: "recreate" }
  /** It begins as a command does, and is none. */
  | { readonly kind: "unknown"; readonly said: string };

const MOST_COMMANDS = 20;
const MOST_SAID = 2000;

/** A fence where nothing but blanks stands before it, and one that could be inside a list, where other rules hold. */
const FENCE = /^(?<fence>`{3,}|~{3,})(?<info>.*)$/s;
const INDENTED_FENCE = /^(?:[ \t]|[-+*][ \t]|\d{1,9}[.)][ \t]).*(?:`{3}|~{3})/s;

/** What HTML can make of all that follows: a block in which Markdown is none, code, a quote, a comment that nobody sees. */
const HTML = /^ {0,3}<[a-z!?/]|<(?:pre|code|blockquote|samp|kbd|q)\b|<!--/i;

/**
 * The commands in a comment, in their order: lines that begin with `/toolcard`, each of which begins a paragraph of its own
 * or follows another command. So nothing in a fence, in indented or inline code, or in a quote is one.
 *
 * It is stricter than Markdown, never laxer: behind HTML, and behind a fence that is indented or in a list, nothing counts.
 */
export function commandsIn(comment: string): Command[] {
  const commands: Command[] = [];
  let fence: string | undefined;
  let mayBegin = true;
  for (const line of comment.split(/\r\n?|\n/)) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined;
      mayBegin = false;
      continue;
    }
    if (HTML.test(line) || INDENTED_FENCE.test(line)) break;
    fence = fenceOf(line);
    const command: Command | undefined = mayBegin && fence === undefined ? commandOn(line) : undefined;
    if (command !== undefined) commands.push(command);
    if (commands.length === MOST_COMMANDS) break;
    // A backtick may begin a code span that ends in the next line.
    mayBegin = /^[ \t]*$/.test(line) || (command !== undefined && !line.includes("`"));
  }
  return commands;
}

function fenceOf(line: string): string | undefined {
  const found = FENCE.exec(line)?.groups;
  const [fence = "", info = ""] = [found?.["fence"], found?.["info"]];
  return fence === "" || (fence.startsWith("`") && info.includes("`")) ? undefined : fence;
}

function closes(line: string, fence: string): boolean {
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return closing !== undefined && closing.startsWith(fence);
}

function commandOn(line: string): Command | undefined {
  const rest = /^\/toolcard(?:[ \t]+(.*))?$/s.exec(line)?.[1]?.trim();
  if (rest === undefined) return /^\/toolcard[ \t]*$/.test(line) ? { kind: "unknown", said: "" } : undefined;
  const names = /^decline[ \t]+(.+)$/s.exec(rest)?.[1];
  if (names !== undefined && names.length <= MOST_SAID) return { kind: "decline", names };
  return rest === "recreate" ? { kind: "recreate" } : { kind: "unknown", said: rest.slice(0, MOST_SAID) };
}
