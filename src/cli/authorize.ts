import { isUtf8 } from "node:buffer";
import { authorize } from "../core/index/authorize.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { isObject } from "../core/json/value.ts";
import { keepIndex } from "../jobs/keep-index.ts";
import { EXIT, type Exit } from "./exit.ts";
import { indexSource } from "./index-source.ts";
import type { Io } from "./io.ts";
import type { ReadingOptions } from "./readings.ts";

interface AuthorizeCallOptions extends ReadingOptions {
  readonly agent: string;
  readonly job: string;
  readonly server: string;
  readonly tool: string;
  readonly arguments: string;
  readonly json?: boolean;
}

const MAX_ARGUMENTS = 16 * 1024 * 1024;

/** `toolcard authorize`: one decision. Its status is of the decision alone: 0 yes, 2 no, 1 where none could be made. */
export async function authorizeCall(
  folder: string | undefined,
  options: AuthorizeCallOptions,
  io: Io,
): Promise<Exit> {
  const { agent, job, server, tool } = options;
  const given = await argumentsOf(options.arguments, io);
  const kept = await keepIndex(indexSource(folder, options, io, [server]));
  const decision = authorize(
    kept.current(),
    { agent, job, server, tool, arguments: given },
    { now: new Date() },
  );
  io.out(options.json === true ? `${asciiJson(decision)}\n` : `${words(decision.reason)}: ${decision.why}\n`);
  return decision.allowed ? EXIT.clean : EXIT.drift;
}

function words(reason: string): string {
  return reason === "allowed" ? "allowed" : `refused (${reason})`;
}

async function argumentsOf(text: string, io: Io): Promise<unknown> {
  const json = text === "-" ? await whole(io.input()) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error("--arguments is no JSON: give an object, as '{}'");
  }
  if (!isObject(value)) throw new Error("--arguments is no object: give one, as '{}'");
  return value;
}

async function whole(input: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of input) {
    size += part.length;
    if (size > MAX_ARGUMENTS) throw new Error("the arguments are larger than 16 MiB");
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  // Else another text would be judged than the one that is sent to the tool.
  if (!isUtf8(bytes)) throw new Error("the arguments are no UTF-8");
  return bytes.toString("utf8");
}
