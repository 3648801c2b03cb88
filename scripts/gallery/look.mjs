/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the browser by itself, without its file */

/**
 * What is wrong with the page that this runs in, a line each: what is wider than the screen, a link, an image or anything
 * else that lives, an element that our Markdown has no way to make, a table with holes, a text too pale to read.
 */
export function faultsOfPage() {
  const faults = [];
  const width = document.documentElement.clientWidth;
  const named = (element) => `<${element.localName}> ${(element.textContent ?? "").trim().slice(0, 60)}`;
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const main = document.querySelector("main");
  const all = [...(main?.querySelectorAll("*") ?? [])];
  for (const element of all) {
    // Code that scrolls by itself, in a folded block or on a terminal, moves nothing else.
    if (element.parentElement?.closest("pre") != null) continue;
    for (const { left, right } of element.getClientRects())
      if (right > width + 0.5 || left < -0.5) faults.push(`too wide: ${named(element)}`);
  }
  for (const table of main?.querySelectorAll("table") ?? []) {
    const counts = new Set([...table.rows].map((row) => row.cells.length));
    if (counts.size !== 1) faults.push(`a broken table: ${named(table)}`);
  }
  const tags =
    "h1 h2 h3 h4 p strong em del code pre ul ol li details summary div article span br table thead tbody tr th td".split(
      " ",
    );
  const live = "a img svg video audio iframe object form input button script style math".split(" ");
  // A link or an image that our own text puts there would be named here; there is none.
  for (const element of all) {
    if (live.includes(element.localName)) faults.push(`live: ${element.outerHTML.slice(0, 200)}`);
    else if (!tags.includes(element.localName)) faults.push(`unknown: ${element.outerHTML.slice(0, 200)}`);
    if (element.closest(".markdown-body") !== null && element.attributes.length > 0 && !isPlain(element))
      faults.push(`attributes: ${element.outerHTML.slice(0, 200)}`);
  }
  for (const fault of contrasts()) faults.push(fault);
  return [...new Set(faults)];

  function isPlain(element) {
    return [...element.attributes].every(({ name, value }) => {
      return (
        (name === "class" && /^(?:markdown-body|language-json)$/.test(value)) ||
        name === "open" ||
        name === "start"
      );
    });
  }

  /** Texts whose colour is too near to what is behind them (WCAG 2.2, 1.4.3: 4.5 to 1). */
  function contrasts() {
    const found = [];
    const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT);
    const known = new Map();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || (node.textContent ?? "").trim() === "" || element.getClientRects().length === 0)
        continue;
      const ratio = known.get(element) ?? ratioOf(element);
      known.set(element, ratio);
      if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(1)}: ${named(element)}`);
    }
    return found;
  }

  function ratioOf(element) {
    const behind = backgroundOf(element);
    const [light, dark] = [
      luminance(over(colourOf(getComputedStyle(element).color), behind)),
      luminance(behind),
    ].toSorted((a, b) => b - a);
    return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
  }

  function backgroundOf(element) {
    if (element === null) return [255, 255, 255, 1];
    const colour = colourOf(getComputedStyle(element).backgroundColor);
    return colour[3] === 1 ? colour : over(colour, backgroundOf(element.parentElement));
  }

  function colourOf(text) {
    const numbers = [...text.matchAll(/[\d.]+/g)].map(([number]) => Number(number));
    return numbers.length === 3 ? [...numbers, 1] : numbers;
  }

  function over(front, back) {
    const alpha = front[3] ?? 1;
    return [...[0, 1, 2].map((at) => (front[at] ?? 0) * alpha + (back[at] ?? 0) * (1 - alpha)), 1];
  }

  function luminance(colour) {
    const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
