import { shown, type Found } from "./problem.ts";
import { MAX_NESTING } from "./tree.ts";

/** How a file that nests too deep is refused. */
export const TOO_DEEP = {
  what: `the file nests deeper than ${MAX_NESTING} levels`,
  instead: "nest less: a tool may have 100 levels",
} as const;

const TAB = { what: "a tab in the indentation", instead: "indent with spaces" } as const;

/** What the parser says, and how it is said to people: what is wrong, what to write instead. */
const SYNTAX: readonly (readonly [said: string, what: string, instead: string])[] = [
  ["null byte", "a NUL character (U+0000)", "remove it"],
  ["nesting exceeded", TOO_DEEP.what, TOO_DEEP.instead],
  ["tab characters", TAB.what, TAB.instead],
  [
    "bad indentation of a sequence",
    "a list item that is not in line with those above",
    "give all dashes one column",
  ],
  ["missed comma", "two items without a comma between them", "write a comma, or quote the text"],
  ["expected the node content", "a comma without an item before it", "remove it"],
  [
    "expected ':' after",
    "a key without a colon",
    "write `key: value`, or indent the line if it goes on with a text",
  ],
  [
    "multiline key",
    "a key that has a line break before its colon",
    "write `key: value` on one line, or indent the text",
  ],
  ["whitespace character is expected", "a colon without a space after it", "write a space after the colon"],
  [
    "within a double quoted",
    'a text that is not closed with "',
    'close it with ", and write " inside as \\"',
  ],
  ["within a single quoted", "a text that is not closed with '", "close it with ', and write ' inside as ''"],
  ["within a flow collection", "a list or mapping that is not closed", "close it with ] or }"],
  ["unknown escape", "an escape that YAML does not know", "write \\\\ for a backslash"],
  [
    "hexadecimal",
    "an escape without its hexadecimal digits",
    "write \\u and four digits, or \\\\ for a backslash",
  ],
  ["line break is expected", "text after the header of a block text", "start the text on the next line"],
  [
    "end of the stream or a document",
    "this does not fit what stands before it",
    "give all keys of a mapping one column",
  ],
];

/** A syntax error as people can use it. The parser stops at the first. */
export function syntaxProblem(reason: string, text: string, offset: number): Found {
  if (reason === "deficient indentation") return deficient(text, offset);
  if (reason.includes("non-printable") || reason.includes("valid JSON character"))
    return control(text, offset);
  if (/bad indentation of a mapping|end of the stream or a document/.test(reason))
    return misfit(text, offset);
  for (const [said, what, instead] of SYNTAX) {
    if (reason.includes(said)) return { offset, what, instead };
  }
  return {
    offset,
    what: `this is no YAML: ${shown(reason)}`,
    instead: "write it as YAML 1.2 has it, or quote the text",
  };
}

function deficient(text: string, offset: number): Found {
  const at = text.charAt(offset);
  if (at === "]" || at === "}") {
    const instead = `indent the ${at} by more than the key that it belongs to`;
    return { offset, what: `a closing ${at} that is not indented`, instead };
  }
  const what = "a quoted text, a list or a mapping goes on here that is not closed, or not indented";
  return { offset, what, instead: "close it, or indent its lines by more than the key that it belongs to" };
}

function control(text: string, offset: number): Found {
  const code = text.charCodeAt(offset).toString(16).padStart(4, "0");
  return {
    offset,
    what: `a character that YAML does not allow (U+${code})`,
    instead: `write \\u${code} in double quotes`,
  };
}

/** The parser only says that it can't go on; what stands there tells more. */
function misfit(text: string, offset: number): Found {
  const at = text.charAt(offset);
  if (at === "\t" || text.charAt(offset - 1) === "\t") return { offset, ...TAB };
  if ("@`%|>&*!".includes(at) && at !== "") {
    return { offset, what: `a text can't start with ${at}`, instead: "quote it" };
  }
  if (at === ":") {
    const instead = "quote the text that has it, or give all keys of one mapping the same column";
    return {
      offset,
      what: "a colon and a space inside a text, or a key in another column than those above",
      instead,
    };
  }
  if (at === "-") {
    const what = "a list item that does not fit what stands before it";
    return { offset, what, instead: "start a list below its key, with all dashes in one column" };
  }
  const instead = "give all keys of one mapping the same column, and write nothing behind a closing quote";
  return { offset, what: "this does not fit what stands before it", instead };
}
