import { fileURLToPath } from "node:url";
import { freePort, startServer } from "./start-server.ts";

const CLAIMS_PORT = 7301;
const EVERYTHING_PORT = 7302;

/** The sample's servers that listen on a port; those that are commands are started by toolcard itself. */
export interface SampleServers extends AsyncDisposable {
  /** A card's text with the ports that the servers listen on, where the sample's own were taken. */
  moved(text: string): string;
}

/**
 * Starts the servers that the sample's cards name by URL, on the ports there if they are free.
 * @param elsewhere on any other ports: several at the same time must not take each other's for their own
 */
export async function startSampleServers(elsewhere = false): Promise<SampleServers> {
  const claimsPort = await freePort(elsewhere ? 0 : CLAIMS_PORT);
  const everythingPort = await freePort(elsewhere ? 0 : EVERYTHING_PORT);
  const everything = fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  );
  const running = await Promise.all([
    startServer(
      [fileURLToPath(new URL("servers/claims-tools.ts", import.meta.url)), String(claimsPort)],
      claimsPort,
    ),
    startServer([everything, "streamableHttp"], everythingPort, { PORT: String(everythingPort) }),
  ]);
  return {
    moved: (text) =>
      text
        .replace(`127.0.0.1:${CLAIMS_PORT}/`, `127.0.0.1:${claimsPort}/`)
        .replace(`127.0.0.1:${EVERYTHING_PORT}/`, `127.0.0.1:${everythingPort}/`),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(running.map((server) => server.stop()));
    },
  };
}
