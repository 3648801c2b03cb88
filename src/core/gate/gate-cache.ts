import type { Parsed, RegistryFile } from "../registry/parse.ts";
import type { Ledger } from "../record/ledger.ts";
import type { RegistryAt } from "./registry-at.ts";

/** The most characters of registry files that stay parsed. */
const MOST_TEXT = 32_000_000;

/** The most commits whose whole registry stays read. */
const MOST_REGISTRIES = 12;

/** The most records that stay read. */
const MOST_LEDGERS = 4;

/**
 * What was read before and is read again by the next evaluation: files by their blob, registries by their commit. Both
 * are what they are by their ids, so nothing in it grows old; what was not used for longest goes first.
 */
export class GateCache {
  readonly #files = new Map<string, Parsed<unknown>>();
  readonly #registries = new Map<string, RegistryAt>();
  readonly #ledgers = new Map<string, Ledger>();
  #text = 0;

  /** What parsing this blob at this path gave, else what `parse` gives. */
  file<T>(path: string, blob: string, parse: () => Parsed<T>): Parsed<T> {
    const key = `${blob} ${path}`;
    const known = this.#files.get(key);
    if (known !== undefined) return known as Parsed<T>;
    const parsed = parse();
    this.#files.set(key, parsed);
    this.#text += weightOf(parsed);
    for (const [oldest, file] of this.#files) {
      if (this.#text <= MOST_TEXT || oldest === key) break;
      this.#files.delete(oldest);
      this.#text -= weightOf(file);
    }
    return parsed;
  }

  /** The record of approvals at a commit of its branch, else what `read` gives; a process has few repositories. */
  ledger(commit: string, read: () => Ledger): Ledger {
    const ledger = this.#ledgers.get(commit) ?? read();
    this.#ledgers.delete(commit);
    this.#ledgers.set(commit, ledger);
    for (const oldest of this.#ledgers.keys()) {
      if (this.#ledgers.size <= MOST_LEDGERS) break;
      this.#ledgers.delete(oldest);
    }
    return ledger;
  }

  /** The registry of a commit, else what `read` gives; one that could not be read whole is read again. */
  registry(commit: string, read: () => RegistryAt): RegistryAt {
    const known = this.#registries.get(commit);
    this.#registries.delete(commit);
    const registry = known ?? read();
    if (registry.unread.length > 0) return registry;
    this.#registries.set(commit, registry);
    for (const oldest of this.#registries.keys()) {
      if (this.#registries.size <= MOST_REGISTRIES) break;
      this.#registries.delete(oldest);
    }
    return registry;
  }
}

function weightOf(parsed: Parsed<unknown> | RegistryFile<unknown>): number {
  return 1000 + (parsed.ok ? parsed.text.length : 0);
}
