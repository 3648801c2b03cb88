import { looksLatin } from "./look-latin.ts";

/** Letters of other scripts that look like Latin ones in common fonts (after UTS #39, the small letters of names). */
const PAIRS = [
  // Cyrillic
  "аa вb сc еe ёe нh іi їi јj кk ԛq мm оo рp ѕs тt уy ѵv ԝw хx һh ԁd ӏl гr пn зz бb",
  // Greek
  "αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw γy ζz μu",
  // Armenian
  "ոn սu օo հh զq յj",
  // Latin letters beyond ASCII
  "ıi ȷj ɑa ɡg ʟl ſs ƿp ʋv ᴏo ᴄc ᴜu ᴠv ᴡw ᴢz ɩi øo",
];

const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap((line) => line.split(" ")).map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;
// An accent on a Latin letter is easily overlooked; in other scripts marks make other letters.
const ACCENTS = /(?<=\p{Script=Latin})\p{Mn}+/gu;
const BETWEEN = /[\p{P}\p{Z}\p{S}]/gu;

/**
 * What a name looks like: without what does not show, accents and what stands between its words; in small letters, with
 * compatibility forms (fullwidth, ligatures) resolved, and look-alikes as the letters that they are taken for: `I` and `1` as
 * `l`, `0` as `o`, `rn` as `m`, letters of other scripts as Latin ones. Two names with one skeleton are easily confused.
 *
 * A name in another script alone is what it says, whatever some of its letters look like.
 */
export function skeleton(name: string): string {
  const plain = name.replace(INVISIBLE, "").normalize("NFKD").replace(ACCENTS, "").normalize("NFC");
  const latin = plain.replaceAll(/[I1|]/g, "l").replaceAll("0", "o").toLowerCase().replace(BETWEEN, "");
  const isForeign = !/\p{Script=Latin}/u.test(plain) && !looksLatin(plain);
  if (isForeign) return latin;
  const read = Array.from(latin, (letter) => LOOK_ALIKES.get(letter) ?? letter).join("");
  return read.replaceAll("rn", "m").replaceAll("vv", "w");
}

/** True where two names differ only in capitals and in what stands between their words, in plain ASCII. */
export function isSpeltLike(one: string, other: string): boolean {
  return /^[ -~]*$/.test(one + other) && lettersOf(one) === lettersOf(other);
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

const WORD = /[\p{L}\p{M}]+/gu;
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u;
// An abbreviation with an ending, and a unit: "PDFа", "μm".
const ORDINARY = /^(?:[A-Z]{2,}[^A-Za-z]+|μ[A-Za-z]{1,3})$/;

/** The words of a text that mix Latin letters with letters of another script that look like Latin ones. */
export function mixedWordsIn(text: string): string[] {
  if (!FOREIGN.test(text)) return [];
  return (text.match(WORD) ?? []).filter((word) => {
    const isMixed = FOREIGN.test(word) && /[A-Za-z]/.test(word) && !ORDINARY.test(word);
    return isMixed && /^[a-z]+$/.test(skeleton(word));
  });
}
