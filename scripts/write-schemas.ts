// Writes schemas/ from the shapes that types and validators come from: `npm run schemas`.
import { mkdirSync, writeFileSync } from "node:fs";
import { indexShape } from "../src/core/index/shape.ts";
import { PUBLISHED, schemaText } from "../src/core/registry/published.ts";

const folder = new URL("../schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, shape] of PUBLISHED) writeFileSync(new URL(name, folder), schemaText(shape));
writeFileSync(new URL("index.json", folder), schemaText(indexShape));
