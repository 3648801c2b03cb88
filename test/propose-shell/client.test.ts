import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "../../src/github/client.ts";

test.each([
  ["", "/graphql", "/repos/acme/cards/pulls/1"],
  ["/", "/graphql", "/repos/acme/cards/pulls/1"],
  ["/api/v3", "/api/graphql", "/api/v3/repos/acme/cards/pulls/1"],
  ["/api/v3/", "/api/graphql", "/api/v3/repos/acme/cards/pulls/1"],
])(
  "of an API at %j GraphQL is at %s, as on GitHub and on GitHub Enterprise Server",
  async (base, ...paths) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.setHeader("content-type", "application/json").end('{"data":{}}');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const { octokit, at } = createClient({
      apiUrl: `http://127.0.0.1:${port}${base}`,
      token: "t",
      repository: "acme/cards",
    });
    await octokit.graphql("{ viewer { login } }");
    await octokit.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", { ...at, pull_number: 1 });
    expect(asked).toEqual(paths);
    server.closeAllConnections();
    server.close();
  },
);
