import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ObjectId } from "./state.ts";

/** The id that git gives a file of this text (UTF-8, SHA-1): it tells whether a file is as wanted without reading it. */
export function blobId(text: string): ObjectId {
  const bytes = utf8ToBytes(text);
  return bytesToHex(sha1(concatBytes(utf8ToBytes(`blob ${bytes.length}\0`), bytes)));
}
