/**
 * Looks at every page of the gallery in Chromium, light and dark, narrow and wide, folds closed and open:
 * `npm run gallery:check`. What it saw is in gallery/screenshots, for people; what is wrong is printed, exit status 1.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { documentOf } from "./gallery/page.ts";
import { faultsOfPage } from "./gallery/look.mjs";

const FOLDER = fileURLToPath(new URL("../gallery", import.meta.url));
const SHOTS = join(FOLDER, "screenshots");
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const WIDTHS = [390, 1280] as const;
const SCHEMES = ["light", "dark"] as const;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

if (!existsSync(CHROMIUM)) {
  console.error(
    `no Chromium at ${CHROMIUM}: install it (on Debian: apt-get install chromium), or give its path in CHROMIUM`,
  );
  process.exit(1);
}

/** What is wrong with a page in one look and width; each way it is shown is written as a picture. */
async function look(
  browser: Browser,
  name: string,
  colorScheme: "light" | "dark",
  width: number,
): Promise<string[]> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const faults: string[] = [];
  const where = `${name} ${colorScheme} ${width}`;
  page.on("console", (message) => faults.push(`${where}: console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`${where}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) faults.push(`${where}: asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(join(FOLDER, name)).href);
  const folds = await page.locator("details").count();
  for (const way of folds > 0 ? ["closed", "open"] : ["closed"]) {
    if (way === "open")
      await page.evaluate('for (const fold of document.querySelectorAll("details")) fold.open = true');
    const found = await page.evaluate(faultsOfPage);
    faults.push(...found.map((fault) => `${where} ${way}: ${fault}`));
    const path = join(SHOTS, `${name.replace(/\.html$/, "")}-${colorScheme}-${width}-${way}.png`);
    await page.screenshot({ path, fullPage: true });
  }
  await context.close();
  return faults;
}

const WRONG = "wrong.html";
const WRONG_BODY = `<article class="markdown-body"><p>see <a href="https://evil.example">here</a></p>
<p style="width: 2000px">wide</p><p style="color: #eee">pale</p><blink>new</blink>
<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table></article><script>throw 1</script>`;

/** A page on which everything is wrong: a look that finds no fault there is worth nothing anywhere. */
async function lookAtWrong(browser: Browser): Promise<string[]> {
  writeFileSync(join(FOLDER, WRONG), documentOf({ id: "wrong", title: "Wrong", body: WRONG_BODY }));
  const found = (await look(browser, WRONG, "light", 390)).join("\n");
  rmSync(join(FOLDER, WRONG));
  const wanted = [
    "the page is",
    "too wide",
    "broken table",
    "live: <a",
    "live: <script",
    "unknown: <blink",
    "contrast",
    "attributes",
    "console:",
  ];
  return wanted.filter((fault) => !found.includes(fault)).map((fault) => `the look itself misses: ${fault}`);
}

rmSync(SHOTS, { recursive: true, force: true });
mkdirSync(SHOTS, { recursive: true });
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".html") && name !== "index.html");
const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
const faults: string[] = [];
try {
  faults.push(...(await lookAtWrong(browser)));
  for (const name of names)
    for (const scheme of SCHEMES)
      for (const width of WIDTHS) faults.push(...(await look(browser, name, scheme, width)));
} finally {
  await browser.close();
}
for (const fault of faults) console.log(fault);
console.log(`${names.length} pages, ${faults.length} faults; pictures in gallery/screenshots`);
process.exitCode = faults.length > 0 ? 1 : 0;
