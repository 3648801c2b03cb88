import type { Reading } from "../core/reading/reading.ts";
import type { Registry } from "../core/registry/registry.ts";
import type { Asked } from "../github/query.ts";

/** What a proposal is made from, beside what GitHub shows. */
export interface Source {
  readonly registry: Registry;
  /** The registry's folder in the repository; empty for the repository itself. */
  readonly folder: string;
  readonly readings: readonly Reading[];
}

/** Where a file of the registry is in the repository. */
export function pathIn(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

/** What to look at for one server: its card, and the grants files that enrol with it. */
export function askedFor({ registry, folder }: Source, server: string): Asked {
  const grants = registry.grants.filter(({ value }) =>
    value.enrolments.some((each) => each.server === server),
  );
  return {
    server,
    card: pathIn(folder, `cards/${server}.yaml`),
    grants: grants.map(({ path }) => pathIn(folder, path)),
  };
}
