import { looksLatin } from "../drift/look-latin.ts";

// Scripts that a word may be written in without looking odd; a word in two of them may be a look-alike (UTS 39, 5.1).
const ONE_SCRIPT =
  /^(?:\p{Script=Cyrillic}+|\p{Script=Greek}+|\p{Script=Armenian}+|\p{Script=Georgian}+|\p{Script=Hebrew}+|\p{Script=Arabic}+|\p{Script=Devanagari}+|\p{Script=Bengali}+|\p{Script=Gurmukhi}+|\p{Script=Gujarati}+|\p{Script=Tamil}+|\p{Script=Telugu}+|\p{Script=Kannada}+|\p{Script=Malayalam}+|\p{Script=Sinhala}+|\p{Script=Thai}+|\p{Script=Lao}+|\p{Script=Myanmar}+|\p{Script=Khmer}+|\p{Script=Tibetan}+|\p{Script=Ethiopic}+|\p{Script=Mongolian}+)$/u;
// Latin with accents, beside the scripts of Chinese, Japanese and Korean: that mixture is ordinary (UTS 39, "highly restrictive").
const LATIN_AND_CJK =
  /^[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0130\u0132-\u017E\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\p{Script=Hangul}\p{Script=Bopomofo}]+$/u;
/**
 * True when a word reads as what it is: its letters are of one script, or Latin beside Chinese, Japanese or Korean; they
 * are composed (NFKC), and a word of another script is not made of Latin look-alikes alone. Digits are of any script.
 */
export function isReadableWord(word: string): boolean {
  if (/^[A-Za-z0-9]*$/.test(word)) return true;
  if (!word.isWellFormed() || word.normalize("NFKC") !== word) return false;
  const letters = word.replaceAll(/[0-9\p{Script=Common}]/gu, "");
  if (LATIN_AND_CJK.test(letters)) return true;
  return ONE_SCRIPT.test(letters) && !looksLatin(letters);
}
