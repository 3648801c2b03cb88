/**
 * Renders explanations as GitHub shows them, for people to read: `npm run gallery` writes gallery/index.html, which is not
 * committed. `npm run gallery:check` looks at every page in a browser.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { corpusCases, madeCases } from "./gallery/cases.ts";
import { documentOf, indexOf } from "./gallery/page.ts";
import { casePage, checkPages, statusPage, terminalPage } from "./gallery/pages.ts";

const FOLDER = new URL("../gallery/", import.meta.url);
const ON_TERMINAL = 5;

const made = madeCases();
const pages = [
  ...[...made, ...corpusCases()].map(casePage),
  ...made.slice(0, ON_TERMINAL).map(terminalPage),
  ...checkPages(),
  statusPage(),
];
mkdirSync(FOLDER, { recursive: true });
for (const name of readdirSync(FOLDER)) if (name.endsWith(".html")) rmSync(new URL(name, FOLDER));
for (const page of [indexOf(pages), ...pages])
  writeFileSync(new URL(`${page.id}.html`, FOLDER), documentOf(page));
const style = import.meta.resolve("github-markdown-css/github-markdown.css");
copyFileSync(new URL(style), new URL("github-markdown.css", FOLDER));
console.log(`${pages.length} pages: gallery/index.html`);
