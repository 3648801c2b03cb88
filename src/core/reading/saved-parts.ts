import { isObject, own } from "../json/value.ts";
import type { Address, ReadAs } from "./reading.ts";

/** The time of a saved reading that has none: so old that nothing is granted on it. */
const UNKNOWN_TIME = "1970-01-01T00:00:00.000Z";

/** Takes a problem: at which JSON pointer, what is wrong, and what to write instead. */
export type Say = (pointer: string, what: string, instead: string) => void;

/** The server that a saved reading is of: its name in the registry. */
export function serverOf(value: unknown, pointer: string, say: Say): string {
  if (typeof value === "string" && value.length <= 63 && /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/.test(value)) {
    return value;
  }
  say(pointer, "this is no name of a server", "write the name it has in the registry");
  return "";
}

/** The address of a saved reading: a URL, or an object as it is printed. */
export function addressOf(value: unknown, pointer: string, say: Say): Address {
  const none = { type: "streamable-http", url: "" } as const;
  if (typeof value === "string") return { type: "streamable-http", url: urlOf(value, pointer, say) };
  if (!isObject(value)) {
    say(pointer, "this is no address", "write a URL, or an object as scan --json prints it");
    return none;
  }
  const text = (key: string): string => {
    const found = own(value, key);
    if (typeof found === "string" && found !== "") return found;
    say(`${pointer}/${key}`, `${key} is no text`, "write a text");
    return "";
  };
  if (Object.hasOwn(value, "type")) {
    const type = text("type");
    if (type !== "sse" && type !== "streamable-http" && type !== "http") {
      say(`${pointer}/type`, "this is no type of a remote", "write streamable-http or sse");
    }
    return {
      type: type === "sse" ? "sse" : "streamable-http",
      url: urlOf(text("url"), `${pointer}/url`, say),
    };
  }
  if (Object.hasOwn(value, "registryType")) {
    const base = Object.hasOwn(value, "registryBaseUrl") && { registryBaseUrl: text("registryBaseUrl") };
    return { registryType: text("registryType"), ...base, identifier: text("identifier") };
  }
  return { command: text("command"), args: textsOf(own(value, "args"), `${pointer}/args`, say) };
}

function urlOf(value: string, pointer: string, say: Say): string {
  if (!/^https?:\/\/[^\s]+$/.test(value))
    say(pointer, "this is no URL", "write one that begins with https:// or http://");
  return value;
}

/** Under what a saved reading was read; where it says nothing, without credential and capabilities. */
export function readAsOf(value: unknown, pointer: string, say: Say): ReadAs {
  if (value === undefined) return { capabilities: [] };
  if (!isObject(value)) {
    say(pointer, "readAs is no object", "write an object, or leave it out");
    return { capabilities: [] };
  }
  const optional = (key: "protocolVersion" | "credential"): Record<string, string> => {
    const found = own(value, key);
    if (typeof found === "string") return { [key]: found };
    if (found !== undefined) say(`${pointer}/${key}`, `${key} is no text`, "write a text");
    return {};
  };
  const capabilities = textsOf(own(value, "capabilities"), `${pointer}/capabilities`, say);
  return { ...optional("protocolVersion"), ...optional("credential"), capabilities };
}

function textsOf(value: unknown, pointer: string, say: Say): string[] {
  const list = value ?? [];
  if (Array.isArray(list) && list.every((item) => typeof item === "string")) return list;
  say(pointer, "this is no array of texts", "write an array of texts");
  return [];
}

const TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{1,9})?Z$/;

/** When a saved reading was read; `UNKNOWN_TIME` where it says nothing. */
export function timeOf(value: unknown, pointer: string, say: Say): string {
  if (value === undefined) return UNKNOWN_TIME;
  if (typeof value === "string" && TIME.test(value)) return value;
  say(pointer, "this is no time in UTC", "write it as 2026-11-30T09:00:00Z");
  return UNKNOWN_TIME;
}
