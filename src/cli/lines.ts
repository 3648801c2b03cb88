/** One line of a stream of text: what it says, or why that can't be told. */
export type Line =
  | { readonly number: number; readonly text: string }
  | { readonly number: number; readonly problem: string };

const NEWLINE = 0x0a;

/**
 * The lines of a stream of UTF-8, each as soon as it is complete; blank ones are left out, but counted. No more of a line
 * than `maxBytes` is ever held: a longer one is a problem, and the next one is read all the same.
 */
export async function* linesOf(input: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let number = 1;
  let parts: Uint8Array[] = [];
  let size = 0;
  const hold = (part: Uint8Array) => {
    size += part.length;
    if (size > maxBytes) parts = [];
    else parts.push(part);
  };
  const taken = (): Line | undefined => {
    const line = size > maxBytes ? tooLong(number, maxBytes) : lineOf(number, Buffer.concat(parts));
    number++;
    parts = [];
    size = 0;
    return "text" in line && line.text.trim() === "" ? undefined : line;
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, end));
      start = end + 1;
      const line = taken();
      if (line !== undefined) yield line;
    }
    hold(chunk.subarray(start));
  }
  const last = taken();
  if (last !== undefined) yield last;
}

function tooLong(number: number, maxBytes: number): Line {
  return { number, problem: `longer than ${maxBytes} bytes` };
}

function lineOf(number: number, bytes: Uint8Array): Line {
  try {
    return { number, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { number, problem: "not UTF-8" };
  }
}
