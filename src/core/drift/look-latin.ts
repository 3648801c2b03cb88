// Letters of Cyrillic, Greek and Armenian that can't be told from a Latin one: a word of nothing else is taken for Latin.
const ALL_LOOK_LATIN = /^[АВЕЅІЈКМНОРСТУХҮԌԚԜаеѕіјорсухүԁԛԝһѵӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳοντυχικϲՏՕսօոհզց]+$/u;

/** True for a text of another script whose letters can all be taken for Latin ones. What is no letter does not count. */
export function looksLatin(text: string): boolean {
  return ALL_LOOK_LATIN.test(text.replaceAll(/[^\p{L}\p{M}]/gu, ""));
}
