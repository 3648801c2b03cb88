import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "../../src/github/client.ts";

/** A server that answers as told, and its address. */
async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const REPOSITORY = { token: "t", repository: "acme/cards" };

test.each([
  ["", "/graphql", "/repos/acme/cards/pulls/1"],
  ["/", "/graphql", "/repos/acme/cards/pulls/1"],
  ["/api/v3", "/api/graphql", "/api/v3/repos/acme/cards/pulls/1"],
  ["/api/v3/", "/api/graphql", "/api/v3/repos/acme/cards/pulls/1"],
])(
  "of an API at %j GraphQL is at %s, as on GitHub and on GitHub Enterprise Server",
  async (base, ...paths) => {
    const asked: string[] = [];
    const { url, close } = await startServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("content-type", "application/json").end('{"data":{}}');
    });
    const { octokit, at } = createClient({ apiUrl: `${url}${base}`, ...REPOSITORY });
    await octokit.graphql("{ viewer { login } }");
    await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number: 1 });
    expect(asked).toEqual(paths);
    close();
  },
);

const MEGABYTE = "x".repeat(1024 * 1024);

const ANSWERS: Record<string, { readonly answer: RequestListener; readonly says: RegExp }> = {
  "is larger than all that GitHub says": {
    answer: (_, response) => {
      for (let n = 0; n < 65; n++) response.write(MEGABYTE);
      response.end();
    },
    says: /larger than 64 MiB/,
  },
  "breaks off": {
    answer: (_, response) => {
      response.writeHead(200, { "content-length": 20, "content-type": "application/json" });
      response.write("{}", () => response.destroy());
    },
    says: /aborted/,
  },
  "never comes": { answer: () => {}, says: /no answer in time/ },
  "never ends": { answer: (_, response) => void response.write("{"), says: /no answer in time/ },
};

test.each(Object.entries(ANSWERS))(
  "an answer that %s is an error, not an empty one",
  async (_, { answer, says }) => {
    const { url, close } = await startServer(answer);
    const { octokit } = createClient({ apiUrl: url, ...REPOSITORY, retries: 0, callMs: 1000 });
    await expect(octokit.request("GET /user")).rejects.toThrow(says);
    close();
  },
);

test("an answer that redirects is followed nowhere: the token stays where it was sent", async () => {
  const asked: string[] = [];
  const { url, close } = await startServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(301, { location: "/elsewhere" }).end();
  });
  const { octokit } = createClient({ apiUrl: url, ...REPOSITORY });
  expect((await octokit.request("GET /user")).status).toBe(301);
  expect(asked).toEqual(["/user"]);
  close();
});
