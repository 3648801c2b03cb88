import { readdirSync, readFileSync } from "node:fs";
import { explain } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import { textOf } from "../../src/core/explain/render-text.ts";
import type { Case } from "./cases.ts";
import type { Page } from "./page.ts";
import { escaped, htmlOf, terminalHtml } from "./render.ts";

const SNAPSHOTS = new URL("../../test/__snapshots__/", import.meta.url);

/** A case as a pull request shows it: the title, and the explanation as its body. */
export function casePage({ id, title, drift, options }: Case): Page {
  const explanation = explain(drift, options);
  const body = `<h1 class="title">${escaped(explanation.title)}</h1>\n${box(markdownOf(explanation))}`;
  return { id, title, body };
}

/** A case as a terminal of 80 columns shows it. */
export function terminalPage({ id, title, drift, options }: Case): Page {
  const { owners: _owners, ...scan } = options;
  const text = textOf(explain(drift, { ...scan, place: "scan" }), { colour: true });
  return {
    id: `terminal-${id}`,
    title: `${title}, on a terminal`,
    body: `<pre class="terminal">${terminalHtml(text)}</pre>`,
  };
}

interface GateText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly summary: string;
  readonly comment: string;
}

/** What the gate says in the stories of its tests, as their snapshots have it. */
function gateTexts(): GateText[] {
  return readdirSync(SNAPSHOTS)
    .filter((file) => file.startsWith("gate-"))
    .map((file) => {
      const text = readFileSync(new URL(file, SNAPSHOTS), "utf8");
      const [head = "", rest = ""] = text.split("===== summary\n");
      const [summary = "", comment = ""] = rest.split("===== comment\n");
      const line = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
      return {
        name: file.replace(/\.md$/, ""),
        title: line("Title"),
        description: line("Description"),
        summary,
        comment,
      };
    });
}

/** The check on a pull request in each of these stories, and the comment beside it. */
export function checkPages(): Page[] {
  return gateTexts().map(({ name, title, summary, comment }) => {
    const check = `<p class="note">The check toolcard/scope</p>\n<h1 class="title">${escaped(title)}</h1>\n${box(summary)}`;
    const said = comment.trim() === "(none)" ? "" : `<p class="note">The comment</p>\n${box(comment)}`;
    return { id: name, title: `The check: ${name}`, body: check + said };
  });
}

/** The commit statuses of these stories, a line each, as GitHub lists them. */
export function statusPage(): Page {
  const lines = gateTexts().map(({ name, description }) => {
    return `<div class="line"><strong>toolcard/scope</strong> ${escaped(description)}<br><span class="note">${name}</span></div>`;
  });
  return { id: "statuses", title: "Commit statuses", body: lines.join("\n") };
}

function box(markdown: string): string {
  return `<div class="box"><article class="markdown-body">${htmlOf(markdown)}</article></div>`;
}
