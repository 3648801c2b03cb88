import { shown } from "../yaml/problem.ts";
import type { Fault } from "./fault.ts";

const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Names as the two registries take them whose clients would read anything else as a URL, a path or a tag. */
const NAMES: ReadonlyMap<string, RegExp> = new Map([
  ["npm", /^(@[A-Za-z0-9~-][A-Za-z0-9._~-]*\/)?[A-Za-z0-9~][A-Za-z0-9._~-]*$/],
  ["pypi", /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/],
]);

/** Why a text is not one exact version: a tag like `latest` and a range give another program tomorrow. */
export function versionFault(text: string): Fault | undefined {
  const exact = /^(v?\d[0-9A-Za-z.+_!-]*|sha256:[0-9a-f]{64})$/.test(text);
  if (exact && !/(^|\.)[xX](\.|$)/.test(text)) return undefined;
  const what =
    text === "latest" ? "latest is another version tomorrow" : `${shown(text)} is not one exact version`;
  return { what, instead: "write the exact version, as 1.4.0" };
}

/** Why a text can't be a package's name: it would be an option, or two words, to the program that starts it. */
export function packageNameFault(text: string): Fault | undefined {
  if (/^[!-,.-~][!-~]*$/.test(text)) return undefined;
  const what = `${shown(text)} is no name of a package`;
  return {
    what,
    instead: "write the name as the registry has it, without blanks and not starting with a dash",
  };
}

/** Why a name or version is not one of its kind of registry; nothing for kinds that have no rule of their own. */
export function packageFault(
  registryType: string,
  field: "identifier" | "version",
  text: string,
): Fault | undefined {
  if (field === "version") {
    if (registryType !== "npm" || SEMVER.test(text) || versionFault(text) !== undefined) return undefined;
    return { what: `${shown(text)} is a range to npm`, instead: "write all three numbers, as 1.4.0" };
  }
  const name = NAMES.get(registryType);
  if (name === undefined || name.test(text) || packageNameFault(text) !== undefined) return undefined;
  const what = `${shown(text)} is no name of a package in ${registryType}`;
  return { what, instead: "write the package's name alone: no version, URL or path" };
}
