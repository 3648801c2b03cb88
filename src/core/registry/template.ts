import { shown } from "../yaml/problem.ts";
import type { Fault } from "./fault.ts";

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Names that GitHub sets in a job: a token of ours must not leave in somebody's header. Case is no difference on Windows. */
const RESERVED = /^(?:GITHUB|ACTIONS|RUNNER|INPUT)_/i;

/** The names of the environment variables that a credential's value uses, each once, in order. */
export function templateVariables(template: string): string[] {
  return [...new Set([...template.matchAll(VARIABLE)].map((found) => found[1] ?? ""))];
}

/** A credential's value with its variables filled in. Every variable must be in `values`. */
export function filled(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(VARIABLE, (_, name: string) => values.get(name) ?? "");
}

/** Why a text can't be a credential's value (DESIGN §3). The text itself is never shown: it may be a secret. */
export function templateFault(text: string): Fault | undefined {
  const names = templateVariables(text);
  if (text.replace(VARIABLE, "").includes("${")) {
    return {
      what: "a variable is written ${NAME}: letters, digits and underscores, without a default",
      instead: 'write "${NAME}", and set NAME where toolcard runs',
    };
  }
  const reserved = names.find((name) => RESERVED.test(name));
  if (reserved !== undefined) {
    return {
      what: `${shown(reserved)} is a variable of GitHub's own, and may hold its token`,
      instead: "write a variable that does not start with GITHUB_, ACTIONS_, RUNNER_ or INPUT_",
    };
  }
  if (/[^\x20-\x7e]/.test(text)) {
    return {
      what: "a value here has printable ASCII characters only",
      instead: "put the rest into the variable, or take it out",
    };
  }
  if (names.length === 0) {
    return {
      what: "a secret in this file is no secret",
      instead: 'write "${NAME}" for it, and set NAME where toolcard runs',
    };
  }
  return undefined;
}
