import http from "node:http";
import type { AddressInfo } from "node:net";

/** One request that a test server got. */
export interface Asked {
  readonly verb: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** The JSON-RPC message of a POST. */
  readonly message: { id?: number | string; method: string; params?: Record<string, unknown> };
}

/** What a test server answers: nothing at all, a JSON body, or a status with headers and a text. */
export type Answer =
  | undefined
  | { readonly json: unknown; readonly headers?: Record<string, string> }
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly text?: string | Uint8Array;
      /** Whether more might come, which never does. */
      readonly open?: boolean;
    };

/** A real HTTP server on loopback that answers by a function and remembers what it was asked. */
export async function listen(answer: (asked: Asked) => Answer) {
  const asked: Asked[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const message = (text === "" ? { method: "" } : JSON.parse(text)) as Asked["message"];
      const { method = "", url = "", headers } = request;
      const one: Asked = { verb: method, path: url, headers, message };
      asked.push(one);
      const answered = answer(one);
      if (answered === undefined) return;
      if ("json" in answered) {
        response.writeHead(200, { "content-type": "application/json", ...answered.headers });
        response.end(JSON.stringify(answered.json));
      } else {
        response.writeHead(answered.status, answered.headers).write(answered.text ?? "");
        if (answered.open !== true) response.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, port, asked, close };
}

/** A tool that is as plain as one can be. */
export function plain(name: string) {
  return { name, description: "good", inputSchema: { type: "object", properties: {} } };
}

/** Answers the hand-shake of 2025-11-25, and `tools/list` by a function; GET and DELETE are not there. */
export function legacyMcp(
  list: (asked: Asked, time: number) => Answer | { readonly result: unknown },
  capabilities: unknown = { tools: {} },
) {
  let time = 0;
  return (asked: Asked): Answer => {
    const { id, method, params } = asked.message;
    if (asked.verb !== "POST") return { status: 405 };
    if (id === undefined) return { status: 202 };
    if (method === "initialize") {
      const serverInfo = { name: "test", version: "1" };
      return {
        json: {
          jsonrpc: "2.0",
          id,
          result: { protocolVersion: params?.["protocolVersion"], capabilities, serverInfo },
        },
      };
    }
    if (method !== "tools/list") {
      return { json: { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } } };
    }
    time += 1;
    const answer = list(asked, time);
    return answer !== undefined && "result" in answer
      ? { json: { jsonrpc: "2.0", id, result: answer.result } }
      : answer;
  };
}
