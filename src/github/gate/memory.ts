import type { Standing } from "../../core/gate/people.ts";
import type { ObjectId } from "../../core/propose/state.ts";
import { createBoundedCache, type BoundedCache } from "./bounded.ts";
import type { GateClient } from "./client.ts";
import type { TreeEntry } from "./tree.ts";

/** What GitHub said of a person or a team, and when. */
interface Told {
  readonly standing: Standing;
  /** By the clock, in milliseconds, and by the count of `tick`. */
  readonly at: number;
  readonly tick: number;
}

/**
 * What is kept from one evaluation to the next, for any number of repositories. Objects of git never change; what is
 * known of people is good for minutes only.
 */
export interface GateMemory {
  readonly blobs: BoundedCache<Uint8Array>;
  readonly trees: BoundedCache<readonly TreeEntry[]>;
  /** The tree of a commit. */
  readonly roots: BoundedCache<ObjectId>;
  /** The blob of a file at a commit, by both; with its size. */
  readonly contents: BoundedCache<{ readonly oid: ObjectId; readonly byteSize: number }>;
  /** Of two commits; null where they have no common ancestor. */
  readonly mergeBases: BoundedCache<ObjectId | null>;
  /** Where a repository had its registry last: a guess that saves a call. */
  readonly folders: BoundedCache<string>;
  /** Whether an app did something with a label in a person's name. */
  readonly viaApp: BoundedCache<boolean>;
  readonly people: BoundedCache<Told>;
  /** When a label was seen to be there. */
  readonly labels: BoundedCache<number>;
  readonly now: () => number;
  /** A number greater than any given before: tells what came first within one millisecond. */
  readonly tick: () => number;
}

/** How much a memory holds, and its clock. */
export interface MemoryOptions {
  /** Bytes of files; as many again go to lists of files. 64 MiB where left out. */
  readonly bytes?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const BYTES = 64 * 1024 * 1024;
const MOST = 10_000;

/** Makes an empty memory: one for a process. */
export function createGateMemory({ bytes = BYTES, now = Date.now }: MemoryOptions = {}): GateMemory {
  let ticks = 0;
  return {
    blobs: createBoundedCache(bytes),
    trees: createBoundedCache(bytes),
    roots: createBoundedCache(MOST),
    contents: createBoundedCache(MOST),
    mergeBases: createBoundedCache(MOST),
    folders: createBoundedCache(MOST),
    viaApp: createBoundedCache(MOST),
    people: createBoundedCache(MOST),
    labels: createBoundedCache(MOST),
    now,
    tick: () => (ticks += 1),
  };
}

/** A key of one repository: what a token may see in another is no business of this one. */
export function keyIn({ at }: GateClient, name: string): string {
  return `${at.owner}/${at.repo}`.toLowerCase() + ` ${name}`;
}
