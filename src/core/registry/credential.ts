import { own, put } from "../json/value.ts";
import { sorted } from "../json/order.ts";
import { connectionDigest } from "./address.ts";
import type { Card, Connection } from "./card.ts";
import type { Credential, Settings } from "./settings.ts";
import { filled, templateVariables } from "./template.ts";

/** What to send with a reading: header values for a remote, variables for a package or command. */
export interface Secrets {
  readonly ok: true;
  readonly headers: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** Why a card's credential can't be sent. It names variables, never what is in them. */
export type CredentialFailure = { readonly ok: false; readonly credential: string } & (
  | MissingCredential
  | Misplaced
);

type MissingCredential = { readonly reason: "missing-credential" } & (
  | { readonly why: "not-in-settings" }
  /** `unset` or empty; `unsendable`: it holds a character that a header or a variable can't, as a line end. */
  | { readonly why: "unset" | "unsendable"; readonly variables: readonly string[] }
);

/** A credential that is not for this connection; `boundTo` and `found` are URLs or digests of connections. */
export type Misplaced = { readonly reason: "wrong-address" } & (
  | { readonly why: "bound-elsewhere"; readonly boundTo: string; readonly found: string }
  /** The connection does not name this variable as a secret, and a server gets only what is named. */
  | { readonly why: "variable-not-named"; readonly variable: string }
);

/**
 * What to send to a card's server: the credential that its `readAs` names, filled in from the environment, if the
 * settings bind it to this very place (DESIGN §3). A card that names none sends nothing. Where one part fails, nothing
 * is sent.
 */
export function credentialFor(
  settings: Settings,
  card: Card,
  variables: Readonly<Record<string, string | undefined>>,
): Secrets | CredentialFailure {
  const headers: Record<string, string> = {};
  const environment: Record<string, string> = {};
  const credential = card.readAs?.credential;
  if (credential === undefined) return { ok: true, headers, environment };
  const parts = settings.credentials.filter((part) => part.id === credential);
  if (parts.length === 0)
    return { ok: false, credential, reason: "missing-credential", why: "not-in-settings" };
  for (const part of parts) {
    const misplaced = whyMisplaced(part, card);
    if (misplaced !== undefined) return { ok: false, credential, ...misplaced };
    const value = valueOf(part, variables);
    if (typeof value !== "string") return { ok: false, credential, ...value };
    if ("header" in part) put(headers, part.header, value);
    else put(environment, part.environmentVariable, value);
  }
  return { ok: true, headers, environment };
}

/** The names of all environment variables that some credential takes its value from, sorted. */
export function credentialVariables(settings: Settings): string[] {
  return sorted(new Set(settings.credentials.flatMap((part) => templateVariables(part.value))));
}

/** Why a credential must not be sent to a connection; undefined when it is bound to it. */
export function whyMisplaced(part: Credential, connection: Connection): Misplaced | undefined {
  const found = connection.remote?.url ?? connectionDigest(connection);
  if ("address" in part) {
    if (connection.remote !== undefined && covers(part.address, found)) return undefined;
    return { reason: "wrong-address", why: "bound-elsewhere", boundTo: part.address, found };
  }
  if (connection.remote !== undefined || part.connection !== found) {
    return { reason: "wrong-address", why: "bound-elsewhere", boundTo: part.connection, found };
  }
  const { environmentVariables } = connection.package ?? connection.command;
  const variable = part.environmentVariable;
  if (environmentVariables.some(({ name, isSecret }) => name === variable && isSecret === true))
    return undefined;
  return { reason: "wrong-address", why: "variable-not-named", variable };
}

/** Whether a URL is one that a credential's address covers: the same, or whole path segments under it. */
export function covers(address: string, url: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(url)) return false;
  const bound = new URL(address);
  const at = new URL(url);
  // Not `origin`: it leaves the user information out, and is "null" for odd schemes.
  if (bound.protocol !== at.protocol || bound.host !== at.host) return false;
  if (bound.username + bound.password + at.username + at.password !== "") return false;
  if (bound.pathname === at.pathname) return true;
  const folder = bound.pathname.endsWith("/") ? bound.pathname : `${bound.pathname}/`;
  // A server may decode `%2f`, or take `..;` for `..`, and so leave the folder that the URL seems to be in.
  const rest = at.pathname.slice(folder.length);
  return at.pathname.startsWith(folder) && !/%2f|%5c|%00|(?:^|\/)(?:\.|%2e){2}/i.test(rest);
}

function valueOf(
  part: Credential,
  variables: Readonly<Record<string, string | undefined>>,
): string | MissingCredential {
  const values = new Map<string, string>();
  const unset: string[] = [];
  for (const name of templateVariables(part.value)) {
    const value = own(variables, name);
    // GitHub Actions sets a secret that does not exist to the empty text.
    if (typeof value === "string" && value !== "") values.set(name, value);
    else unset.push(name);
  }
  if (unset.length > 0) return { reason: "missing-credential", why: "unset", variables: unset };
  // The transport would quote the value in its error.
  const allowed = "header" in part ? /^[\t\x20-\x7e\x80-\xff]*$/ : /^[^\0]*$/;
  const unsendable = [...values].filter(([, value]) => !allowed.test(value)).map(([name]) => name);
  if (unsendable.length > 0)
    return { reason: "missing-credential", why: "unsendable", variables: unsendable };
  return filled(part.value, values);
}
