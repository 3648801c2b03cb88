import type { UnreadableServer, UnreadableWhy } from "../drift/choose.ts";
import { quote, say, words, type Phrase } from "./phrase.ts";

const DETAIL_LIMIT = 300;

/** What to tell people about a server that could not be read: one text for each reason. */
export const UNREADABLE_WORDS: Readonly<Record<UnreadableWhy, string>> = {
  unreachable: "No connection could be made. Nothing is known about its tools, and its card stays as it is.",
  timeout: "It did not answer in time. Nothing is known about its tools, and its card stays as it is.",
  "auth-required":
    "It asks for credentials that it was not given, or refuses those it was given. Check `readAs.credential` and `credentials` in toolcard.yaml.",
  "rate-limited": "It says that it was asked too often. Read it again later; its card stays as it is.",
  "server-error":
    "It answered with an error of its own. That is an outage, not a change; its card stays as it is.",
  "not-found":
    "There is nothing at its address. If the server has moved, a person must change the card's address.",
  redirected:
    "It points to another address. toolcard does not follow: if the server has moved, a person must change the card's address.",
  "not-mcp": "What answers there does not speak MCP: no list of tools came back. Its card stays as it is.",
  negotiation:
    "No protocol version could be agreed on. Check `readAs.protocolVersion`; the card stays as it is.",
  "too-large":
    "Its tool list is larger than toolcard reads. Nothing of it is believed; its card stays as it is.",
  "bad-cursor": "The pages of its tool list never end or contradict each other. Nothing of it is believed.",
  incomplete:
    "It says that what it lists is not the whole list. Nothing of it is believed; its card stays as it is.",
  exited: "The command ended before it listed its tools. Its card stays as it is.",
  unstable:
    "Two readings in one run gave different lists. Nothing of them is believed; its card stays as it is.",
  "not-allowed":
    "It is a command or a package, which is code, and was not started: nothing allows it here (`--allow-commands`, `scan.allowCommands`), or a secret is set that it could read.",
  "missing-credential": "The credential that it is read with is not set here. It was not contacted.",
  "wrong-address":
    "The credential that its card names is bound to another address. It was not sent, and the server was not contacted.",
  unsupported:
    "It is a kind of package that toolcard can't start. Run it yourself, and name its URL or its command on the card.",
  "not-advertised":
    "It says that it has no tools at all. That is not believed to mean that every tool is gone; its card stays as it is.",
  "not-read": "There is no reading of it in the file of readings. Its card stays as it is.",
  "invalid-card":
    "Its card is invalid: `toolcard lint` says what is wrong. It was not read, and none of its tools is callable.",
  "other-address":
    "The reading is of another address than the card's. Nothing was compared: if the server has moved, a person must change the card's address.",
};

/** A server that could not be read, why, and what came back. */
export function unreadableWords({ server, why, detail = "" }: UnreadableServer): Phrase {
  const said = detail === "" ? [] : say` What came back: ${quote(detail, DETAIL_LIMIT)}`;
  return say`${server} (${words(why)}). ${words(UNREADABLE_WORDS[why])}${said}`;
}
