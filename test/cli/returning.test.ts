import { afterEach, expect, test } from "vitest";
import { offer, runV1, type Running } from "../guard/servers.ts";
import { plain } from "../servers/listen.ts";
import { cardText, grantsText, sandbox } from "./sandbox.ts";

let running: Running | undefined;
afterEach(() => running?.stop());

test(
  "a tool that comes back under its old name is not callable by its old grants",
  { timeout: 60_000 },
  async () => {
    const offered = offer([plain("a"), plain("old")]);
    running = await runV1(offered);
    const made = sandbox({
      "registry/cards/one.yaml": cardText(running.url, [plain("a"), plain("old")]),
      "registry/grants/intake-bot.yaml": grantsText("a", "old"),
    });
    const ask = async () => {
      const words = ["--agent", "intake-bot", "--job", "intake", "--server", "one", "--tool", "old"];
      const said = await made.toolcard("authorize", ...words, "--json");
      return { status: said.status, ...(JSON.parse(said.out) as { reason: string }) };
    };
    expect(await ask()).toMatchObject({ status: 0, reason: "allowed" });

    offered.tools = [plain("a")];
    expect(await ask()).toMatchObject({ status: 2, reason: "gone" });
    expect(await made.toolcard("scan", "--write")).toMatchObject({ status: 2 });
    expect(made.read("registry/grants/intake-bot.yaml")).not.toContain("old");

    offered.tools = [plain("a"), plain("old")];
    expect(await ask()).toMatchObject({ status: 2, reason: "not-granted" });
    const index = JSON.parse((await made.toolcard("index")).out) as { servers: { tools: object[] }[] };
    expect(index.servers[0]?.tools).toContainEqual(
      expect.objectContaining({ name: "old", state: "new", retired: 2 }),
    );

    // Back on the card by a later approval: the grant has to be given anew.
    expect(await made.toolcard("scan", "--write")).toMatchObject({ status: 2 });
    expect(await ask()).toMatchObject({ status: 2, reason: "not-granted" });
  },
);
