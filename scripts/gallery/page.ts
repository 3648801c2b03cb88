import { escaped } from "./render.ts";

/** One page of the gallery. */
export interface Page {
  /** Its file's name without the end. */
  readonly id: string;
  readonly title: string;
  /** HTML that is safe by now. */
  readonly body: string;
}

// GitHub's own measures around a comment; the rest is github-markdown-css.
const STYLE = `
body { margin: 0; background: var(--bg); --bg: #ffffff; --line: #d1d9e0; --quiet: #59636e; --text: #1f2328 }
@media (prefers-color-scheme: dark) { body { --bg: #0d1117; --line: #3d444d; --quiet: #9198a1; --text: #f0f6fc } }
nav, main { max-width: 830px; margin: 0 auto; padding: 16px; font: 14px -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; color: var(--text) }
nav a { color: inherit } nav { overflow-wrap: anywhere }
.title { font-size: 24px; font-weight: 400; line-height: 1.3; margin: 0 0 16px; overflow-wrap: anywhere }
.box { border: 1px solid var(--line); border-radius: 6px; padding: 16px; margin-bottom: 16px }
.note { color: var(--quiet); margin: 0 0 8px }
.line { border-bottom: 1px solid var(--line); padding: 8px 0; overflow-wrap: anywhere }
.terminal { background: #0d1117; color: #e6edf3; padding: 16px; overflow-x: auto; font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; border-radius: 6px }
.bold { font-weight: 700 } .red { color: #ff7b72 } .green { color: #7ee787 } .cyan { color: #a5d6ff }
`;

/** A page as a whole document. */
export function documentOf({ title, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline' file:">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="github-markdown.css">
<style>${STYLE}</style>
</head>
<body>
<nav><a href="index.html">All pages</a></nav>
<main>
${body}
</main>
</body>
</html>
`;
}

/** The page that leads to all others. */
export function indexOf(pages: readonly Page[]): Page {
  const lines = pages.map(
    ({ id, title }) => `<div class="line"><a href="${id}.html">${escaped(title)}</a></div>`,
  );
  return { id: "index", title: "Gallery", body: `<nav>${lines.join("\n")}</nav>` };
}
