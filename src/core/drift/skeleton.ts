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
const MARKS = /\p{Mn}/gu;

/**
 * What a name looks like: without what does not show, in small letters, compatibility forms (fullwidth, ligatures)
 * resolved, accents off, look-alike letters as Latin ones. Two names with one skeleton are easily taken for each other.
 */
export function skeleton(name: string): string {
  const plain = name.replace(INVISIBLE, "").normalize("NFKD").replace(MARKS, "").toLowerCase();
  return Array.from(plain, (letter) => LOOK_ALIKES.get(letter) ?? letter).join("");
}
