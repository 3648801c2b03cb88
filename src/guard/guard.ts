import { authorize, type Authorization } from "../core/index/authorize.ts";
import { mergeIndex } from "../core/index/merge.ts";
import type { Index } from "../core/index/model.ts";
import type { Address, Reading } from "../core/reading/reading.ts";
import type { Registry } from "../core/registry/registry.ts";
import type { GuardableClient } from "./client.ts";
import { readThrough } from "./read-through.ts";
import { tapOf, type TappedTransport } from "./tap.ts";

/** Whose calls are guarded, and by what. */
export interface GuardOptions {
  readonly registry: Registry;
  /** The last approved state of the registry, where approvals are in use. */
  readonly approved?: Registry;
  /** The server's name in the registry. */
  readonly server: string;
  /** Where the client is connected to; compared exactly with the card's address. */
  readonly address: Address;
  readonly agent: string;
  readonly job: string;
  /** The clock; the machine's where left out. */
  readonly now?: () => Date;
}

/** A server that can't be read is not asked again within so many milliseconds. */
const PAUSE_MS = 1000;

/** A list that changes while it is read is read once more. */
const TRIES = 2;

/** The index of one server behind a client, kept current, and what was refused by it. */
export class Guard {
  readonly refusals = new Map<Authorization["reason"], number>();
  readonly #client: GuardableClient;
  readonly #options: GuardOptions;
  #index: Index | undefined;
  /** The last reading, and the last complete one, which may be served until it is too old. */
  #readings: readonly Reading[] = [];
  #isChanged = true;
  /** The connection that was read through. */
  #transport: TappedTransport | undefined;
  #reading: Promise<void> | undefined;
  #tried = -Infinity;

  constructor(client: GuardableClient, options: GuardOptions) {
    this.#client = client;
    this.#options = options;
  }

  now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  /** The index as it is now: read again where the list changed or is too old. */
  async index(): Promise<Index> {
    // One that is under way is waited for: until it ends, what is known is what it is to replace.
    for (let tries = 0; tries < TRIES && (this.#reading !== undefined || this.#isToBeRead()); tries++) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
    const { registry, approved } = this.#options;
    this.#index ??= mergeIndex(registry, this.#readings, { now: this.now(), approved });
    return this.#index;
  }

  /** Whether what is known is too old, or of a connection that is no more. */
  #isToBeRead(): boolean {
    return this.#isChanged || this.#client.transport !== this.#transport || !this.#isFresh(this.now());
  }

  /** Whether this call is allowed now; one that is refused is counted. */
  async decide(tool: string, given: unknown): Promise<Authorization> {
    const { agent, job, server } = this.#options;
    const index = await this.index();
    const call = { agent, job, server, tool, arguments: given };
    const answer = authorize(index, call, { now: this.now() });
    if (!answer.allowed) this.refusals.set(answer.reason, (this.refusals.get(answer.reason) ?? 0) + 1);
    return answer;
  }

  #isFresh(now: Date): boolean {
    const state = this.#index?.servers.find(({ server }) => server === this.#options.server)?.reading.state;
    const last = this.#readings.at(-1);
    if (state === "complete" && last?.outcome === "complete") {
      const age = now.getTime() - Date.parse(last.time);
      return age >= 0 && age <= (this.#index?.maxAgeMinutes ?? 0) * 60_000;
    }
    return Math.abs(now.getTime() - this.#tried) < PAUSE_MS;
  }

  async #read(): Promise<void> {
    const { server, address } = this.#options;
    const { transport } = this.#client;
    // Another connection may lead to another server: what was read through the one before says nothing of it.
    if (transport !== this.#transport) this.#readings = [];
    this.#transport = transport;
    if (transport !== undefined) tapOf(transport).listeners.add(this.#changed);
    this.#isChanged = false;
    const now = this.now();
    this.#tried = now.getTime();
    const reading = await readThrough(this.#client, { server, address, time: now.toISOString() });
    const complete = this.#readings.findLast(({ outcome }) => outcome === "complete");
    this.#readings =
      reading.outcome === "complete" || complete === undefined ? [reading] : [complete, reading];
    this.#index = undefined;
  }

  readonly #changed = (): void => {
    this.#isChanged = true;
  };
}
