import type { ListLimits } from "../core/reading/walk.ts";

/** What one reading may cost. */
export interface Limits extends ListLimits {
  /** Bytes of one answer over HTTP, or of one message over stdio, after decompression. */
  readonly responseBytes: number;
  /** Bytes of all that a server sends during one reading. */
  readonly scanBytes: number;
  /** Brackets and commas of all that a server sends: they bound the JSON values that its bytes turn into. */
  readonly values: number;
  /** Messages, good and bad, that a server sends during one reading. */
  readonly messages: number;
  /** Milliseconds that one request may take. */
  readonly requestMs: number;
  /** Milliseconds that the whole reading may take; it always ends by then. */
  readonly totalMs: number;
}

/** The limits of a reading that sets none. */
export const DEFAULT_LIMITS: Limits = {
  pages: 200,
  tools: 5_000,
  responseBytes: 8 * 1024 * 1024,
  scanBytes: 32 * 1024 * 1024,
  values: 400_000,
  messages: 2_000,
  requestMs: 30_000,
  totalMs: 120_000,
};
