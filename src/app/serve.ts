import { createServer, type Server } from "node:http";
import type { AppSettings } from "./environment.ts";
import type { Started } from "./start.ts";

/** The App, listening. */
export interface Serving {
  readonly server: Server;
  /** Takes no more requests, and is done when what was heard of is. */
  readonly stop: () => Promise<void>;
}

/** Listens on `HOST` and `PORT`. Rejects when it can't. */
export async function serve(
  { handler, log, idle }: Started,
  { host, port }: Pick<AppSettings, "host" | "port">,
): Promise<Serving> {
  const server = createServer((request, response) => {
    handler(request, response).catch(() => {
      log("error", "a request could not be answered");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  // GitHub gives up after ten seconds.
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  log("info", "listening", { address: JSON.stringify(server.address()) });
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await idle();
    server.closeAllConnections();
    await closed;
  };
  return { server, stop };
}
