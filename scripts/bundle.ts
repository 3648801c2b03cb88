/**
 * Writes dist/action: the Action as one file, and the licences of all that is in it. `npm run bundle`
 *
 * The same bytes from any folder; `.ci/run` checks that what is committed is what this writes.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { oneFile } from "./one-file.ts";
import { packRanges } from "./pack-ranges.ts";
import { readyShapes } from "./ready-shapes.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "dist/action");

/**
 * What the MCP client brings for what toolcard never does: validate the results of tool calls (with an ajv of its own), and
 * sign OAuth assertions. Whoever comes to need it here gets an error.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "@modelcontextprotocol/client/_shims": `
    export const CORS_IS_POSSIBLE = false;
    export class DefaultJsonSchemaValidator {
      getValidator() { throw new Error("toolcard calls no tool"); }
    }`,
  jose: 'throw new Error("toolcard signs no assertion");',
};

const bundle = await rolldown({
  input: join(ROOT, "src/action/main.ts"),
  cwd: ROOT,
  platform: "node",
  plugins: [
    {
      name: "pack-ranges",
      transform: (code, id) => (id.endsWith(`${sep}refa${sep}index.js`) ? packRanges(code) : undefined),
    },
    {
      name: "left-out",
      resolveId: (id) => (Object.hasOwn(LEFT_OUT, id) ? `\0${id}` : undefined),
      load: (id) => (id.startsWith("\0") ? LEFT_OUT[id.slice(1)] : undefined),
    },
    {
      name: "no-schemas-of-zod",
      // What the client's own schemas would be in JSON Schema is for clients that describe tools of their own.
      transform: (code, id) =>
        id.endsWith(["zod", "v4", "core", "json-schema-processors.js"].join(sep))
          ? withoutBodies(code)
          : undefined,
    },
    {
      name: "ready-shapes",
      load: (id) => {
        if (id.endsWith(`${sep}registry${sep}compile-shape.ts`))
          return { code: readyShapes(), moduleType: "js" };
        // What the shapes say is in the validators made of them; the shapes themselves are asked nothing more.
        const [, kind] = /[\\/]registry[\\/]shape-(card|folder|grants|settings)\.ts$/.exec(id) ?? [];
        return kind === undefined ? undefined : `export const ${kind}Shape = {};`;
      },
    },
  ],
  onLog: (level, log) => {
    if (level !== "info") throw new Error(log.message);
  },
});
rmSync(FOLDER, { recursive: true, force: true });
const { output } = await bundle.generate({
  format: "cjs",
  strict: true,
  minify: true,
  comments: false,
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
});
await bundle.close();

const chunks = output.filter((part) => part.type === "chunk");
const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, "index.js"), oneFile(chunks, "main.js"));
writeFileSync(join(FOLDER, "LICENSES.txt"), licences(modules));
const size = Buffer.byteLength(readFileSync(join(FOLDER, "index.js")));
console.log(`dist/action/index.js: ${size} bytes, ${modules.length} modules`);

/** A module with the same exports, each of which throws when it is called. */
function withoutBodies(code: string): string {
  const names = Array.from(code.matchAll(/^export (?:const|function) (\w+)/gm), ([, name = ""]) => name);
  const none = `const none = () => { throw new Error("toolcard describes no tools"); };`;
  return [none, ...names.map((name) => `export const ${name} = none;`)].join("\n");
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** The licence of each package that modules are from, by name. */
function licences(ids: readonly string[]): string {
  const texts = new Map<string, string>();
  for (const id of ids) {
    const folder = packageFolder(id);
    if (folder === undefined) continue;
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    const name = `${manifest.name} ${manifest.version} (${manifest.license ?? "see below"})`;
    texts.set(name, licenceIn(folder, name));
  }
  const parts = [...texts].toSorted(([left], [right]) => (left < right ? -1 : 1));
  const rule = "-".repeat(78);
  return [
    `dist/action/index.js holds parts of these ${parts.length} packages, under their own licences.\n`,
    ...parts.map(([name, text]) => `${rule}\n${name}\n\n${text.trim()}\n`),
  ].join("\n");
}

/** The folder of the package that a module is part of; undefined for our own. */
function packageFolder(id: string): string | undefined {
  const at = id.lastIndexOf(`${sep}node_modules${sep}`);
  if (at < 0) return undefined;
  const start = at + `${sep}node_modules${sep}`.length;
  const [scope = "", name = ""] = id.slice(start).split(sep);
  return join(id.slice(0, start), scope.startsWith("@") ? join(scope, name) : scope);
}

function licenceIn(folder: string, name: string): string {
  const file = readdirSync(folder).find((each) => /^licen[cs]e(?:\.|$)/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence file (${dirname(folder)})`);
  return readFileSync(join(folder, file), "utf8");
}
