import { lstat, rm } from "node:fs/promises";
import { createConnection } from "node:net";

/**
 * Frees the path of a Unix socket that a process left behind when it ended badly.
 * @throws where something still answers there, or the path is of something else
 */
export async function freeSocket(path: string): Promise<void> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry === undefined) return;
  if (!entry.isSocket()) throw new Error(`${path} is there and is no socket: name another path`);
  if (await answers(path)) throw new Error(`something listens on ${path} already: name another path`);
  await rm(path, { force: true });
}

/** Whether a process has the socket open. What can't be told counts as one. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(path);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "ECONNREFUSED" && error.code !== "ENOENT"),
    );
  });
}
