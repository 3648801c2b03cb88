import { isUtf8 } from "node:buffer";
import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

import { isObject, own } from "../core/json/value.ts";
import type { Program } from "./program.ts";
import { adopt, endGroup, killGroup } from "./process-group.ts";
import type { Watch } from "./watch.ts";

/** How long a server may take to leave after it was asked to. */
const GRACE_MS = 300;

const STDERR_KEPT = 2_000;

/**
 * A stdio transport for one reading. The SDK's own starts every server twice to negotiate, reaches only the process it
 * started itself, and waits up to 4 s for it to leave; this one probes in place (the SDK asks for `pid` and `stderr` to
 * tell that it is a stdio transport), owns the whole process group, and counts what it reads.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  readonly stderr = null;
  /** How the program ended, if it did so by itself, and a line of what it wrote to stderr. */
  exit: string | undefined;
  readonly #program: Program;
  readonly #watch: Watch;
  readonly #parse: (value: unknown) => JSONRPCMessage;
  /** The requests that wait for an answer: their ids, and their methods. */
  readonly #pending = new Map<unknown, string>();
  #child: ChildProcess | undefined;
  /** The start of a line whose end is still to come: the first `#size` bytes. */
  #start: Buffer = Buffer.alloc(0);
  #size = 0;
  #stderrTail = "";
  #closing: Promise<void> | undefined;
  #closed = false;

  constructor(program: Program, watch: Watch, parse: (value: unknown) => JSONRPCMessage) {
    this.#program = program;
    this.#watch = watch;
    this.#parse = parse;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async start(): Promise<void> {
    // After the deadline nothing may start any more.
    this.#watch.signal.throwIfAborted();
    const { command, args, env } = this.#program;
    const child = spawn(command, args, {
      env: { ...env },
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32",
      shell: false,
      windowsHide: true,
    });
    this.#child = child;
    adopt(child);
    this.#watch.signal.addEventListener("abort", this.#kill, { once: true });
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    child.stdout.on("error", () => {});
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderrTail = (this.#stderrTail + chunk.toString()).slice(-STDERR_KEPT);
    });
    child.stderr.on("error", () => {});
    child.once("exit", (code, signal) => void this.#ended(code, signal));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (this.#closed || stdin == null) throw new Error("the server is not running");
    if ("method" in message && "id" in message) this.#pending.set(message.id, message.method);
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Asks the program to leave, and makes it. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const child = this.#child;
    child?.stdin?.end();
    if (child !== undefined && !(await endGroup(child, GRACE_MS))) this.#killContainer();
    this.#gone();
  }

  /** Ends the program at once; for a reading that has failed. */
  readonly #kill = (): void => {
    if (this.#child !== undefined) killGroup(this.#child);
    this.#killContainer();
    this.#gone();
  };

  #gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.signal.removeEventListener("abort", this.#kill);
    if (this.#child !== undefined) release(this.#child);
    this.onclose?.();
  }

  #killContainer(): void {
    const { container, command, env } = this.#program;
    if (container === undefined) return;
    const child = spawn(command, ["kill", container], { env: { ...env }, stdio: "ignore", detached: true });
    child.on("error", () => {});
    child.unref();
  }

  async #ended(code: number | null, signal: string | null): Promise<void> {
    // What it wrote last may still be in the pipe.
    await sleep(20);
    if (this.#closing !== undefined || this.#closed) return;
    const words = lastWords(this.#stderrTail);
    this.exit = `${signal ?? `exit code ${code}`}${words === "" ? "" : `: ${words}`}`;
    await this.close();
  }

  #receive(chunk: Buffer): void {
    if (this.#closed || !this.#watch.count(chunk)) return;
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1 && !this.#closed; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      from = at + 1;
      const line = this.#start.subarray(0, this.#size);
      this.#size = 0;
      this.#line(line);
    }
    this.#keep(chunk.subarray(from));
    const { responseBytes } = this.#watch.limits;
    if (this.#size > responseBytes) {
      this.#watch.fail("too-large", `more than ${responseBytes} bytes in one message`);
    }
  }

  /** Copies, as a list of chunks costs a hundred times its bytes where a server writes them one by one. */
  #keep(part: Buffer): void {
    const size = this.#size + part.length;
    if (size > this.#start.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#start.length));
      this.#start.copy(larger, 0, 0, this.#size);
      this.#start = larger;
    }
    part.copy(this.#start, this.#size);
    this.#size = size;
  }

  #line(line: Buffer): void {
    let id: unknown;
    let message: JSONRPCMessage;
    try {
      const value: unknown = JSON.parse(line.toString());
      id = isObject(value) ? own(value, "id") : undefined;
      if (!isUtf8(line)) throw new Error("bytes that are no UTF-8");
      message = this.#parse(value);
    } catch {
      // Servers print banners.
      this.onerror?.(new Error("a line that is no message"));
      this.#malformed(id);
      return;
    }
    if (!("method" in message)) this.#pending.delete(id);
    this.onmessage?.(message);
  }

  /** An answer to us that is no JSON-RPC will not come again; anything else is noise. */
  #malformed(id: unknown): void {
    const method = this.#pending.get(id);
    if (method === undefined) return;
    if (method === "server/discover") {
      // As good as an error: a server that does not know the method.
      const error = { code: -32_600, message: "malformed" };
      this.onmessage?.({ jsonrpc: "2.0", id: String(id), error });
    } else {
      const reason = method === "tools/list" ? "not-mcp" : "negotiation";
      this.#watch.fail(reason, "an answer that is not JSON-RPC 2.0");
    }
  }
}

/** What a program says of its end: the first line that is about an error, else the last one. */
function lastWords(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return lines.find((line) => /\berror\b/i.test(line)) ?? lines.at(-1) ?? "";
}

/** Lets go of the pipes: a process that left the group may still hold their other ends. */
function release(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.stdin?.destroy();
  child.unref();
}
