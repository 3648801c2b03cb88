import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";

import { whyNotRun } from "../../src/core/reading/may-run.ts";

/** The path of a file of this folder, or of one beside it. */
export function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Starts a server in a process of its own and waits until what it says matches; `stop` ends it. */
export async function start(args: readonly string[], says: RegExp, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let text = "";
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const heard = (chunk: Buffer) => {
      text += chunk.toString();
      const found = says.exec(text);
      if (found !== null) resolve(found);
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    child.once("exit", () => reject(new Error(`the server ended: ${text}`)));
  });
  return { match, port: Number(match[1]), stop: () => child.kill("SIGKILL"), text: () => text };
}

/** A command connection that runs a file of this folder with this Node. */
export function command(name: string, ...args: string[]) {
  return { command: { command: process.execPath, args: [fileOf(name), ...args], environmentVariables: [] } };
}

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Takes GitHub tokens out of this process: beside one, toolcard starts no command. */
export function withoutTokens(): void {
  for (const name of Object.keys(process.env)) {
    const context = { allowCommands: true, set: [name], own: [], credentials: [] };
    if (whyNotRun(context) !== undefined) delete process.env[name];
  }
}
