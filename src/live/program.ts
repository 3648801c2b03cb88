import type { Argument, Command, EnvironmentVariable, Package } from "../core/registry/card.ts";
import { packageFault, packageNameFault, versionFault } from "../core/registry/package-rules.ts";

/** A program to start, without a shell, for a command or package. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment it gets. */
  readonly env: Readonly<Record<string, string>>;
  /** The container it starts, which killing the program would leave running. */
  readonly container?: string;
}

/** Why a package is not started. */
export interface NoProgram {
  readonly detail: string;
}

// What a program can't start without; the SDK's stdio transport hands on the same six.
const INHERITED = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

/**
 * What a child process gets to see: what no program starts without, what the card names with a value, and what the
 * credential gives. Nothing else of toolcard's own environment.
 */
export function environmentOf(
  own: Readonly<Record<string, string | undefined>>,
  variables: readonly EnvironmentVariable[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of INHERITED) {
    const value = own[name];
    // A shell function exported by an old bash.
    if (value !== undefined && !value.startsWith("()")) env[name] = value;
  }
  for (const { name, value } of variables) if (value !== undefined) env[name] = value;
  return Object.assign(env, given);
}

/** The program of a command card. */
export function commandProgram({ command, args }: Command, env: Readonly<Record<string, string>>): Program {
  return { command, args, env };
}

/**
 * The program that starts a package, by its kind of registry: `npx`, `uvx` or `docker run`, as the MCP registry's
 * server.json means it (docs/reference/server-json, schema 2025-12-11).
 * @param container a name for the container, if it is one, that nothing else has
 */
export function packageProgram(
  card: Package,
  env: Readonly<Record<string, string>>,
  container: string,
): Program | NoProgram {
  const starter = Object.hasOwn(STARTERS, card.registryType) ? STARTERS[card.registryType] : undefined;
  if (starter === undefined) return { detail: `packages of ${card.registryType} are not started` };
  const { registryType, identifier, version } = card;
  // A card was checked when it was read; a caller's own package was not, and npx takes a URL or an option as well.
  const fault =
    packageNameFault(identifier) ??
    packageFault(registryType, "identifier", identifier) ??
    versionFault(version) ??
    packageFault(registryType, "version", version);
  return fault === undefined ? starter(card, env, container) : { detail: fault.what };
}

type Starter = (card: Package, env: Program["env"], container: string) => Program;

const STARTERS: Readonly<Record<Package["registryType"], Starter | undefined>> = {
  // npx takes its options before the package, and gives the package all that follows.
  npm: (card, env) => ({
    command: "npx",
    args: [
      "-y",
      ...registryOption(card, "--registry", "https://registry.npmjs.org"),
      ...words(card.runtimeArguments),
      `${card.identifier}@${card.version}`,
      ...words(card.packageArguments),
    ],
    env,
  }),
  // docs.astral.sh/uv/guides/tools: `command@version` is exactly that version.
  pypi: (card, env) => ({
    command: "uvx",
    args: [
      ...registryOption(card, "--default-index", "https://pypi.org"),
      ...words(card.runtimeArguments),
      `${card.identifier}@${card.version}`,
      ...words(card.packageArguments),
    ],
    env,
  }),
  oci: (card, env, container) => ({
    command: "docker",
    args: [
      "run",
      "-i",
      "--rm",
      "--name",
      container,
      // By name alone: a value on the command line is readable by everyone on the machine.
      ...namedVariables(card, env).flatMap((name) => ["-e", name]),
      ...words(card.runtimeArguments),
      imageOf(card),
      ...words(card.packageArguments),
    ],
    env,
    container,
  }),
  nuget: undefined,
  mcpb: undefined,
};

function words(list: readonly Argument[]): string[] {
  return list.flatMap((argument) => {
    if (argument.type === "positional") return [argument.value];
    return argument.value === undefined ? [argument.name] : [argument.name, argument.value];
  });
}

function registryOption(card: Package, option: string, usual: string): string[] {
  const url = card.registryBaseUrl;
  return url === undefined || url.replace(/\/+$/, "") === usual ? [] : [option, url];
}

function namedVariables(card: Package, env: Program["env"]): string[] {
  return card.environmentVariables.map(({ name }) => name).filter((name) => Object.hasOwn(env, name));
}

function imageOf({ identifier, version, registryBaseUrl }: Package): string {
  const host =
    registryBaseUrl !== undefined && URL.canParse(registryBaseUrl) ? new URL(registryBaseUrl).host : "";
  const image =
    host === "" || host === "docker.io" || identifier.startsWith(`${host}/`)
      ? identifier
      : `${host}/${identifier}`;
  return version.startsWith("sha256:") ? `${image}@${version}` : `${image}:${version}`;
}
