import { describe, expect, test } from "vitest";
import { connectionDigest } from "../../src/core/registry/address.ts";
import type { Card, Command, Connection } from "../../src/core/registry/card.ts";
import { covers, credentialFor, credentialVariables } from "../../src/core/registry/credential.ts";
import { defaultSettings, type Credential, type Settings } from "../../src/core/registry/settings.ts";

const URL_A = "https://a.example.com/mcp";

function settings(...credentials: readonly Credential[]): Settings {
  return { ...defaultSettings(), credentials };
}

function card(connection: Connection, credential?: string): Card {
  const readAs = credential === undefined ? {} : { readAs: { credential, capabilities: [] } };
  const id = "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11";
  return { id, server: "a", revision: 1, tools: [], ...readAs, ...connection };
}

const remote = (url: string): Connection => ({ remote: { type: "streamable-http", url, headers: [] } });
const bearer = { id: "a", address: URL_A, header: "Authorization", value: "Bearer ${TOKEN}" };
const secretKey = { name: "API_KEY", isSecret: true };
const files: Command = { command: "files", args: [], environmentVariables: [secretKey] };
const key = {
  id: "files",
  connection: connectionDigest({ command: files }),
  environmentVariable: "API_KEY",
  value: "${KEY}",
};

describe("covers", () => {
  test.each<[boolean, string, string]>([
    [true, "https://a.example.com/mcp", "https://a.example.com/mcp"],
    [true, "https://a.example.com/mcp", "https://A.EXAMPLE.com:443/mcp"],
    [true, "https://a.example.com/mcp", "https://a.example.com/mcp/"],
    [true, "https://a.example.com/mcp", "https://a.example.com/mcp/x/y"],
    [true, "https://a.example.com/mcp", "https://a.example.com/mcp?x=1"],
    [true, "https://a.example.com", "https://a.example.com/mcp"],
    [true, "https://a.example.com/mcp/", "https://a.example.com/mcp/x"],
    [false, "https://a.example.com/mcp/", "https://a.example.com/mcp"],
    [false, "https://a.example.com/mcp", "https://a.example.com/mcpx"],
    [false, "https://a.example.com/mcp", "https://a.example.com/MCP"],
    [false, "https://a.example.com/mcp", "https://a.example.com/mcp/../admin"],
    [false, "https://a.example.com/mcp", "https://a.example.com/mcp/%2e%2e/admin"],
    [false, "https://a.example.com/mcp", "https://a.example.com/mcp/..%2fadmin"],
    [false, "https://a.example.com/mcp", "https://a.example.com/mcp/x%5c..%5cadmin"],
    [false, "https://a.example.com/mcp", "https://a.example.com/mcp/..;/admin"],
    [false, "https://a.example.com/mcp", "https://a.example.com:8443/mcp"],
    [false, "https://a.example.com/mcp", "http://a.example.com/mcp"],
    [false, "https://a.example.com/mcp", "https://a.example.com.evil.example/mcp"],
    [false, "https://a.example.com/mcp", "https://a.example.com@evil.example/mcp"],
    [false, "https://a.example.com/mcp", "https://u@a.example.com/mcp"],
    [false, "https://a.example.com/mcp", "https://b.example.com/mcp"],
    [false, "https://a.example.com/mcp", "no url"],
  ])("is %s: a secret for %s goes to %s", (covered, address, url) => {
    expect(covers(address, url)).toBe(covered);
  });
});

