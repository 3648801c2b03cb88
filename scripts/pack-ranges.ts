/**
 * refa carries the tables of Unicode as JSON: half a megabyte of `{"min":48,"max":57}`. This rewrites each table as the
 * distance to the one before and the length, in base 36, and gives the module what reads that back: nothing is lost, and
 * a table that would not come back as it was stays as it is.
 */

interface Range {
  readonly min: number;
  readonly max: number;
}

const TABLE = /JSON\.parse\('(\[\{"min":\d+,"max":\d+\}(?:,\{"min":\d+,"max":\d+\})*\])'\)/g;

/** What reads a packed table: the same function here, to check, and as text in the bundle. */
export function unpackRanges(packed: string): Range[] {
  let at = 0;
  return packed.split(" ").map((pair) => {
    const [gap = "", length = "0"] = pair.split("-");
    const min = at + Number.parseInt(gap, 36);
    at = min + Number.parseInt(length, 36);
    return { min, max: at };
  });
}

/** Packs every table of a module's code. */
export function packRanges(code: string): string {
  let count = 0;
  const packed = code.replaceAll(TABLE, (all, json: string) => {
    const ranges = JSON.parse(json) as Range[];
    const short = pack(ranges);
    if (JSON.stringify(unpackRanges(short)) !== json) return all;
    count += 1;
    return `unpackRanges("${short}")`;
  });
  return count === 0 ? code : packed.replace('"use strict";', `"use strict";${reader()}`);
}

/** As JavaScript, that any JavaScript reads: types are gone, and the names are those of the function above. */
function reader(): string {
  return (
    "function unpackRanges(packed){let at=0;return packed.split(' ').map(pair=>{const [gap,length='0']=pair.split('-');" +
    "const min=at+parseInt(gap,36);at=min+parseInt(length,36);return{min,max:at}})}"
  );
}

function pack(ranges: readonly Range[]): string {
  let at = 0;
  return ranges
    .map(({ min, max }) => {
      const pair = `${(min - at).toString(36)}${max === min ? "" : `-${(max - min).toString(36)}`}`;
      at = max;
      return pair;
    })
    .join(" ");
}
