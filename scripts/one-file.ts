/** A part of a bundle: its name, as the other parts `require` it, and its code as CommonJS. */
export interface Part {
  readonly fileName: string;
  readonly code: string;
}

/**
 * Makes one module of the parts of a bundle. Each is kept as text, and compiled when it is first asked for: V8 looks into
 * every function of a module before it runs the first, and of most parts a run needs none. Read as a string it is only
 * passed over.
 * @param entry the name of the part that is run
 */
export function oneFile(parts: readonly Part[], entry: string): string {
  const texts = parts.map(({ fileName, code }) => `${literal(`./${fileName}`)}:${literal(code)}`);
  return `${START}const texts={__proto__:null,\n${texts.join(",\n")}\n};load(${literal(`./${entry}`)});\n`;
}

const START = `import{createRequire}from"node:module";
const builtIn=createRequire(import.meta.url),made=new Map();
function load(name){
const text=texts[name];
if(text===undefined)return builtIn(name);
let module=made.get(name);
if(module===undefined){
made.set(name,module={exports:{}});
new Function("module","exports","require",text)(module,module.exports,load);
}
return module.exports;
}
`;

/** A string as JavaScript and in ASCII, which is read quickest; minified code has the fewest quotes of this kind. */
function literal(text: string): string {
  return `'${text.replaceAll(/[^ -&(-[\]-~]/g, escaped)}'`;
}

function escaped(unit: string): string {
  if (unit === "'" || unit === "\\") return `\\${unit}`;
  if (unit === "\n") return "\\n";
  const code = unit.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
}
