import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** What checks a value of a format. */
export type Formats = Readonly<Record<string, (text: string) => boolean>>;

/** How shapes are compiled, here and when the Action is bundled with its validators ready-made. */
export const AJV_OPTIONS = {
  // A test checks the shapes; compiling the meta-schema would take longer than compiling them.
  validateSchema: false,
  allErrors: true,
  verbose: true,
  // Ours say what is wrong in their own words.
  messages: false,
  useDefaults: true,
  discriminator: true,
  allowUnionTypes: true,
  keywords: ["patternErrorMessage"],
};

/** Compiles the shape of one kind of file. */
export function compileShape(_kind: string, shape: object, formats: Formats): ValidateFunction {
  return new Ajv2020({ ...AJV_OPTIONS, formats }).compile(shape);
}
