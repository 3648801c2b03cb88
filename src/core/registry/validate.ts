import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { compileShape } from "./compile-shape.ts";
import type { Fault } from "./fault.ts";
import { packageNameFault, versionFault } from "./package-rules.ts";
import { cardShape } from "./shape-card.ts";
import { folderFault } from "./folder-path.ts";
import { folderShape } from "./shape-folder.ts";
import { grantsShape } from "./shape-grants.ts";
import { settingsShape } from "./shape-settings.ts";
import { templateFault } from "./template.ts";
import { baseUrlFault, urlFault, variableFault } from "./url.ts";

/** The shape of each kind of file. */
export const SHAPES = {
  card: cardShape,
  grants: grantsShape,
  settings: settingsShape,
  folder: folderShape,
} as const;

/** The kinds of file: those of the registry, and .github/toolcard.yml that says which folder it is. */
export type FileKind = keyof typeof SHAPES;

/** What each `format` of our shapes means. To editors, which don't know them, they are annotations. */
export const FORMATS: ReadonlyMap<string, (text: string) => Fault | undefined> = new Map([
  ["server-url", urlFault],
  ["base-url", baseUrlFault],
  ["plain-text", variableFault],
  ["exact-version", versionFault],
  ["package-name", packageNameFault],
  ["secret-template", templateFault],
  ["folder-path", folderFault],
]);

const validators = new Map<FileKind, ValidateFunction>();

/** Checks a value against the shape of its kind, and fills in the defaults in place. Gives every fault ajv finds. */
export function shapeErrors(kind: FileKind, value: unknown): ErrorObject[] {
  const validate = validators.get(kind) ?? compiled(kind);
  return validate(value) ? [] : (validate.errors ?? []);
}

// Compiled when first asked for: a command that reads no card should not wait for its validator.
function compiled(kind: FileKind): ValidateFunction {
  const formats: Record<string, (text: string) => boolean> = {};
  for (const [name, fault] of FORMATS) formats[name] = (text) => fault(text) === undefined;
  const validate = compileShape(kind, SHAPES[kind], formats);
  validators.set(kind, validate);
  return validate;
}
