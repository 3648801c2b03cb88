// patternErrorMessage is what editors show (VS Code, yaml-language-server); our own problems say the same.

/** What every published schema says of itself: the dialect that ajv and editors read. */
export const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const NAME = "^(?!.*\\.lock$)[a-z0-9]+([._-][a-z0-9]+)*$";
const LONGEST_NAME = 63;

/** The name of a server, agent, job or credential; of the first two it is also the file's name (DESIGN §3). */
export function nameShape<const Words extends string>(description: Words) {
  return {
    type: "string",
    maxLength: LONGEST_NAME,
    pattern: NAME,
    patternErrorMessage:
      "write small letters and digits, in parts joined by single dots, dashes or underscores; not ending in .lock",
    description,
  } as const;
}

/** Whether a text is a name by the same rule. */
export function isName(text: string): boolean {
  return text.length <= LONGEST_NAME && new RegExp(NAME).test(text);
}

/** A SHA-256 digest as toolcard prints it. */
export function digestShape<const Words extends string>(description: Words) {
  return {
    type: "string",
    pattern: "^sha256:[0-9a-f]{64}$",
    patternErrorMessage: "write sha256: and 64 digits of 0-9 and a-f, as toolcard prints it",
    description,
  } as const;
}

/** A card's id: a UUID in lower case, so that equal ids are equal texts. */
export function idShape<const Words extends string>(description: Words) {
  return {
    type: "string",
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    patternErrorMessage: "write a UUID in small letters, as 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
    description,
  } as const;
}

/** The name of a tool: any text, compared code point by code point. */
export function toolNameShape<const Words extends string>(description: Words) {
  return { type: "string", minLength: 1, description } as const;
}

/** A revision of a card: a whole number from 1. */
export function revisionShape<const Words extends string>(description: Words) {
  return { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description } as const;
}

/** The name of an environment variable, by POSIX. */
export function variableShape<const Words extends string>(description: Words) {
  return {
    type: "string",
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    patternErrorMessage: "write letters, digits and underscores; not a digit first",
    description,
  } as const;
}

/** The name of a header: a token of RFC 9110 §5.6.2. */
export function headerShape<const Words extends string>(description: Words) {
  return {
    type: "string",
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    patternErrorMessage: "write a header's name: letters, digits and dashes, without blanks or a colon",
    description,
  } as const;
}
