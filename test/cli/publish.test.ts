import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort, startServer, type RunningServer } from "../../demo/start-server.ts";
import { legacyMcp, listen, plain } from "../servers/listen.ts";
import { cardText, sandbox } from "./sandbox.ts";
import { fileURLToPath } from "node:url";

const EVERYTHING = fileURLToPath(
  import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
);

describe("publish", () => {
  let everything: RunningServer;
  beforeAll(async () => {
    const port = await freePort(0);
    everything = await startServer([EVERYTHING, "streamableHttp"], port, { PORT: String(port) });
  });
  afterAll(() => everything.stop());

  it("writes a card of a server that others made; lint and scan find nothing wrong with it", async () => {
    const made = sandbox();
    const url = `http://127.0.0.1:${everything.port}/mcp`;
    const said = await made.toolcard("publish", "everything", url);
    expect(said).toMatchObject({ status: 0, err: "" });
    expect(said.out).toContain("Wrote registry/cards/everything.yaml with 13 tools.");
    const card = made.read("registry/cards/everything.yaml");
    expect(card).toMatch(
      /^# yaml-language-server: \$schema=\S+\/card\.json\nid: [0-9a-f-]{36}\nserver: everything\nrevision: 1\n/,
    );
    expect(await made.toolcard("lint")).toMatchObject({ status: 0 });
    expect(await made.toolcard("scan")).toMatchObject({ status: 0 });
  });

  it("never writes over a card, not even one that is invalid", async () => {
    for (const card of [cardText("https://x.example/mcp", []), "nonsense"]) {
      const made = sandbox({ "registry/cards/one.yaml": card });
      const said = await made.toolcard("publish", "one", `http://127.0.0.1:${everything.port}/mcp`);
      expect(said).toMatchObject({ status: 1, err: expect.stringContaining("is there already") });
      expect(made.read("registry/cards/one.yaml")).toBe(card);
    }
  });

  it("tells what is wrong in the registry: a credential may be lost for it", async () => {
    const made = sandbox({ "registry/toolcard.yaml": "lable: x\n" });
    const said = await made.toolcard("publish", "one", "http://127.0.0.1:1/mcp");
    expect(said).toMatchObject({ status: 3, err: expect.stringContaining("registry/toolcard.yaml:1:1: ") });
  });

  it("writes nothing when the server can't be read", async () => {
    const made = sandbox({ "registry/toolcard.yaml": "label: widens-scope\n" });
    expect(await made.toolcard("publish", "one", "http://127.0.0.1:1/mcp")).toMatchObject({
      status: 3,
      out: "",
    });
    expect(made.registry()).toEqual({ "toolcard.yaml": "label: widens-scope\n" });
  });

  it("leaves an entry that no card can hold off the card, and says so", async () => {
    const server = await listen(legacyMcp(() => ({ result: { tools: [plain("a"), { name: "b" }] } })));
    const made = sandbox();
    const said = await made.toolcard("publish", "one", `${server.url}/mcp`);
    server.close();
    expect(said.out).toContain("with 1 tool. 1 entry of the list can't be on a card.");
  });

  it.each([
    ["a name with capitals", "One", "https://x.example/mcp", "no name of a server"],
    ["a target that is neither", "one", "x.example", "neither a URL nor a package"],
    ["http to another machine", "one", "http://x.example/mcp", "https"],
    ["a URL with a password", "one", "https://u:p@x.example/mcp", "user"],
    ["a package without an exact version", "one", "npm:@acme/x@latest", "latest"],
  ])("refuses %s", async (_what, server, target, says) => {
    const said = await sandbox().toolcard("publish", server, target, "--allow-commands");
    expect(said.status).toBe(1);
    expect(said.err).toContain(says);
  });
});
