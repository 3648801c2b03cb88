import { fromHtml } from "hast-util-from-html";
import { sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

/**
 * Markdown as GitHub shows it: by GFM, then cleaned by the rules of GitHub's own sanitiser, which `hast-util-sanitize` has
 * as its default. HTML in the text is let through to it, as on GitHub, so that what gets past is seen here.
 */
export function htmlOf(markdown: string): string {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return toHtml(sanitize(fromHtml(html, { fragment: true })));
}

/** Text as HTML shows it. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** What the colours of a terminal's text are called in the gallery's style sheet. */
const STYLES: ReadonlyMap<string, string> = new Map([
  ["1", "bold"],
  ["31", "red"],
  ["32", "green"],
  ["36", "cyan"],
]);

/** A terminal's text with the colours that toolcard writes. */
export function terminalHtml(text: string): string {
  const runs = text.split(/\u001B\[(\d+)m/);
  let html = escaped(runs[0] ?? "");
  for (let at = 1; at < runs.length; at += 2) {
    const style = STYLES.get(runs[at] ?? "");
    const run = escaped(runs[at + 1] ?? "");
    html += style === undefined ? run : `<span class="${style}">${run}</span>`;
  }
  return html;
}
