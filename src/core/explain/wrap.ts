/** A stretch of text in one colour or weight. */
export interface Run {
  readonly text: string;
  /** The number of an ANSI SGR code, as 1 for bold or 36 for cyan. */
  readonly style?: number;
}

// Letters of Chinese, Japanese and Korean, full-width forms and emoji take two columns of a terminal.
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303F\u3200-\u33FF\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const HALF = /[\uFF61-\uFFDC]/;
// Marks on a letter take none; those that stand beside it, as in Hindi, take one. Nor do the middle and the end of a
// Korean syllable that is written in letters.
const NO_WIDTH = /[\p{Mn}\p{Me}\u1160-\u11FF\uD7B0-\uD7FF]/u;

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

function widthOf(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) && !HALF.test(character) ? 2 : 1;
}

/** Breaks runs into lines at blanks, and a word that is longer than a line wherever the line ends. */
export function wrapped(runs: readonly Run[], columns: number): Run[][] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  let used = 0;
  const feed = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  for (const { blank, runs: word } of wordsOf(runs)) {
    const width = word.reduce((sum, run) => sum + columnsOf(run.text), 0);
    if (used > 0 && used + blank.length + width > columns) feed();
    else if (used > 0 && blank !== "") {
      line.push({ text: blank });
      used += blank.length;
    }
    for (const run of word) {
      for (const part of cutInto(run, columns, used)) {
        if (used > 0 && used + columnsOf(part.text) > columns) feed();
        line.push(part);
        used += columnsOf(part.text);
      }
    }
  }
  if (line.length > 0) feed();
  return lines;
}

interface Word {
  /** The blank before it. */
  readonly blank: string;
  readonly runs: Run[];
}

/** The words of runs; one word may be of several runs, as a name in colour with a comma behind it. */
function wordsOf(runs: readonly Run[]): Word[] {
  const found: Word[] = [];
  let word: Word = { blank: "", runs: [] };
  for (const run of runs) {
    for (const [at, text] of run.text.split(" ").entries()) {
      if (at > 0) {
        if (word.runs.length > 0) found.push(word);
        word = { blank: " ", runs: [] };
      }
      if (text !== "") word.runs.push({ ...run, text });
    }
  }
  if (word.runs.length > 0) found.push(word);
  return found;
}

/** A run in parts that fit: the first in what is left of the line when the word is longer than any line. */
function cutInto(run: Run, columns: number, used: number): Run[] {
  if (columnsOf(run.text) <= columns) return [run];
  const parts: Run[] = [];
  let text = "";
  let room = columns - used;
  for (const character of run.text) {
    const width = columnsOf(character);
    if (width > room) {
      if (text !== "") parts.push({ ...run, text });
      text = "";
      room = columns;
    }
    text += character;
    room -= width;
  }
  return [...parts, { ...run, text }];
}