describe("credentialFor", () => {
  const TOKEN = "s3cr3t";

  test("sends nothing for a card that names no credential", () => {
    const sent = credentialFor(settings(bearer), card(remote(URL_A)), { TOKEN });
    expect(sent).toEqual({ ok: true, headers: {}, environment: {} });
  });

  test("fills in the header of a remote", () => {
    const sent = credentialFor(settings(bearer), card(remote(`${URL_A}/claims`), "a"), { TOKEN });
    expect(sent).toEqual({ ok: true, headers: { Authorization: "Bearer s3cr3t" }, environment: {} });
  });

  test("fills in the variables of a command with exactly that connection", () => {
    const sent = credentialFor(settings(key), card({ command: files }, "files"), { KEY: "k" });
    expect(sent).toEqual({ ok: true, headers: {}, environment: { API_KEY: "k" } });
    const other = credentialFor(settings(key), card({ command: { ...files, args: ["-v"] } }, "files"), {
      KEY: "k",
    });
    expect(other).toMatchObject({
      ok: false,
      reason: "wrong-address",
      why: "bound-elsewhere",
      boundTo: key.connection,
    });
  });

  test("sends all parts of one id, or nothing", () => {
    const second = { ...bearer, header: "X-App-Key", value: "${APP}-${TOKEN}" };
    const both = settings(bearer, second);
    const sent = credentialFor(both, card(remote(URL_A), "a"), { TOKEN, APP: "app" });
    expect(sent.ok && sent.headers["X-App-Key"]).toBe("app-s3cr3t");
    expect(credentialFor(both, card(remote(URL_A), "a"), { TOKEN })).toEqual({
      ok: false,
      credential: "a",
      reason: "missing-credential",
      why: "unset",
      variables: ["APP"],
    });
  });

  test("does not send to another address, and says which two they are", () => {
    expect(credentialFor(settings(bearer), card(remote("https://evil.example/mcp"), "a"), { TOKEN })).toEqual(
      {
        ok: false,
        credential: "a",
        reason: "wrong-address",
        why: "bound-elsewhere",
        boundTo: URL_A,
        found: "https://evil.example/mcp",
      },
    );
    expect(credentialFor(settings(bearer), card({ command: files }, "a"), { TOKEN })).toMatchObject({
      reason: "wrong-address",
    });
    expect(
      credentialFor(settings({ ...key, id: "a" }), card(remote(URL_A), "a"), { KEY: "k" }),
    ).toMatchObject({ reason: "wrong-address" });
  });

  test("gives a command no variable that it does not name as a secret", () => {
    const named: Command = { ...files, environmentVariables: [{ name: "API_KEY", value: "demo" }] };
    const bound = { ...key, connection: connectionDigest({ command: named }) };
    expect(credentialFor(settings(bound), card({ command: named }, "files"), { KEY: "k" })).toMatchObject({
      reason: "wrong-address",
      why: "variable-not-named",
      variable: "API_KEY",
    });
  });

  test.each([
    ["unset", {}],
    ["unset", { TOKEN: undefined }],
    ["unset", { TOKEN: "" }],
    ["unset", Object.create({ TOKEN }) as Record<string, string>],
    ["unsendable", { TOKEN: "s3cr3t\n" }],
    ["unsendable", { TOKEN: "s3cr3t\r\nX-Evil: 1" }],
    ["unsendable", { TOKEN: "s3cr3t\u2026" }],
  ])("says that a variable is %s, never what is in it: %j", (why, environment) => {
    const failed = credentialFor(settings(bearer), card(remote(URL_A), "a"), environment);
    expect(failed).toEqual({
      ok: false,
      credential: "a",
      reason: "missing-credential",
      why,
      variables: ["TOKEN"],
    });
  });

  test("fills in a value as it is: nothing in it is a variable or a pattern", () => {
    const environment = { TOKEN: "${TOKEN}$&$1", constructor: "c" };
    const odd = { ...bearer, value: "${constructor} ${TOKEN}" };
    const sent = credentialFor(settings(odd), card(remote(URL_A), "a"), environment);
    expect(sent.ok && sent.headers["Authorization"]).toBe("c ${TOKEN}$&$1");
  });

  test("says that the settings have no such credential", () => {
    expect(credentialFor(settings(bearer), card(remote(URL_A), "b"), { TOKEN })).toEqual({
      ok: false,
      credential: "b",
      reason: "missing-credential",
      why: "not-in-settings",
    });
  });
});

test("credentialVariables names each variable once, sorted", () => {
  const twice = { ...bearer, id: "b", value: "${TOKEN}${APP}" };
  expect(credentialVariables(settings(key, bearer, twice))).toEqual(["APP", "KEY", "TOKEN"]);
});
