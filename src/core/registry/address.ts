import { digestOf, type Digest } from "../json/canonical.ts";
import { sortedBy } from "../json/order.ts";
import type { Address } from "../reading/reading.ts";
import { normalTool } from "../tool/normal.ts";
import type { Tool } from "../tool/tool.ts";
import type { Card, Connection } from "./card.ts";
import { serialized } from "./url.ts";

/** The part of a connection that says where the server is; URLs as the WHATWG serializer writes them. */
export function addressOf(connection: Connection): Address {
  if (connection.remote !== undefined) {
    return { type: connection.remote.type, url: serialized(connection.remote.url) };
  }
  if (connection.package !== undefined) {
    const { registryType, registryBaseUrl, identifier } = connection.package;
    if (registryBaseUrl === undefined) return { registryType, identifier };
    return { registryType, registryBaseUrl: serialized(registryBaseUrl), identifier };
  }
  return { command: connection.command.command, args: connection.command.args };
}

/** Whether two addresses are the same, compared exactly (DESIGN §4): nothing is guessed, no default is filled in. */
export function sameAddress(left: Address, right: Address): boolean {
  return compared(left) === compared(right);
}

function compared(address: Address): string {
  if ("url" in address) return JSON.stringify(["remote", address.type, serialized(address.url)]);
  if ("command" in address) return JSON.stringify(["command", address.command, ...address.args]);
  const { registryType, identifier, registryBaseUrl } = address;
  const base = registryBaseUrl === undefined ? null : serialized(registryBaseUrl);
  return JSON.stringify(["package", registryType, base, identifier]);
}

/** An address in one line, for people. It is not escaped for any format. */
export function addressText(address: Address): string {
  if ("url" in address) return address.type === "sse" ? `${address.url} (sse)` : address.url;
  if ("command" in address) return [address.command, ...address.args].map(word).join(" ");
  const { registryType, identifier, registryBaseUrl } = address;
  return `${registryType}:${identifier}${registryBaseUrl === undefined ? "" : ` from ${registryBaseUrl}`}`;
}

function word(text: string): string {
  return /^[!#%+,./0-9:=@A-Z^_a-z~-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The connection of a card alone, without the rest of the card. */
export function connectionOf(card: Connection): Connection {
  if (card.remote !== undefined) return { remote: card.remote };
  return card.package === undefined ? { command: card.command } : { package: card.package };
}

/** The digest of a whole connection: what a credential for a package or command is bound to. */
export function connectionDigest(connection: Connection): Digest {
  return digestOf(connectionOf(connection));
}

/**
 * The digest of a card's normal form (DESIGN §3, Digests): tools by name, `required`, `enum` and `type` sorted, its own
 * title, description and notes left out.
 */
export function cardDigest(card: Card): Digest {
  const { title: _title, description: _description, notes: _notes, ...rest } = card;
  return digestOf({ ...rest, tools: normalTools(card.tools) });
}

/** Tools in normal form, by name: two lists that differ in order alone have the same one. */
export function normalTools(tools: readonly Tool[]): Tool[] {
  return sortedBy(tools, (tool) => tool.name).map((tool) => normalTool(tool));
}
