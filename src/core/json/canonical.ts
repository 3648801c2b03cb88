import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";

/** A SHA-256 digest in the form toolcard writes it: `sha256:` and 64 hexadecimal digits. */
export type Digest = `sha256:${string}`;

/**
 * The canonical text of a JSON value, by RFC 8785: keys sorted, no blanks, one way to write each number.
 * @throws Error for what RFC 8785 has no form for: NaN, infinities, unpaired surrogates.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("undefined has no JSON form");
  return text;
}

/** The SHA-256 digest of a value's canonical text (RFC 8785), as UTF-8. */
export function digestOf(value: unknown): Digest {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(value))))}`;
}
