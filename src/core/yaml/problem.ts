/** One thing that is wrong in a file, with what to write instead. */
export interface Problem {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in characters (code points) of the raw text; a byte order mark is not counted. */
  readonly column: number;
  /** What is wrong. Texts out of the file are bounded and printable in it; see `shown`. */
  readonly what: string;
  /** What to write instead. */
  readonly instead: string;
}

/** A problem as it is found, before its line and column are counted: something wrong at an offset of the text. */
export interface Found {
  readonly offset: number;
  readonly what: string;
  readonly instead: string;
}

/** A problem as one line of text: `file:line:column: what; instead`. */
export function problemLine(problem: Problem): string {
  const { file, line, column, what, instead } = problem;
  return `${printable(file).replace(/^( *):(?=:)/, "$1\\u003a")}:${line}:${column}: ${what}; ${instead}`;
}

const SHOWN = 60;

/** A text out of a file as a message may show it: in double quotes, at most 60 characters, every odd one escaped. */
export function shown(text: string): string {
  // Cut before the code points are counted: the text may be a megabyte long.
  const points = Array.from(text.slice(0, 2 * SHOWN + 2));
  const cut = points.length > SHOWN ? `${points.slice(0, SHOWN).join("")}…` : points.join("");
  return `"${printable(cut.replaceAll("\\", "\\\\").replaceAll('"', '\\"'))}"`;
}

/**
 * Controls, invisible and direction characters, unpaired surrogates, every blank but the space, and what begins `##[`: the
 * runner of GitHub Actions takes that for a command wherever it stands in a line of a log.
 */
const ODD = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|#(?=#\[)/gu;

function printable(text: string): string {
  return text.replace(ODD, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
