import { spawn, type ChildProcess } from "node:child_process";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A server that runs as a child process on a loopback port. */
export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts `node args…` with the port in its arguments or environment, and waits until the port answers. */
export async function startServer(
  args: readonly string[],
  port: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2000);
  });
  const stop = () => stopChild(child);
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null)
      throw new Error(`${args.join(" ")} ended with status ${child.exitCode}: ${said}`);
    if (await answers(port)) return { port, stop };
    await wait(50);
  }
  await stop();
  throw new Error(`${args.join(" ")} does not listen on port ${port}: ${said}`);
}

/** The wanted port if it is free, else one that is. */
export async function freePort(wanted: number): Promise<number> {
  return (await listens(wanted)) ?? (await listens(0)) ?? wanted;
}

async function listens(port: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : undefined));
    });
  });
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill();
  const stubborn = setTimeout(() => child.kill("SIGKILL"), 1000);
  await ended;
  clearTimeout(stubborn);
}
