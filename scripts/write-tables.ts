/** Writes the tables of docs/ that are made from catalogues in the code: `npm run tables`. A test holds them to it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { withTables } from "./tables.ts";

const docs = new URL("../docs/", import.meta.url);
for (const name of readdirSync(docs)) {
  const file = new URL(name, docs);
  writeFileSync(file, withTables(readFileSync(file, "utf8")));
}
