import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Warning } from "../../src/core/drift/warning.ts";
import type { Tool } from "../../src/core/tool/tool.ts";

const tool = (name: string, more: object = {}): Tool => ({ name, inputSchema: { type: "object" }, ...more });

function kindsOf(warnings: readonly Warning[]): string[] {
  return warnings.map(({ kind }) => kind);
}

/** Names as servers have them, and new ones beside them that a person or a model takes for them. */
const ALIKE = [
  ["search_claims", "search_cIaims"],
  ["search_claims", "searchclaims"],
  ["search_claims", "search-claims"],
  ["search_claims", "search.claims"],
  ["search_claims", "SearchClaims"],
  ["search_claims", "search__claims"],
  ["search_claims", "search_c1aims"],
  ["search_claims", "search_clairns"],
  ["search_claims", "s\u0435arch_claims"],
  ["search_claims", "search_\u200Bclaims"],
  ["search_claims", "search_cla\u0131ms"],
  ["search_claims", "se\u00E1rch_claims"],
  ["search_claims", "\uFF53earch_claims"],
  ["search_claims", "search\u2010claims"],
  ["get_order", "get_0rder"],
  ["list_views", "list_vievvs"],
  ["copy", "\u0441\u043E\u0440\u0443"],
] as const;

/** Names that stand beside each other in real lists. */
const APART = [
  ["get_claim", "get_claims"],
  ["get_claim", "set_claim"],
  ["list_v1", "list_v2"],
  ["create_or_update_file", "create_file"],
  ["\u043F\u043E\u0438\u0441\u043A", "\u0441\u043F\u0438\u0441\u043E\u043A"],
  // Words that differ by an accent which is a letter of its own.
  ["\u043C\u043E\u0438", "\u043C\u043E\u0439"],
  ["\u304B\u3044", "\u304C\u3044"],
  ["\u0915\u093F", "\u0915\u0941"],
  ["hot", "\u043D\u043E\u0442"],
  ["search_\u691C\u7D22", "search_\u53D6\u5F97"],
] as const;

/** Texts as servers in these languages write them. */
const ORDINARY = {
  Russian:
    "Возвращает список страховых случаев. Параметр limit задаёт размер страницы (API v2, PDFы, 5 шт.).",
  Ukrainian: "Повертає перелік заяв; її можна відкрити за номером.",
  Greek: "Επιστρέφει τη λίστα των αιτήσεων (API). Μέγιστο 5 μm.",
  Japanese: "請求の一覧を取得します。APIキーが必要です。",
  Chinese: "查询天气预报，支持JSON格式。",
  Korean: "청구 목록을 조회합니다. REST API를 사용합니다.",
  Arabic: "يعيد قائمة المطالبات عبر API، مع ترقيم الصفحات.",
  Hebrew: "מחזיר את רשימת התביעות (עד 50) מתוך ה-API.",
  Persian: "فهرست ادعاها را برمی‌گرداند؛ می‌خواهم نیم‌فاصله بماند.",
  Hindi: "दावों की सूची लौटाता है। क्‍षमा करें, API कुंजी आवश्यक है।",
  Bengali: "দাবির তালিকা ফেরত দেয়। র‍্যাম",
  Tamil: "உரிமைகோரல்களின் பட்டியலை வழங்குகிறது.",
  Thai: "แสดงรายการคำขอทั้งหมด",
  Armenian: "Վերադարձնում է հայտերի ցանկը։",
  Georgian: "აბრუნებს მოთხოვნების სიას.",
  Vietnamese: "Trả về danh sách yêu cầu bồi thường.",
  Turkish: "Hasar taleplerini döndürür; ışık, İstanbul.",
  German: "Gibt die Schäden zurück (größer als 5 µg/m³).",
  French: "Renvoie les sinistres : « œuvre », 1er, n° 5…",
  "an emoji with a joiner":
    "Team 👩‍💻 and family 👨‍👩‍👧‍👦, flag 🏳️‍🌈, heart ❤️, keycap 1️⃣, thumbs 👍🏽, England \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}.",
  mathematics: "Computes ∑ x² ≤ π, α-helix, Δt ≥ 5 μs.",
} as const;

/** Texts with something that nobody sees. */
const SUSPICIOUS = [
  ["hidden-characters", "Add a note.\u{E0073}\u{E0065}\u{E006E}\u{E0064}"],
  ["hidden-characters", "Add a\u200B note."],
  ["hidden-characters", "Add a note\u202E.eton"],
  ["hidden-characters", "\u{1F3F4}\u{E0072}\u{E0075}\u{E006E}\u{E007F}"],
  ["hidden-characters", "Add\u{E0101}\u{E0120} a note."],
  ["hidden-characters", "Возвращает\u200Bсписок"],
  ["hidden-characters", "Add a note.\u001B[8m"],
  ["mixed-scripts", "Send it to p\u0430ypal."],
  ["mixed-scripts", "Call get_f\u043Erecast."],
  ["mixed-scripts", "The p\u0585licy number."],
  ["mixed-scripts", "Список claim\u0455 и полисов"],
] as const;

describe("names that look alike", () => {
  it.each(ALIKE)("%s and a new %s are flagged", (old, name) => {
    const { warnings } = diffTools([tool(old)], [tool(old), tool(name)]);
    const found = warnings.filter(({ kind }) => kind === "look-alike-name");
    expect(found).toEqual([{ kind: "look-alike-name", tool: name, like: old }]);
    expect(kindsOf(warnings)).not.toContain("mixed-scripts");
  });

  it.each(APART)("%s and a new %s are not", (old, name) => {
    expect(diffTools([tool(old)], [tool(old), tool(name)]).warnings).toEqual([]);
  });

  it("are flagged by their mixed letters where there is no other name", () => {
    const { warnings } = diffTools([], [tool("get_f\u043Erecast")]);
    expect(warnings).toEqual([
      { kind: "mixed-scripts", tool: "get_f\u043Erecast", pointer: "/name", text: "f\u043Erecast" },
    ]);
  });
});

describe("a description", () => {
  it.each(Object.entries(ORDINARY))(
    "in %s is not suspicious, as a new one or as an edit",
    (_, description) => {
      const after = tool("note", { title: description, description });
      expect(diffTools([], [after]).warnings).toEqual([]);
      expect(diffTools([tool("note", { description: "Add a note." })], [after]).warnings).toEqual([]);
    },
  );

  it.each(SUSPICIOUS)("is flagged for %s at first sight: %j", (kind, description) => {
    expect(kindsOf(diffTools([], [tool("note", { description })]).warnings)).toEqual([kind]);
    const edited = diffTools([tool("note")], [tool("note", { description })]);
    expect(kindsOf(edited.warnings)).toEqual([kind]);
  });
});
