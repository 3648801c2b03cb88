import { isObject, own } from "../json/value.ts";
import { say, value, words, type Phrase } from "./phrase.ts";
import type { Sentence, Told } from "./sentence.ts";
import { valueChange } from "./value-change.ts";

/** Words for changes of a card as a whole; the sentence begins with "This card". */
export const CARD_SENTENCES = {
  "address-changed": (told: Told) => ({
    lead: words("points to another server"),
    more: say`every grant on it will now go to ${addressWords(told.change.after)}, was ${addressWords(told.change.before)}`,
  }),
  "package-version-changed": card("names another version of its package"),
  "connection-changed": card("is connected to in another way"),
  "read-as-changed": card("is to be read in another way"),
  "identity-changed": card("has another id: it is another card, and every grant on it is newly given"),
  "server-renamed": card("belongs to a server with another name"),
  "suspended-added": card("is suspended: no tool on it may be called"),
  "suspended-removed": (told: Told) => ({
    lead: words("is no longer suspended: its tools may be called again"),
    more: say`the reason was ${value(told.change.before)}`,
  }),
  "suspended-changed": card("gives another reason why it is suspended"),
  "retired-added": card("records one more name as retired"),
  "retired-removed": card("no longer records a name as retired"),
  "declined-changed": card("records other forms of tools as declined"),
  "card-wording-changed": card("has other words about itself"),
  "protocol-version-changed": card("was read in another version of the protocol"),
} as const;

function card(lead: string): (told: Told) => Sentence {
  return (told) => ({ lead: words(lead), more: valueChange(told.change.before, told.change.after) });
}

/** Where a server is, in one name: its URL, its package, its command. */
export function addressWords(address: unknown): Phrase {
  if (!isObject(address)) return value(address);
  const place = own(address, "url") ?? own(address, "identifier");
  return value(typeof place === "string" ? place : address);
}
