import type { Address } from "../core/reading/reading.ts";

/** A server behind a URL. */
export interface Remote {
  readonly type: "streamable-http" | "sse";
  readonly url: string;
}

/** An argument of a package or of what runs it, as in the MCP registry's server.json. */
export type Argument =
  | { readonly type: "named"; readonly name: string; readonly value?: string | undefined }
  | { readonly type: "positional"; readonly value: string };

/** A variable of a command's or package's environment: with a value, or given by a credential. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string | undefined;
}

/** A server in a package registry. */
export interface Package {
  readonly registryType: string;
  readonly registryBaseUrl?: string | undefined;
  readonly identifier: string;
  readonly version: string;
  readonly packageArguments: readonly Argument[];
  readonly runtimeArguments: readonly Argument[];
  readonly environmentVariables: readonly EnvironmentVariable[];
}

/** A server that is started by a command. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly environmentVariables: readonly EnvironmentVariable[];
}

/** How to reach a server. */
export type Connection =
  | { readonly remote: Remote; readonly package?: never; readonly command?: never }
  | { readonly package: Package; readonly remote?: never; readonly command?: never }
  | { readonly command: Command; readonly remote?: never; readonly package?: never };

/** The part of a connection that says where the server is; URLs as the WHATWG serializer writes them. */
export function addressOf(connection: Connection): Address {
  if (connection.remote !== undefined) {
    const { type, url } = connection.remote;
    return { type, url: serialized(url) };
  }
  if (connection.package !== undefined) {
    const { registryType, registryBaseUrl, identifier } = connection.package;
    if (registryBaseUrl === undefined) return { registryType, identifier };
    return { registryType, registryBaseUrl: serialized(registryBaseUrl), identifier };
  }
  return { command: connection.command.command, args: connection.command.args };
}

function serialized(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}
