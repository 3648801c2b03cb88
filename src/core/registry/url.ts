import { shown } from "../yaml/problem.ts";
import type { Fault } from "./fault.ts";

/** Whether a URL's host is this machine: there, http needs no certificate. */
function isLoopback(url: URL): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** A URL as the WHATWG serializer writes it, which is how URLs are compared; a text that is no URL stays as it is. */
export function serialized(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

/** Why a text can't be a server's URL (DESIGN §3): https, or http on loopback; no user information, no fragment. */
export function urlFault(text: string): Fault | undefined {
  // The parser would drop or turn these, and a reviewer would read another URL than the one that is used.
  if (/[^!-~]|\\/.test(text)) {
    const instead = URL.canParse(text) ? `write ${shown(new URL(text).href)}` : "write https://host/path";
    return { what: "a URL has visible ASCII characters only, no backslash", instead };
  }
  if (!URL.canParse(text)) return { what: `${shown(text)} is not a URL`, instead: "write https://host/path" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return { what: `${shown(url.protocol)} is not https`, instead: "write a URL that starts with https://" };
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    return { what: "http is not encrypted", instead: "write https://; http is for loopback only" };
  }
  if (url.username !== "" || url.password !== "") {
    const instead = "take it out, and bind the secret in credentials of toolcard.yaml";
    return { what: "a URL here has no user information", instead };
  }
  if (text.includes("#"))
    return { what: "a URL here has no fragment", instead: "take out # and all after it" };
  return variableFault(text);
}

/** Why a text can't be the URL of a credential or of a package registry: as a server's, and without a query. */
export function baseUrlFault(text: string): Fault | undefined {
  const fault = urlFault(text);
  if (fault !== undefined || !text.includes("?")) return fault;
  return { what: "a URL here has no query", instead: "take out ? and all after it" };
}

/** Why a text can't stand in a connection: it is used as it is written, so a variable in it would stay a word. */
export function variableFault(text: string): Fault | undefined {
  if (text.includes("\0")) {
    return { what: "a NUL character ends a text in every program", instead: "take out the NUL character" };
  }
  const variable = /\$\{[A-Za-z_][^{}\s]*\}/.exec(text)?.[0];
  if (variable === undefined) return undefined;
  const what = `${shown(variable)} is not filled in here`;
  return { what, instead: "write the value; a secret goes into credentials of toolcard.yaml" };
}
