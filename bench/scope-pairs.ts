import { existsSync, readFileSync } from "node:fs";
import { sameJson } from "../src/core/json/equal.ts";
import { normalSchema } from "../src/core/tool/normal.ts";

/** A pair of schemas to compare. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  readonly dialect?: string | undefined;
  /** Whether the label says that the open world gains; undefined where there is no label. */
  readonly gains?: boolean | undefined;
}

/** The sets of pairs that speed is measured on. */
export const SETS = ["labelled", "changed", "unchanged"] as const;
export type SetName = (typeof SETS)[number];

/** So many of a set are asked: the slowest engine takes ten milliseconds each, and seconds for a few. */
const MOST = 600;

/** The pairs of a set: labelled ones, or those of the corpus, of which there are none where it is not there. */
export function pairsOf(set: SetName): Pair[] {
  const all =
    set === "labelled" ? labelled() : corpus().filter((pair) => isUnchanged(pair) === (set === "unchanged"));
  const every = Math.max(1, Math.ceil(all.length / MOST));
  return all.filter((_, at) => at % every === 0);
}

function labelled(): Pair[] {
  const file = new URL("../test/fixtures/schema-pairs.json", import.meta.url);
  const { vectors } = readJson(file) as {
    vectors: {
      old: unknown;
      new: unknown;
      draft: string;
      openWorld: string;
      accept?: unknown;
      noFuzz?: boolean;
    }[];
  };
  return vectors
    .filter(({ accept, noFuzz }) => accept === undefined && noFuzz !== true)
    .map(({ old, new: now, draft, openWorld }) => {
      const dialect = draft === "mixed" ? undefined : draft;
      return { before: old, after: now, dialect, gains: openWorld === "widens" || openWorld === "both" };
    });
}

const CORPUS = new URL("../../shared/corpus/", import.meta.url);

interface List {
  readonly tools: readonly { readonly name: string; readonly inputSchema: unknown }[];
}

function corpus(): Pair[] {
  const index = new URL("pairs.json", CORPUS);
  if (!existsSync(index)) return [];
  return (readJson(index) as [string, string, string][]).flatMap(([server, from, to]) => {
    const after = new Map(toolsOf(server, to).map((tool) => [tool.name, tool.inputSchema]));
    return toolsOf(server, from).flatMap(({ name, inputSchema }) =>
      after.has(name) ? [{ before: inputSchema, after: after.get(name) }] : [],
    );
  });
}

function toolsOf(server: string, version: string): List["tools"] {
  return (readJson(new URL(`${server}/${encodeURIComponent(version)}.json`, CORPUS)) as List).tools;
}

function readJson(path: URL): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function isUnchanged({ before, after }: Pair): boolean {
  return sameJson(normalSchema(before), normalSchema(after));
}
