import { randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, Server as ServerV2 } from "@modelcontextprotocol/server";
import type { GuardableClient } from "../../src/guard/client.ts";

/** What a server lists, and what it was called with. A test changes the list. */
export interface Offer {
  tools: readonly unknown[];
  readonly calls: unknown[];
  /** Set to make the next lists fail. */
  isDown: boolean;
  /** Tells every client that the list changed. */
  announce: () => Promise<void>;
}

/** A running server, and a client of the same generation that is connected to it. */
export interface Running {
  readonly url: string;
  readonly client: GuardableClient;
  readonly stop: () => Promise<void>;
}

export function offer(tools: readonly unknown[]): Offer {
  return { tools, calls: [], isDown: false, announce: () => Promise.resolve() };
}

function answers(offered: Offer) {
  return {
    list: () => {
      if (offered.isDown) throw new Error("down");
      return { tools: offered.tools };
    },
    call: (params: unknown) => {
      offered.calls.push(params);
      return { content: [{ type: "text", text: "done" }] };
    },
  };
}

/** Both ends on the v1 line, which speaks up to 2025-11-25. */
export async function runV1(offered: Offer): Promise<Running> {
  const { list, call } = answers(offered);
  const sessions = new Map<unknown, StreamableHTTPServerTransport>();
  const servers: ServerV1[] = [];
  const server = await listen(async (request, response) => {
    const id = request.headers["mcp-session-id"];
    let transport = sessions.get(id);
    if (transport === undefined) {
      const created: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => void sessions.set(session, created),
      });
      transport = created;
      const mcp = new ServerV1(
        { name: "v1", version: "1" },
        { capabilities: { tools: { listChanged: true } } },
      );
      mcp.setRequestHandler(ListToolsRequestSchema, list);
      mcp.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params) as never);
      servers.push(mcp);
      await mcp.connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  offered.announce = async () => {
    for (const mcp of servers) await mcp.sendToolListChanged();
  };
  const client = new ClientV1({ name: "test", version: "1" });
  await client.connect(new TransportV1(new URL(server.url)));
  return {
    url: server.url,
    client: client as unknown as GuardableClient,
    stop: async () => {
      await client.close();
      await server.stop();
    },
  };
}

/** Both ends on the v2 line, which speaks 2026-07-28. */
export async function runV2(offered: Offer): Promise<Running> {
  const { list, call } = answers(offered);
  const handler = toNodeHandler(
    createMcpHandler(
      () => {
        const mcp = new ServerV2(
          { name: "v2", version: "1" },
          { capabilities: { tools: { listChanged: true } } },
        );
        mcp.setRequestHandler("tools/list", list as never);
        mcp.setRequestHandler("tools/call", (request: { params: unknown }) => call(request.params) as never);
        return mcp;
      },
      { legacy: "reject" },
    ),
  );
  const server = await listen((request, response) => handler(request as never, response));
  const client = new ClientV2({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new TransportV2(new URL(server.url)));
  return {
    url: server.url,
    client: client as unknown as GuardableClient,
    stop: async () => {
      await client.close();
      await server.stop();
    },
  };
}

async function listen(
  answer: (request: http.IncomingMessage, response: http.ServerResponse) => unknown,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
