import { createHash } from "node:crypto";
import type { ObjectId } from "../../core/propose/state.ts";

/** The id that git gives an object of these bytes (SHA-1): it proves that they are the object, whole and unchanged. */
export function objectId(type: "blob" | "tree", bytes: Uint8Array): ObjectId {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Whether a text is the id of an object, and so may stand in a query as it is. */
export function isObjectId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}
