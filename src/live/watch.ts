import type { FailedReason } from "../core/reading/reading.ts";
import type { Limits } from "./limits.ts";

/** Why a reading failed, before its detail is bounded. */
export interface Failure {
  readonly reason: FailedReason;
  readonly detail: string;
}

/** Thrown to whoever waits for a reading that has failed. */
export class ReadFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/**
 * Watches over one reading: its deadline, its byte count, and the first thing that made it fail. What fails here ends the
 * reading at once, whatever the SDK or the server does: `signal` aborts and `race` rejects.
 */
export class Watch {
  readonly limits: Limits;
  /** The status of the last answer that was no success. */
  status: number | undefined;
  /** The first thing that made the reading fail. */
  failure: Failure | undefined;
  readonly #controller = new AbortController();
  readonly #failed: Promise<never>;
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  #bytes = 0;
  #values = 0;
  #messages = 0;

  constructor(limits: Limits, outer?: AbortSignal) {
    this.limits = limits;
    this.#outer = outer;
    this.#failed = new Promise((_resolve, reject) => {
      this.signal.addEventListener("abort", () => reject(this.signal.reason as Error), { once: true });
    });
    this.#failed.catch(() => {});
    this.#timer = setTimeout(
      () => this.fail("timeout", `no complete list within ${limits.totalMs} ms`),
      limits.totalMs,
    );
    if (outer?.aborted === true) this.#stopped();
    else outer?.addEventListener("abort", this.#stopped, { once: true });
  }

  /** Aborts when the reading fails or ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Makes the reading fail, unless it already has. */
  fail(reason: FailedReason, detail: string): void {
    if (this.signal.aborted) return;
    this.failure = { reason, detail };
    this.#controller.abort(new ReadFailure(this.failure));
  }

  /** Counts what the server sent; false, and the reading fails, when it is too much. */
  count(chunk: Uint8Array): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.limits.scanBytes)
      this.fail("too-large", `more than ${this.limits.scanBytes} bytes`);
    for (const byte of chunk) {
      // , [ { : each JSON value stands after one of them.
      if (byte === 0x2c || byte === 0x5b || byte === 0x7b) this.#values += 1;
    }
    if (this.#values > this.limits.values) this.fail("too-large", `more than ${this.limits.values} values`);
    return this.failure === undefined;
  }

  /** Counts a message; false, and the reading fails, when there are too many. */
  countMessage(): boolean {
    this.#messages += 1;
    const { messages } = this.limits;
    if (this.#messages > messages) this.fail("too-large", `more than ${messages} messages`);
    return this.failure === undefined;
  }

  /** The outcome of some work, or the reading's failure if that comes first. */
  async race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    return Promise.race([work, this.#failed]);
  }

  /** Ends the watch, and with it whatever still hangs on its signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener("abort", this.#stopped);
    this.#controller.abort(new ReadFailure({ reason: "timeout", detail: "the reading has ended" }));
  }

  readonly #stopped = (): void => this.fail("timeout", "stopped by the caller");
}
