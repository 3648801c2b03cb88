/**
 * The validators of the registry's files as code, for the Action: it starts without ajv, which would take longer to load
 * and to compile them than all the rest of a start. What stands in for src/core/registry/compile-shape.ts in the bundle.
 */
import { _ } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { AJV_OPTIONS } from "../src/core/registry/compile-shape.ts";
import { FORMATS, SHAPES } from "../src/core/registry/validate.ts";

/** The source of a module that exports `compileShape` as the real one does. */
export function readyShapes(): string {
  const makers = Object.entries(SHAPES).map(([kind, shape]) => `${JSON.stringify(kind)}: ${makerOf(shape)}`);
  return `
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";

const inner = (part) => (typeof part === "function" ? part : inner(part.default));
const modules = {
  "ajv/dist/runtime/equal": { default: inner(equal) },
  "ajv/dist/runtime/ucs2length": { default: inner(ucs2length) },
};
const require = (name) => {
  if (!Object.hasOwn(modules, name)) throw new Error(name);
  return modules[name];
};
const makers = { ${makers.join(",\n")} };

export function compileShape(kind, _shape, formats) {
  return makers[kind](formats);
}
`;
}

/** What ajv writes hundreds of times, to be written shorter. */
const APPEND = /if\(vErrors === null\)\{vErrors = \[(err\d+)\];\}else \{vErrors\.push\(\1\);\}/g;

/** Where an error says of which schema it is: ajv writes the whole way to it, twice. */
const OF_SCHEMA = /schema:(schema\d+(?:\.\w+|\[[^\]]+\])*)(\.\w+),parentSchema:\1,/g;

/** The same code with each way to a schema written once. */
function shorter(code: string): string {
  const names = new Map<string, string>();
  const named = code
    .replaceAll(APPEND, "(vErrors??=[]).push($1);")
    .replaceAll(OF_SCHEMA, (_whole, way: string, keyword: string) => {
      const name = names.get(way) ?? `part${names.size}`;
      names.set(way, name);
      return `schema:${name}${keyword},parentSchema:${name},`;
    });
  // Behind the functions that use them: none is called before.
  return `${named};${[...names].map(([way, name]) => `const ${name}=${way};`).join("")}`;
}

function makerOf(shape: object): string {
  const formats = Object.fromEntries([...FORMATS.keys()].map((name) => [name, () => true]));
  const ajv = new Ajv2020({ ...AJV_OPTIONS, formats, code: { source: true, formats: _`formats` } });
  const code = shorter(standalone.default(ajv, ajv.compile(shape)));
  return `(formats) => { const module = { exports: {} }; ${code}; return module.exports; }`;
}
