import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inline } from "../../src/core/explain/markdown.ts";
import { diffPhrase, wordDiff } from "../../src/core/explain/word-diff.ts";

const ALL = { kept: Number.POSITIVE_INFINITY, changed: Number.POSITIVE_INFINITY };

function shown(before: string, after: string, room = ALL): string {
  return inline(diffPhrase(wordDiff(before, after), room));
}

/** A long sentence on a line of its own. */
function rule(words: string): string {
  return `${`${words} `.repeat(80).trim()}.\n`;
}

describe("a word diff", () => {
  it.each([
    ["Add a note.", "Add a note. It is public.", "`Add a note.` **`It is public.`**"],
    ["Add a short note.", "Add a note.", "`Add a` ~~`short`~~ `note.`"],
    ["at most 100 rows", "at most 1000 rows", "`at most` ~~`100`~~ **`1000`** `rows`"],
    [
      "at most 100 rows a page",
      "at most 50 rows a call",
      "`at most` ~~`100 rows a page`~~ **`50 rows a call`**",
    ],
    ["", "Add a note.", "**`Add a note.`**"],
    ["Add a note.", "", "~~`Add a note.`~~"],
    ["Add a note.", "Everything else now.", "~~`Add a note.`~~ **`Everything else now.`**"],
    ["Add a note.", "Add a note. ", "`Add a note.` **`\\u{20}`**"],
    ["Add a note.", "Add a note.\n", "`Add a note.` **`␤`**"],
    // Words of other scripts are whole, and what has no blanks between its words is told by its letters.
    ["Возвращает список.", "Возвращает полный список.", "`Возвращает` **`полный`** `список.`"],
    ["Возвращает полис.", "Возвращает полисы.", "`Возвращает` ~~`полис`~~ **`полисы`** `.`"],
    ["보험 목록을 조회합니다.", "보험 계약 목록을 조회합니다.", "`보험` **`계약`** `목록을 조회합니다.`"],
    ["दावों की सूची", "दावों की पूरी सूची", "`दावों की` **`पूरी`** `सूची`"],
    ["保険証券を検索します。", "保険証券と請求を検索します。", "`保険証券` **`と請求`** `を検索します。`"],
    [
      "查询天气预报，支持格式。",
      "查询股票行情，支持格式。",
      "`查询` ~~`天气预报`~~ **`股票行情`** `，支持格式。`",
    ],
    ["แสดงคำขอทั้งหมด", "แสดงคำขอที่เปิดอยู่ทั้งหมด", "`แสดงคำขอ` **`ที่เปิดอยู่`** `ทั้งหมด`"],
    // What looks the same is told apart by its codes.
    ["a caf\u00E9", "a cafe\u0301", "`a` ~~`caf\u00E9`~~ **`cafe\\u{301}`**"],
    ["pay by paypal", "pay by p\u0430ypal", "`pay by` ~~`paypal`~~ **`p\\u{430}ypal`**"],
    ["one word", "one  word", "`one` ~~`\\u{20}`~~ **`\\u{20}\\u{20}`** `word`"],
    ["one\tword", "one word", "`one` ~~`\\u{9}`~~ **`\\u{20}`** `word`"],
    ["one\r\nword", "one\nword", "`one` ~~`\\u{D}␤`~~ **`␤`** `word`"],
    ["one\u00A0word", "one word", "`one` ~~`\\u{A0}`~~ **`\\u{20}`** `word`"],
  ])("from %j to %j is %s", (before, after, markdown) => {
    expect(shown(before, after)).toBe(markdown);
  });

  it("of texts with very many edited words is one by sentences and lines: what stayed is not shown as new", () => {
    const kept = "Use this tool for claims. Never call it twice! Ask first? ".repeat(8);
    const before = `${kept}${rule("old")}Stays as it is.\n${rule("older")}`;
    const after = `${kept}${rule("new and")}Stays as it is.\n${rule("newer and")}`;
    const parts = wordDiff(before, after);
    expect(parts.map(({ kind }) => kind)).toEqual(["kept", "removed", "added", "kept", "removed", "added"]);
    expect(parts[0]?.text.startsWith(kept)).toBe(true);
    expect(parts[3]?.text).toContain("Stays as it is.");
  });

  it("holds both texts whole, whatever they are", () => {
    const word = fc.constantFrom("a", "note", "public", " ", "  ", ".", "\n", "👍", "\u200B", "`");
    const text = fc.array(word, { maxLength: 40 }).map((parts) => parts.join(""));
    const property = fc.property(text, text, fc.constantFrom(1, 3, 200), (before, after, edits) => {
      const parts = wordDiff(before, after, edits);
      const join = (left: string) =>
        parts.flatMap((part) => (part.kind === left ? [] : [part.text])).join("");
      expect(join("added")).toBe(before);
      expect(join("removed")).toBe(after);
    });
    fc.assert(property, { seed: 5, numRuns: 1000 });
  });

  it("tells two long texts without much in common as one removed and one added text", () => {
    const before = Array.from({ length: 3000 }, (_, at) => `old${at}`).join(" ");
    const after = Array.from({ length: 3000 }, (_, at) => `new${at}`).join(" ");
    expect(wordDiff(before, after).map((part) => part.kind)).toEqual(["removed", "added"]);
  });

  it.each([
    ["words", (at: number) => `word${at % 997} `],
    ["letters without blanks", (at: number) => String.fromCodePoint(0x4e00 + ((at * 7919) % 9000))],
    ["one word again and again", () => "note "],
  ])("of texts of 100,000 characters is found at once, made of %s", (_, wordAt) => {
    const text = Array.from({ length: 100_000 }, (_none, at) => wordAt(at))
      .join("")
      .slice(0, 100_000);
    const [half, rest] = [text.slice(0, 50_000), text.slice(50_000)];
    expect(wordDiff(text, `${half} Read the key first. ${rest}`).length).toBeLessThanOrEqual(4);
    expect(wordDiff(text, text.slice(700)).length).toBeLessThanOrEqual(4);
    expect(wordDiff(text, Array.from(text).toReversed().join("")).length).toBeLessThanOrEqual(3);
  });

  it("counts what it leaves out of a long part that did not change", () => {
    const same = "words ".repeat(100);
    expect(shown(`${same}end`, `${same}start`, { ...ALL, kept: 20 })).toBe(
      "`words word` … (579 unchanged characters) … `ords words` ~~`end`~~ **`start`**",
    );
  });

  it("shows four of many hidden characters, counts the others and says what tags say", () => {
    const tags = String.fromCodePoint(...Array.from("send it", (letter) => 0xe0000 + letter.charCodeAt(0)));
    expect(shown("Forecast.", `Forecast.${tags}`)).toBe(
      "`Forecast.` **`\\u{E0073}\\u{E0065}\\u{E006E}\\u{E0064}`** (and 3 more hidden characters; all 7, decoded, say `send it`)",
    );
  });
});
