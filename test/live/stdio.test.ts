import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { Package } from "../../src/core/registry/card.ts";
import { readTools, type ReadRequest } from "../../src/live/read-tools.ts";
import { command, fileOf, withoutTokens } from "../servers/start.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Logged {
  readonly pid?: number;
  readonly env?: Record<string, string>;
  readonly args?: readonly string[];
  readonly method?: string;
}

const LIMITS = { requestMs: 15_000, totalMs: 30_000 };
const folder = mkdtempSync(join(tmpdir(), "toolcard-"));
const before = { ...process.env };
let logs = 0;

beforeAll(withoutTokens);
afterEach(() => {
  process.env = { ...before };
  withoutTokens();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A reading of the odd server, and what the server wrote about itself. */
async function readOdd(habits: Record<string, unknown>, more: Partial<ReadRequest> = {}) {
  logs += 1;
  const log = join(folder, `log-${logs}`);
  const connection = command("odd-stdio.mjs", JSON.stringify({ ...habits, log }));
  const request = { server: "odd", connection, allowCommands: true, limits: LIMITS, ...more };
  return { reading: await readTools(request), log, logged: () => logOf(log) };
}

function logOf(file: string): Logged[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Logged);
}

/** Waits until none of the processes of a log is there. */
async function allGone(logged: readonly Logged[]): Promise<boolean> {
  const pids = logged.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  for (let tries = 0; tries < 200 && pids.some(isThere); tries++) await sleep(20);
  return !pids.some(isThere);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie is gone: nobody has collected it yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const names = (logged: readonly Logged[]) =>
  logged.flatMap(({ method }) => (method === undefined ? [] : [method]));

describe("a server over stdio", () => {
  it("is started once, greeted and asked for its list, and never for anything else", async () => {
    const { reading, logged } = await readOdd({});
    expect(reading).toMatchObject({ outcome: "complete", readAs: { protocolVersion: "2025-11-25" } });
    const methods = ["server/discover", "initialize", "notifications/initialized", "tools/list"];
    expect(names(logged())).toEqual(methods);
    expect(await allGone(logged())).toBe(true);
  });

  it("is not probed when the card says that it speaks an older version", async () => {
    const readAs = { protocolVersion: "2025-06-18", capabilities: [] };
    const { reading, logged } = await readOdd({}, { readAs });
    expect(reading).toMatchObject({ outcome: "complete", readAs });
    expect(names(logged())).toEqual(["initialize", "notifications/initialized", "tools/list"]);
  });

  it.each(["exitsOnProbe", "silentOnProbe", "malformedProbe"])(
    "that %s is read as an old one",
    async (habit) => {
      const limits = habit === "silentOnProbe" ? { requestMs: 1_500, totalMs: 30_000 } : LIMITS;
      const { reading } = await readOdd({ [habit]: true }, { limits });
      expect(reading).toMatchObject({ outcome: "complete", readAs: { protocolVersion: "2025-11-25" } });
    },
  );

  it("that is slow to start the first time is read in the version that it speaks", async () => {
    const { reading, logged } = await readOdd(
      { sleepsFirst: 2_000 },
      { limits: { requestMs: 1_500, totalMs: 30_000 } },
    );
    expect(reading).toMatchObject({ outcome: "complete", readAs: { protocolVersion: "2026-07-28" } });
    expect(logged().filter(({ pid }) => pid !== undefined).length).toBe(2);
  });

  it("that won't leave is made to, with all that it started", async () => {
    const { reading, logged } = await readOdd({ stubborn: true });
    expect(reading.outcome).toBe("complete");
    expect(await allGone(logged())).toBe(true);
  });

  it("that hangs and won't leave is gone after the deadline, with all that it started", async () => {
    const limits = { requestMs: 60_000, totalMs: 1_500 };
    const { reading, logged } = await readOdd({ stubborn: true, hangs: true }, { limits });
    expect(reading).toMatchObject({ outcome: "failed", reason: "timeout" });
    expect(logged().filter(({ pid }) => pid !== undefined).length).toBe(2);
    expect(await allGone(logged())).toBe(true);
  });

  it("is not started after the deadline", async () => {
    const { reading, logged } = await readOdd({}, { limits: { totalMs: 0 } });
    expect(reading).toMatchObject({ outcome: "failed", reason: "timeout" });
    await sleep(200);
    expect(logged()).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("does not outlive a toolcard that gets %s", async (signal) => {
    const log = join(folder, `log-${signal}`);
    const connection = command("odd-stdio.mjs", JSON.stringify({ stubborn: true, hangs: true, log }));
    const request = JSON.stringify({ server: "odd", connection, allowCommands: true });
    const module = fileOf("../../src/live/read-tools.ts");
    const reader = spawn(process.execPath, [fileOf("read-once.mjs"), module, request], { stdio: "ignore" });
    const ended = new Promise((resolve) => reader.once("exit", (_code, by) => resolve(by)));
    while (!names(logOf(log)).includes("tools/list")) await sleep(20);
    while (logOf(log).filter(({ pid }) => pid !== undefined).length < 2) await sleep(20);
    reader.kill(signal);
    expect(await ended).toBe(signal);
    expect(await allGone(logOf(log))).toBe(true);
  });

  it("that ends is exited, with its code and last words, but without its secret", async () => {
    const environment = { API_KEY: "very-secret" };
    const { reading } = await readOdd({ exitsOnList: true }, { environment });
    expect(reading).toMatchObject({
      outcome: "failed",
      reason: "exited",
      detail: "exit code 7: the key is ***",
    });
  });

  it("gets to see nothing of toolcard's own environment but what no program starts without", async () => {
    process.env["SOME_SECRET"] = "x";
    const log = join(folder, "log-environment");
    const variables = [{ name: "MODE", value: "demo" }, { name: "API_KEY" }, { name: "UNSET" }];
    const reading = await readTools({
      server: "odd",
      connection: {
        command: {
          ...command("odd-stdio.mjs", JSON.stringify({ log })).command,
          environmentVariables: variables,
        },
      },
      environment: { API_KEY: "k" },
      allowCommands: true,
    });
    expect(reading.outcome).toBe("complete");
    const env = logOf(log)[0]?.env ?? {};
    const inherited = new Set(["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"]);
    const given = Object.keys(env).filter((name) => !inherited.has(name) && !name.startsWith("__"));
    expect(given.toSorted()).toEqual(["API_KEY", "MODE"]);
    expect(env).toMatchObject({ API_KEY: "k", MODE: "demo", PATH: process.env["PATH"] });
  });

  it("that breaks says so by the line that is about an error", async () => {
    const connection = command("nonesuch.mjs");
    const reading = await readTools({ server: "odd", connection, allowCommands: true, limits: LIMITS });
    const detail = expect.stringMatching(/^exit code 1: Error: Cannot find module/);
    expect(reading).toMatchObject({ outcome: "failed", reason: "exited", detail });
  });

  it.each([
    ["a command that does not exist", "/nonesuch/server"],
    ["a file that is no program", fileOf("read-once.mjs")],
    ["a folder", folder],
  ])("that is %s is unreachable", async (_what, path) => {
    const connection = { command: { command: path, args: [], environmentVariables: [] } };
    const reading = await readTools({ server: "odd", connection, allowCommands: true, limits: LIMITS });
    expect(reading).toMatchObject({ outcome: "failed", reason: "unreachable" });
  });

  it("gets its arguments as they are, without a shell", async () => {
    const log = join(folder, "log-arguments");
    const odd = ["$(touch pwned)", "`id`", "; ls", "", "a b", "*"];
    await readTools({
      server: "odd",
      connection: command("odd-stdio.mjs", JSON.stringify({ log }), ...odd),
      allowCommands: true,
      limits: LIMITS,
    });
    expect(logOf(log)[0]?.args).toEqual(odd);
  });
});

describe("a command", () => {
  it.each([
    ["commands are not allowed", {}, {}, "commands-not-allowed"],
    [
      "a GitHub token is there",
      { GITHUB_TOKEN: "x" },
      { allowCommands: true },
      "github-token: GITHUB_TOKEN is set",
    ],
    [
      "an action's token input is there",
      { "INPUT_GITHUB-TOKEN": "x" },
      { allowCommands: true },
      "github-token: INPUT_GITHUB-TOKEN is set",
    ],
    [
      "a secret of another server is there",
      { OTHER_KEY: "x", MY_KEY: "y" },
      { allowCommands: true, secretVariables: { own: ["MY_KEY"], all: ["MY_KEY", "OTHER_KEY"] } },
      "other-credential: OTHER_KEY is set",
    ],
  ])("is not started where %s", async (_where, environment, more, detail) => {
    Object.assign(process.env, environment);
    const { reading, logged } = await readOdd({}, { allowCommands: false, ...more });
    expect(reading).toMatchObject({ outcome: "failed", reason: "not-allowed", detail });
    expect(logged()).toEqual([]);
  });

  it("is started where such variables are empty", async () => {
    Object.assign(process.env, { GITHUB_TOKEN: "", OTHER_KEY: "" });
    const { reading } = await readOdd({}, { secretVariables: { own: [], all: ["OTHER_KEY"] } });
    expect(reading.outcome).toBe("complete");
  });
});

describe("a package", () => {
  const calls = join(folder, "calls");

  beforeEach(() => rmSync(calls, { force: true }));

  /** Programs by the names of the real ones, which note how they were called and then are the odd server. */
  function stand(name: string, habits: Record<string, unknown>): void {
    const server = [process.execPath, fileOf("odd-stdio.mjs"), JSON.stringify(habits)].map(
      (word) => `'${word}'`,
    );
    const script = `#!/bin/sh\necho "$0 $*" >> '${calls}'\n[ "$1" = kill ] && exit\n${server.join(" ")}\n`;
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
    process.env["PATH"] = `${folder}:${process.env["PATH"]}`;
  }

  it.each([
    ["npm", "npx", "@acme/claims-mcp", "-y @acme/claims-mcp@1.4.0 --mode read"],
    ["pypi", "uvx", "claims-mcp", "claims-mcp@1.4.0 --mode read"],
  ] as const)("of %s is started by %s", async (registryType, program, identifier, line) => {
    stand(program, {});
    const reading = await readTools({
      server: "claims",
      connection: { package: packageOf(registryType, identifier) },
      allowCommands: true,
      limits: LIMITS,
    });
    expect(reading).toMatchObject({ outcome: "complete", address: { registryType, identifier } });
    expect(readFileSync(calls, "utf8")).toBe(`${join(folder, program)} ${line}\n`);
  });

  it("in a container is stopped by name when it won't leave", async () => {
    stand("docker", { stubborn: true });
    const connection = { package: packageOf("oci", "acme/claims-mcp") };
    const reading = await readTools({ server: "claims", connection, allowCommands: true, limits: LIMITS });
    expect(reading.outcome).toBe("complete");
    const line = /docker run -i --rm --name (\S+) acme\/claims-mcp:1\.4\.0 --mode read\n/;
    const name = line.exec(readFileSync(calls, "utf8"))?.[1] ?? "";
    for (let tries = 0; tries < 200 && !readFileSync(calls, "utf8").includes("docker kill"); tries++)
      await sleep(20);
    expect(readFileSync(calls, "utf8")).toContain(`docker kill ${name}\n`);
  });

  it.each(["mcpb", "nuget"] as const)("of %s is unsupported", async (registryType) => {
    const connection = { package: packageOf(registryType, "x") };
    const reading = await readTools({ server: "claims", connection, allowCommands: true });
    expect(reading).toMatchObject({ outcome: "failed", reason: "unsupported" });
  });
});

function packageOf(registryType: Package["registryType"], identifier: string): Package {
  const packageArguments = [{ type: "named", name: "--mode", value: "read" } as const];
  return {
    registryType,
    identifier,
    version: "1.4.0",
    packageArguments,
    runtimeArguments: [],
    environmentVariables: [],
  };
}
