import MarkdownIt, { type Token } from "markdown-it";
import { nodesOf, parsed } from "./gfm.ts";

// Shows HTML and links wherever another renderer could.
const other = new MarkdownIt({ html: true, linkify: true });

/** The only HTML of ours. */
const FOLD = /^(?:<details><summary>[A-Za-z0-9 :,.()'-]+<\/summary>|<\/details>)$/;
/** A comment of ours, by which the next run knows a text: it does not show. */
const MARKER = /^<!-- toolcard:[a-z0-9]+(?: [a-zA-Z0-9_:-]+)? -->$/;
/** Our own words: no character in which Markdown, a mention, a reference or mathematics could begin. */
const WORDS = /^[A-Za-z0-9 .,:;'’“”?(){}…+/-]*$/;

const NODES = new Set(
  "root paragraph heading list listItem text strong delete inlineCode code html thematicBreak".split(" "),
);
const TOKENS = new Set(
  "paragraph heading bullet_list ordered_list list_item strong s"
    .split(" ")
    .flatMap((name) => [`${name}_open`, `${name}_close`]),
);
const LEAVES = new Set("inline code_inline fence html_block text softbreak hr".split(" "));

/** What GitHub makes of text that is no code, beyond GFM (github.md §7). */
const PASSES: Readonly<Record<string, RegExp>> = {
  mention: /(?:^|[^\w`])@[a-z0-9]/i,
  reference: /(?:^|[^\w&])(?:[\w.-]+(?:\/[\w.-]+)?)?#\d/,
  "GH reference": /\bGH-\d/i,
  commit: /\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/,
  advisory: /\b(?:GHSA|CVE)-/,
  "closing keyword": /\b(?:close|fix|resolve)[sd]?:?\s+(?:\S*#|GH-|https?:)/i,
  emoji: /:[a-z0-9_+-]+:/i,
  mathematics: /\$/,
  address: /\b(?:https?|ftp|mailto|xmpp):|\bwww\./i,
};

/** What our own text may have in spite of that. */
export interface Ours {
  /** Links and references that we write: they are taken out before the text is looked at. */
  readonly words?: RegExp;
  /** Links to these addresses. */
  readonly links?: RegExp;
}

/**
 * What in some Markdown is neither our own nor code, read by two implementations of GitHub-flavoured Markdown and by what
 * GitHub does to text beyond it. Nothing, as it should be.
 */
export function livePartsOf(markdown: string, ours: Ours = {}): string[] {
  // A block that is left open at the end of a section is found there, so each section needs to be read but once.
  const sections = markdown.split(/\n(?=#{1,3} )/);
  return [...sections.flatMap((section) => bySection(section, ours)), ...byMarkdownIt(markdown, ours)];
}

/** The contents of all code spans. */
export function codeOf(markdown: string): string[] {
  return tokensOf(markdown).flatMap(({ type, content }) => (type === "code_inline" ? [content] : []));
}

function tokensOf(markdown: string): Token[] {
  return other.parse(markdown, {}).flatMap((token) => [token].concat(token.children ?? []));
}

const known = new Map<string, string[]>();

function bySection(section: string, ours: Ours): string[] {
  const key = JSON.stringify([String(ours.words), String(ours.links), section]);
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size > 500) known.clear();
  const found = byMicromark(section, ours);
  known.set(key, found);
  return found;
}

function byMicromark(markdown: string, ours: Ours): string[] {
  const found: string[] = [];
  for (const node of nodesOf(parsed(markdown))) {
    if (node.type === "link") {
      if (ours.links?.test(node.url) !== true) found.push(`link to ${node.url}`);
    } else if (!NODES.has(node.type)) found.push(node.type);
    if (node.type === "text") found.push(...liveText(node.value, ours));
    if (node.type === "html" && !isOurHtml(node.value)) found.push(`HTML ${node.value}`);
    if (node.type === "listItem" && typeof node.checked === "boolean") found.push("task");
    if (node.type === "code" && node.lang !== "json") found.push(`block of ${node.lang}`);
    if (node.type === "inlineCode") {
      const { start, end } = node.position ?? {};
      const source = markdown.slice((start?.offset ?? 1) - 1, (end?.offset ?? 0) + 1);
      // GitHub's own parser knows no span with longer ends: all in it would be live.
      if (/`{81}/.test(source)) found.push(`ends of more than 80 backticks`);
      // A dollar sign on either side of the ends of a span is mathematics to GitHub.
      if (/^.?`+\$|\$`+.?$|^\$`|`\$$/s.test(source)) found.push(`mathematics ${source}`);
    }
  }
  return found;
}

function byMarkdownIt(markdown: string, ours: Ours): string[] {
  return tokensOf(markdown).flatMap((token) => {
    if (token.type === "link_open") {
      const url = String(token.attrGet("href"));
      return ours.links?.test(url) === true ? [] : [`link to ${url}`];
    }
    if (token.type === "link_close" || TOKENS.has(token.type)) return [];
    return LEAVES.has(token.type) ? liveLeaf(token, ours) : [token.type];
  });
}

function liveLeaf({ type, content, info }: Token, ours: Ours): string[] {
  if (type === "text") return liveText(content, ours);
  if (type === "html_block" && !isOurHtml(content.trim())) return [`HTML ${content}`];
  return type === "fence" && info !== "json" ? [`block of ${info}`] : [];
}

function isOurHtml(html: string): boolean {
  return html.split("\n").every((line) => FOLD.test(line.trim()) || MARKER.test(line.trim()));
}

function liveText(text: string, { words }: Ours): string[] {
  const rest = words === undefined ? text : text.replaceAll(words, "");
  const live = Object.entries(PASSES).filter(([, pass]) => pass.test(rest));
  if (!WORDS.test(rest)) live.push(["no words of ours", WORDS]);
  return live.map(([pass]) => `${pass}: ${text}`);
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** What in a text for a terminal or a log is no printable character, beyond line ends. */
export function unseenIn(text: string): string[] {
  return text.split("\n").filter((line) => UNSEEN.test(line));
}

const COMMANDS = new Set(
  (
    "stop-commands set-env set-output save-state add-mask add-path add-matcher remove-matcher warning error notice debug " +
    "group endgroup echo internal-set-repo-path"
  ).split(" "),
);

/**
 * The commands that the runner of GitHub Actions takes lines of a log for (src/Runner.Common/ActionCommand.cs): `::x::`
 * behind blanks at the start of a line, `##[x]` anywhere in it, whatever the case.
 */
export function commandsOn(log: string): string[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const newer = /^\s*::(.*?)::/s.exec(line)?.[1];
    const older = /##\[(.*?)\]/s.exec(line)?.[1];
    return [newer, older].flatMap((info) => {
      const name = info?.split(" ", 1)[0]?.toLowerCase() ?? "";
      return COMMANDS.has(name) ? [line] : [];
    });
  });
}
