/** The largest file that is read: 1 MiB. */
export const MAX_BYTES = 1_048_576;

/** The text of a file, or why it has none and at which offset of what could be decoded. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly why: "too-large" | "not-utf8" | "unpaired-surrogate";
      readonly text: string;
    };

/** Decodes a file as UTF-8. A byte order mark stays in the text, so that offsets and bytes written back fit the file. */
export function decode(bytes: Uint8Array | string): Decoded {
  if (typeof bytes === "string") return decoded(bytes);
  if (bytes.length > MAX_BYTES) return { ok: false, why: "too-large", text: "" };
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, why: "not-utf8", text: goodPart(bytes) };
  }
}

/** True for a text of more than 1 MiB as UTF-8. */
export function isTooLarge(text: string): boolean {
  return text.length > MAX_BYTES || new TextEncoder().encode(text).length > MAX_BYTES;
}

function decoded(text: string): Decoded {
  if (isTooLarge(text)) return { ok: false, why: "too-large", text: "" };
  if (text.isWellFormed()) return { ok: true, text };
  const at = text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
  return { ok: false, why: "unpaired-surrogate", text: text.slice(0, at) };
}

/** The text before the first byte that is not UTF-8. */
function goodPart(bytes: Uint8Array): string {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (prefix(bytes, middle) === undefined) bad = middle - 1;
    else good = middle;
  }
  return prefix(bytes, good) ?? "";
}

function prefix(bytes: Uint8Array, length: number): string | undefined {
  try {
    // As a stream, an unfinished character at the end is no error yet.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes.subarray(0, length), { stream: true });
  } catch {
    return undefined;
  }
}
