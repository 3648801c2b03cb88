import { markdownCode, visible } from "../explain/inert.ts";

/** The tools that some text names, or what it is that names none. */
export type Named =
  | { readonly kind: "tools"; readonly tools: readonly string[] }
  | { readonly kind: "unknown-name"; readonly name: string }
  /** It can be read in two ways: names can have blanks in them. */
  | { readonly kind: "ambiguous" };

const MOST_WORDS = 200;

/**
 * Reads a list of names with blanks between them: each as the explanation shows it, hidden characters escaped, with or
 * without the backticks of a code span; or as it is.
 * @param known all names that it could mean
 */
export function namedTools(text: string, known: Iterable<string>): Named {
  const forms = formsOf(known);
  const words = text.split(/[ \t]+/).filter((word) => word !== "");
  if (words.length > MOST_WORDS) return { kind: "unknown-name", name: text };
  // From the end: in how many ways the rest can be read, two at most, and one of them.
  const ways: (readonly [count: number, names: readonly string[]])[] = [];
  ways[words.length] = [1, []];
  for (let from = words.length - 1; from >= 0; from--) {
    let [count, names]: readonly [number, readonly string[]] = [0, []];
    for (let to = from + 1; to <= words.length; to++) {
      const name = forms.get(words.slice(from, to).join(" "));
      const [rest, others] = ways[to] ?? [0, []];
      if (name === undefined || rest === 0) continue;
      [count, names] = [Math.min(2, count + rest), [name, ...others]];
    }
    ways[from] = [count, names];
  }
  const [count, tools] = ways[0] ?? [0, []];
  if (count > 1) return { kind: "ambiguous" };
  if (count === 0) return { kind: "unknown-name", name: firstUnread(words, forms) };
  return { kind: "tools", tools: [...new Set(tools)] };
}

/** What is read as which name. How it is shown comes first: no two names are shown alike. */
function formsOf(known: Iterable<string>): Map<string, string> {
  const names = [...known];
  const forms = new Map<string, string>();
  for (const name of names) forms.set(visible(name, "name"), name);
  for (const name of names) {
    for (const form of [markdownCode(visible(name, "name")), `\`${visible(name, "name")}\``, name])
      if (!forms.has(form)) forms.set(form, name);
  }
  return forms;
}

/** The first word with which no name begins that could be read. */
function firstUnread(words: readonly string[], forms: ReadonlyMap<string, string>): string {
  let from = 0;
  while (from < words.length) {
    let to = words.length;
    while (to > from && !forms.has(words.slice(from, to).join(" "))) to--;
    if (to === from) return words[from] ?? "";
    from = to;
  }
  return words.join(" ");
}
