import type { Digest } from "../json/canonical.ts";
import type { ReadAs } from "../reading/reading.ts";
import type { Tool } from "../tool/tool.ts";
import { parseFile, type Parsed } from "./parse.ts";
import { cardFaults } from "./rules.ts";
import type { cardFields } from "./shape-card.ts";
import type { commandShape, packageShape, remoteShape } from "./shape-connection.ts";
import type { Typed } from "./typed.ts";

/** A server behind a URL. `http` in the file is `streamable-http` here. */
export type Remote = Omit<Typed<typeof remoteShape>, "type"> & { readonly type: "streamable-http" | "sse" };

/** A server in a package registry, as in the MCP registry's server.json. */
export type Package = Typed<typeof packageShape>;

/** An argument of a package or of what runs it. */
export type Argument = Package["packageArguments"][number];

/** A server that is started by a command. */
export type Command = Typed<typeof commandShape>;

/** A variable of a command's or package's environment: with a value, or secret and given by a credential. */
export type EnvironmentVariable = Command["environmentVariables"][number];

/** How to reach a server: all of `remote`, `package` or `command` (DESIGN §2). */
export type Connection =
  | { readonly remote: Remote; readonly package?: never; readonly command?: never }
  | { readonly package: Package; readonly remote?: never; readonly command?: never }
  | { readonly command: Command; readonly remote?: never; readonly package?: never };

/** A live form of a tool that a reviewer said no to. */
interface Declined {
  readonly name: string;
  readonly digest: Digest;
}

/** The published record of one server: identity, connection, and the tools that may be granted (DESIGN §3). */
export type Card = Omit<
  Typed<typeof cardFields>,
  "remote" | "package" | "command" | "readAs" | "tools" | "declined"
> & {
  readonly readAs?: ReadAs;
  readonly tools: readonly Tool[];
  readonly declined?: readonly Declined[];
} & Connection;

type CardAsWritten = Omit<Card, "remote"> & { readonly remote?: Typed<typeof remoteShape> };

/**
 * Reads a card file: YAML as `readYaml` takes it, by the shape in schemas/card.json and the rules of DESIGN §3. All
 * problems are given at once, each with its place; `file` is the name they give. That the file's name is the server's is
 * a rule of the registry, see `readRegistry`. It never throws.
 */
export function parseCard(bytes: Uint8Array | string, file: string): Parsed<Card> {
  const found = parseFile<CardAsWritten>(bytes, "card", file, cardFaults);
  if (!found.ok) return found;
  const { remote } = found.value;
  if (remote?.type !== "http") return { ...found, value: found.value as Card };
  return { ...found, value: { ...found.value, remote: { ...remote, type: "streamable-http" } } as Card };
}
