import type { Connection } from "./card.ts";

const PACKAGE = /^(npm|pypi|oci):(.+?)([@:])([^@:/]+)$/;

/**
 * The connection that the argument of `publish` means: a URL, or a package with its exact version as `npm:NAME@VERSION`,
 * `pypi:NAME@VERSION`, `oci:IMAGE:TAG`. Undefined when it is neither; whether it is a valid one the card's rules say.
 */
export function connectionTo(target: string, type: "streamable-http" | "sse"): Connection | undefined {
  if (/^https?:/i.test(target)) return { remote: { type, url: target, headers: [] } };
  const [, registryType, identifier, sign, version] = PACKAGE.exec(target) ?? [];
  if (identifier === undefined || version === undefined) return undefined;
  if ((registryType === "oci") !== (sign === ":")) return undefined;
  return {
    package: {
      registryType: registryType as "npm" | "pypi" | "oci",
      identifier,
      version,
      packageArguments: [],
      runtimeArguments: [],
      environmentVariables: [],
    },
  };
}
