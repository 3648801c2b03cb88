import { readFileSync } from "node:fs";

/** Strings that a server may send to make its text look like ours, or do something where it is shown. */
export const hostileStrings: readonly { name: string; text: string }[] = JSON.parse(
  readFileSync(new URL("../fixtures/hostile-strings.json", import.meta.url), "utf8"),
);
