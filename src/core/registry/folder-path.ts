import { shown } from "../yaml/problem.ts";
import type { Fault } from "./fault.ts";

/** Why a text can't be the path of a folder inside the repository. */
export function folderFault(text: string): Fault | undefined {
  const steps = tidy(text).split("/");
  const leaves = text.startsWith("/") || /^[A-Za-z]:/.test(text) || steps.includes("..");
  if (leaves)
    return {
      what: `${shown(text)} leads out of the repository`,
      instead: "write a path inside it, as registry/",
    };
  const odd =
    /[\\\p{C}]/u.test(text) || (tidy(text) !== "" && steps.some((step) => step === "" || step === "."));
  if (!odd && text !== "") return undefined;
  return {
    what: `${shown(text)} is no path of a folder`,
    instead: "write names with single slashes, as registry/",
  };
}

/** A folder's path without `./` before it and the slash after it; empty for the repository itself. */
export function tidy(path: string): string {
  return path.replace(/^\.(?:\/|$)/, "").replace(/\/$/, "");
}
