import { DEFAULT_SCALAR_STYLE_RULES, DUMP_SCHEMA, jsToAst, present, SCALAR_STYLE } from "js-yaml";
import type { ScalarLayout, ScalarStyle } from "js-yaml";
import { shapeTree } from "./render-shape.ts";
import type { Style } from "./style.ts";

/** How one value is to be written. */
export interface Manner {
  readonly style: Style;
  /** Collections nested this deep in the value are written in brackets; 0 is the value itself. */
  readonly flowFrom?: number | undefined;
  /** Where block scalars may be written. Not at the end when what follows would become part of it. */
  readonly blocks: "all" | "not-last" | "none";
  /** How a text is written if it can be. */
  readonly scalar?: ScalarStyle | undefined;
}

/** The lines of `name: value` in a block mapping, without the indentation before all of them. */
export function entryLines(name: string, value: unknown, manner: Manner): string[] {
  return linesOfValue({ [name]: value }, manner, 1);
}

/** The lines of `- value` in a block sequence, without the indentation before all of them. */
export function itemLines(value: unknown, manner: Manner): string[] {
  return linesOfValue([value], manner, 1);
}

/** The lines of a value that is a document of its own. */
export function documentLines(value: unknown, manner: Manner): string[] {
  return linesOfValue(value, manner, 0);
}

/** `levels` is how many levels stand around the value that the manner is about. */
function linesOfValue(value: unknown, manner: Manner, levels: number): string[] {
  const { style } = manner;
  const documents = jsToAst(value, DUMP_SCHEMA, { noRefs: true });
  const root = documents[0]?.contents;
  if (root === undefined || root === null) throw new TypeError("not a JSON value");
  const raw = shapeTree(root, manner, levels);
  const quoteLines = (layout: ScalarLayout): void => {
    if (manner.blocks === "none" && layout.node.value.includes("\n"))
      layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  };
  const keepRaw = (layout: ScalarLayout): void => {
    if (raw.has(layout.node)) layout.style = SCALAR_STYLE.PLAIN;
  };
  const text = present(documents, {
    schema: DUMP_SCHEMA,
    lineWidth: style.foldWidth ?? -1,
    indent: style.indent,
    seqNoIndent: style.seqNoIndent,
    quoteStyle: style.quote,
    forceQuotes: style.quoteAll,
    scalarStyleRules: [quoteLines, ...Object.values(DEFAULT_SCALAR_STYLE_RULES), keepRaw],
  });
  return text.replace(/\n$/, "").split("\n");
}
