import { describe, expect, it } from "vitest";
import { madeCases } from "../../scripts/gallery/cases.ts";
import { documentOf, indexOf } from "../../scripts/gallery/page.ts";
import { casePage, checkPages, statusPage, terminalPage } from "../../scripts/gallery/pages.ts";
import { htmlOf, terminalHtml } from "../../scripts/gallery/render.ts";

const cases = madeCases();
// All that our own Markdown makes, and the boxes around it. There is no link and no image in it.
const TAGS =
  /<\/?(?:h1|h3|p|strong|del|code|pre|ul|ol|li|details|summary|div|article|span|br)(?: (?:class="[a-z -]+"|start="\d+"|open))*>/g;

describe("the gallery's Markdown", () => {
  it("is cleaned as GitHub cleans it: folds stay, scripts, frames, comments, styles and handlers go", () => {
    const html = htmlOf(
      '<details><summary>More</summary>\n\n- a\n\n</details>\n\n<!-- no --><script>x()</script>\n\n<b onclick="x()" style="color:red">y</b>\n\n<iframe src="x"></iframe>',
    );
    expect(html.replaceAll(/\s+/g, "")).toContain(
      "<details><summary>More</summary><ul><li>a</li></ul></details>",
    );
    expect(html).toContain("<p><b>y</b></p>");
    expect(html).not.toMatch(/<!--|<script|<iframe|style=|onclick/);
  });

  it("has GitHub's tables, struck words and links of bare addresses", () => {
    const html = htmlOf("| a |\n| - |\n| ~~b~~ |\n\nhttps://a.example [x](javascript:y)");
    expect(html).toContain("<td><del>b</del></td>");
    expect(html).toContain('<a href="https://a.example">https://a.example</a> <a>x</a>');
  });
});

describe("a page of the gallery", () => {
  it("has an id of its own", () => {
    const ids = cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(10);
  });

  it.each(cases)("of $title has nothing live in it", (one) => {
    for (const { body } of [casePage(one), terminalPage(one)]) {
      expect(body.replaceAll(TAGS, "")).not.toContain("<");
    }
  });

  it("of the gate and of commit statuses has nothing live in it", () => {
    const pages = [...checkPages(), statusPage()];
    expect(pages.length).toBeGreaterThan(5);
    for (const { body } of pages) expect(body.replaceAll(TAGS, "")).not.toContain("<");
  });

  it("is a whole document, and the index leads to it", () => {
    const page = { id: "a", title: "<b>", body: "<p>x</p>" };
    expect(documentOf(page)).toContain("<title>&lt;b></title>");
    expect(indexOf([page]).body).toContain('<a href="a.html">&lt;b></a>');
  });
});

describe("a terminal's text in the gallery", () => {
  it("keeps its colours and nothing of HTML", () => {
    expect(terminalHtml("<a> \u001B[36m`x`\u001B[0m end")).toBe('&lt;a> <span class="cyan">`x`</span> end');
  });
});
