import { readdirSync, readFileSync } from "node:fs";
import { toolList, type Tool } from "../../src/core/tool/tool.ts";

// Tool lists of published servers. They are other people's and no part of this repository.
const FOLDER = new URL("../../../shared/corpus/", import.meta.url);

/** Two versions of a server's tools. */
export interface ListPair {
  readonly title: string;
  readonly server: string;
  readonly before: readonly Tool[];
  readonly after: readonly Tool[];
}

/** The tools of one version of a server. */
function toolsOf(server: string, version: string): readonly Tool[] {
  const file = new URL(`${server}/${encodeURIComponent(version)}.json`, FOLDER);
  return toolList((JSON.parse(readFileSync(file, "utf8")) as { tools: unknown[] }).tools).tools;
}

/** All versions of each server, by the server's name. */
export function everyList(): ReadonlyMap<string, readonly (readonly Tool[])[]> {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.map(({ name }) => {
      const versions = readdirSync(new URL(`${name}/`, FOLDER)).map((file) => file.replace(/\.json$/, ""));
      return [name, versions.map((version) => toolsOf(name, version))];
    }),
  );
}

/** The pairs of versions that followed each other. */
export function listPairs(): ListPair[] {
  const pairs = JSON.parse(readFileSync(new URL("pairs.json", FOLDER), "utf8")) as [string, string, string][];
  return pairs.map(([server, from, to]) => ({
    title: `${server} ${from} → ${to}`,
    server,
    before: toolsOf(server, from),
    after: toolsOf(server, to),
  }));
}
