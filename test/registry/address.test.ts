import { describe, expect, test } from "vitest";
import type { Address } from "../../src/core/reading/reading.ts";
import {
  addressOf,
  addressText,
  cardDigest,
  connectionDigest,
  sameAddress,
} from "../../src/core/registry/address.ts";
import type { Card, Command } from "../../src/core/registry/card.ts";

const http = (url: string): Address => ({ type: "streamable-http", url });
const npm = (identifier: string, registryBaseUrl?: string): Address =>
  registryBaseUrl === undefined
    ? { registryType: "npm", identifier }
    : { registryType: "npm", registryBaseUrl, identifier };
const node: Command = { command: "node", args: ["a b", "--x=1", ""], environmentVariables: [] };

describe("sameAddress", () => {
  test.each<[boolean, Address, Address]>([
    [true, http("https://a.example.com/mcp"), http("HTTPS://A.example.com:443/x/../mcp")],
    [true, http("https://a.example.com"), http("https://a.example.com/")],
    [false, http("https://a.example.com/mcp"), http("https://a.example.com/mcp/")],
    [false, http("https://a.example.com/mcp"), http("https://a.example.com/MCP")],
    [false, http("https://a.example.com/mcp"), http("https://a.example.com/mcp?x")],
    [false, http("https://a.example.com/mcp"), http("https://a.example.com:8443/mcp")],
    [false, http("https://a.example.com/mcp"), { type: "sse", url: "https://a.example.com/mcp" }],
    [true, npm("@acme/x"), npm("@acme/x")],
    [true, npm("x", "https://r.example.com"), npm("x", "https://r.example.com/")],
    [false, npm("x"), npm("X")],
    [false, npm("x"), { registryType: "pypi", identifier: "x" }],
    [false, npm("x"), npm("x", "https://registry.npmjs.org/")],
    [false, { command: "node", args: ["a", "b"] }, { command: "node", args: ["a b"] }],
    [false, { command: "node", args: ["a", "b"] }, { command: "node", args: ["b", "a"] }],
    [false, { command: "x", args: [] }, npm("x")],
  ])("is %s for %j and %j", (same, left, right) => {
    expect(sameAddress(left, right)).toBe(same);
    expect(sameAddress(right, left)).toBe(same);
  });

  test("compares what is no URL, or no whole text, as it stands", () => {
    expect(sameAddress(http("\uD800"), http("\uD800"))).toBe(true);
    expect(sameAddress(http("\uD800"), http("\uD801"))).toBe(false);
  });
});

describe("addressOf", () => {
  test("gives the part of a connection that says where", () => {
    expect(
      addressOf({ remote: { type: "sse", url: "https://A.example.com", headers: [{ name: "X" }] } }),
    ).toEqual({ type: "sse", url: "https://a.example.com/" });
    const pinned = { registryType: "npm", identifier: "x", version: "1.0.0" } as const;
    const lists = { packageArguments: [], runtimeArguments: [], environmentVariables: [] };
    expect(addressOf({ package: { ...pinned, ...lists } })).toEqual(npm("x"));
    expect(addressOf({ command: node })).toEqual({ command: "node", args: node.args });
  });
});

test("addressText says an address in one line", () => {
  expect(addressText(http("https://a.example.com/mcp"))).toBe("https://a.example.com/mcp");
  expect(addressText({ type: "sse", url: "https://a.example.com/mcp" })).toBe(
    "https://a.example.com/mcp (sse)",
  );
  expect(addressText(npm("@acme/x"))).toBe("npm:@acme/x");
  expect(addressText(npm("x", "https://r.example.com/"))).toBe("npm:x from https://r.example.com/");
  expect(addressText(addressOf({ command: node }))).toBe('node "a b" --x=1 ""');
});

describe("digests", () => {
  const card: Card = {
    id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
    server: "a",
    revision: 1,
    tools: [
      { name: "b", inputSchema: { required: ["x", "y"], enum: ["1", "2"] } },
      { name: "a", inputSchema: { type: ["string", "null"] }, title: "A" },
    ],
    command: node,
  };
  const turned: Card = {
    command: { environmentVariables: [], args: node.args, command: "node" },
    tools: [
      { title: "A", name: "a", inputSchema: { type: ["null", "string"] } },
      { name: "b", inputSchema: { enum: ["2", "1"], required: ["y", "x"] } },
    ],
    revision: 1,
    server: "a",
    id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
  };

  test("of a card: order and its own words make no difference, all else does", () => {
    const digest = cardDigest(card);
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(cardDigest(turned)).toBe(digest);
    expect(cardDigest({ ...card, title: "t", description: "d", notes: "n" })).toBe(digest);
    expect(cardDigest({ ...card, revision: 2 })).not.toBe(digest);
    expect(cardDigest({ ...card, suspended: "why" })).not.toBe(digest);
    expect(cardDigest({ ...card, tools: [] })).not.toBe(digest);
  });

  test("of a connection: the whole of it, and nothing else of the card", () => {
    const digest = connectionDigest(card);
    expect(connectionDigest({ command: node })).toBe(digest);
    expect(connectionDigest(turned)).toBe(digest);
    expect(connectionDigest({ command: { ...node, args: [] } })).not.toBe(digest);
    const variable = { name: "API_KEY", isSecret: true };
    expect(connectionDigest({ command: { ...node, environmentVariables: [variable] } })).not.toBe(digest);
  });
});
