import { describe, expect, it } from "vitest";

import type { Package } from "../../src/core/registry/card.ts";
import { environmentOf, packageProgram } from "../../src/live/program.ts";

const named = (name: string, value?: string) =>
  ({ type: "named", name, ...(value !== undefined && { value }) }) as const;
const positional = (value: string) => ({ type: "positional", value }) as const;
const card = (
  registryType: Package["registryType"],
  identifier: string,
  more: Partial<Package> = {},
): Package => ({
  registryType,
  identifier,
  version: "1.4.0",
  packageArguments: [],
  runtimeArguments: [],
  environmentVariables: [],
  ...more,
});

/** The whole command line of a package. */
const LINES = [
  [card("npm", "@acme/claims"), "npx -y @acme/claims@1.4.0"],
  [
    card("npm", "claims", { packageArguments: [named("--port", "80"), positional("x y"), named("--quiet")] }),
    "npx -y claims@1.4.0 --port 80 x y --quiet",
  ],
  [
    card("npm", "claims", { runtimeArguments: [named("--node-options", "--no-warnings")] }),
    "npx -y --node-options --no-warnings claims@1.4.0",
  ],
  [card("npm", "claims", { registryBaseUrl: "https://registry.npmjs.org/" }), "npx -y claims@1.4.0"],
  [
    card("npm", "claims", { registryBaseUrl: "https://npm.example.com" }),
    "npx -y --registry https://npm.example.com claims@1.4.0",
  ],
  [card("pypi", "claims_mcp"), "uvx claims_mcp@1.4.0"],
  [
    card("pypi", "claims", {
      registryBaseUrl: "https://py.example.com/simple",
      runtimeArguments: [named("--python", "3.13")],
    }),
    "uvx --default-index https://py.example.com/simple --python 3.13 claims@1.4.0",
  ],
  [card("oci", "acme/claims"), "docker run -i --rm --name NAME acme/claims:1.4.0"],
  [
    card("oci", "acme/claims", { registryBaseUrl: "https://docker.io" }),
    "docker run -i --rm --name NAME acme/claims:1.4.0",
  ],
  [
    card("oci", "acme/claims", { registryBaseUrl: "https://ghcr.io" }),
    "docker run -i --rm --name NAME ghcr.io/acme/claims:1.4.0",
  ],
  [
    card("oci", "ghcr.io/acme/claims", { registryBaseUrl: "https://ghcr.io" }),
    "docker run -i --rm --name NAME ghcr.io/acme/claims:1.4.0",
  ],
  [
    card("oci", "acme/claims", { version: `sha256:${"0".repeat(64)}` }),
    `docker run -i --rm --name NAME acme/claims@sha256:${"0".repeat(64)}`,
  ],
  [
    card("oci", "acme/claims", {
      runtimeArguments: [named("--network", "none")],
      packageArguments: [positional("serve")],
      environmentVariables: [{ name: "API_KEY" }, { name: "MODE", value: "demo" }, { name: "UNSET" }],
    }),
    "docker run -i --rm --name NAME -e API_KEY -e MODE --network none acme/claims:1.4.0 serve",
  ],
] as const;

describe("a package", () => {
  it.each(LINES)("is started by its line (%#)", (wanted, line) => {
    const env = { PATH: "/bin", API_KEY: "k", MODE: "demo" };
    const program = packageProgram(wanted, env, "NAME");
    expect("command" in program && [program.command, ...program.args].join(" ")).toBe(line);
    expect(program).toMatchObject({ env });
  });

  it.each([
    card("npm", "-c"),
    card("npm", "--package=evil"),
    card("npm", "../evil"),
    card("npm", "git+ssh://evil"),
    card("npm", "a b"),
    card("npm", "@acme/claims@1"),
    card("npm", "claims", { version: "latest" }),
    card("npm", "claims", { version: "^1.0.0" }),
    card("npm", "claims", { version: "1.0.0 --evil" }),
    card("pypi", "--from"),
    card("pypi", "git+https://evil"),
    card("pypi", "claims", { version: "latest" }),
    card("oci", "--privileged"),
    card("oci", "acme/claims", { version: "x --privileged" }),
    card("nuget", "Claims"),
    card("mcpb", "https://example.com/claims.mcpb"),
    card("npm", "claims", { version: "1" }),
  ])("that is no name and version of its kind is not started (%#)", (wanted) => {
    expect(packageProgram(wanted, {}, "NAME")).toEqual({ detail: expect.any(String) });
  });
});

describe("the environment of a program", () => {
  it("has what the card and the credential name, the credential last", () => {
    const own = { HOME: "/home/x", PATH: "/bin", SHELL: "() { :; }", SECRET: "s" };
    const variables = [{ name: "MODE", value: "demo" }, { name: "KEY" }, { name: "HOME", value: "/tmp" }];
    expect(environmentOf(own, variables, { KEY: "k" })).toEqual({
      HOME: "/tmp",
      PATH: "/bin",
      MODE: "demo",
      KEY: "k",
    });
  });
});
