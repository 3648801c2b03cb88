import type { IncomingMessage, RequestOptions } from "node:http";

/** What octokit hands to its `fetch`. */
interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** As much of a `Response` as octokit reads. */
interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  text(): Promise<string>;
  arrayBuffer(): Promise<Uint8Array>;
}

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * What octokit sends its requests with. An answer counts once it came to its end, bounded in size and time: of a `Response`
 * that breaks off octokit makes an empty one. And Node's own `fetch` takes longer to load than all that the Action does
 * before its first call.
 * @param over when the time for all calls is over
 * @param callMs milliseconds for one call
 */
export function wholeRequest(over: AbortSignal, callMs: number) {
  return async (url: string, { method, headers, body }: Asked): Promise<Answer> => {
    const signal = AbortSignal.any([over, AbortSignal.timeout(callMs)]);
    try {
      const message = await send(url, { method, headers, signal }, body);
      const bytes = await bounded(message);
      return {
        status: message.statusCode ?? 0,
        statusText: message.statusMessage ?? "",
        url,
        headers: new Map(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
        text: async () => bytes.toString("utf8"),
        arrayBuffer: async () => bytes,
      };
    } catch (error) {
      // As an abortion octokit would not repeat it.
      if (signal.aborted) throw new Error("there was no answer in time (timeout)", { cause: error });
      throw error;
    }
  };
}

function send(url: string, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  const isSecure = new URL(url).protocol === "https:";
  // Not imported: all of its exports would be looked at then, and one of them is `fetch`'s whole library.
  const { request } = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  return new Promise((resolve, reject) => {
    const sent = request(url, options, resolve);
    sent.on("error", reject);
    sent.end(body);
  });
}

async function bounded(message: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of message) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error("the answer is larger than 64 MiB");
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}
