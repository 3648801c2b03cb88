import { setTimeout as sleep } from "node:timers/promises";
import type { KeptIndex } from "./keep-index.ts";

/** How an index is kept current. */
export interface KeepCurrentOptions {
  /** Every how many milliseconds the servers are read; by `index.maxAgeMinutes` where left out. */
  readonly everyMs?: number | undefined;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Told what went wrong; it goes on all the same. */
  readonly onFault: (error: unknown) => void;
  /** Called when the registry changed, and when the servers were read. */
  readonly onChange?: () => Promise<void>;
}

/** How often the registry is looked at: what is suspended or taken out there counts at once. */
const LOOK_MS = 2_000;

/**
 * Keeps an index current until it is told to end. The registry is looked at every few seconds, also while servers are
 * read; where it changed they are read at once. What fails is told, and tried again.
 */
export async function keepCurrent(kept: KeptIndex, options: KeepCurrentOptions): Promise<void> {
  const { signal, onFault, onChange } = options;
  const trying = (action: () => Promise<unknown>) => action().catch(onFault);
  let since = performance.now();
  let reading: Promise<void> | undefined;
  const read = async () => {
    await trying(kept.refresh);
    since = performance.now();
    await trying(async () => onChange?.());
    reading = undefined;
  };
  while (!signal.aborted) {
    const everyMs = options.everyMs ?? kept.everyMs();
    await sleep(Math.min(LOOK_MS, everyMs), undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    let changed = false;
    await trying(async () => {
      changed = await kept.reload();
    });
    if (changed) await trying(async () => onChange?.());
    if (changed || performance.now() - since >= everyMs) reading ??= read();
  }
}
