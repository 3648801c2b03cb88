import { describe, expect, it } from "vitest";
import { explain } from "../../src/core/explain/explanation.ts";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import { cardText, sandbox } from "./sandbox.ts";

const URL_OF_CARD = "https://claims.example.com/mcp";
const old = { name: "tool_0", inputSchema: { type: "object", properties: {} } };
const tools = Array.from({ length: 5000 }, (_, at) => ({
  name: `tool_${at}`,
  description: `Does what has the number ${at}.`,
  inputSchema: { type: "object", properties: { [`field_${at}`]: { type: "string" } } },
}));

describe("a drift of 5,000 tools", () => {
  it("is too large to decide, and the command that it names writes a part that is not", async () => {
    const reading = {
      server: "one",
      address: { type: "streamable-http", url: URL_OF_CARD },
      readAs: { capabilities: [] },
      time: "2026-11-30T09:30:00Z",
      outcome: "complete",
      tools,
      notes: [],
      confirmed: true,
    };
    const made = sandbox({
      "registry/cards/one.yaml": cardText(URL_OF_CARD, [old]),
      "lists.json": JSON.stringify({ version: 1, readings: [reading] }),
    });
    const drift = diffTools([old], tools, { server: "one" });
    expect(explain(drift).tooLarge).toBe(true);
    const whole = await made.toolcard("scan", "--readings", "lists.json", "--format", "markdown");
    expect(whole.out).toContain("**Too large to decide.**");
    const [, command = ""] = /`toolcard (scan --write --server one --tool \w+)`/.exec(whole.out) ?? [];
    const part = await made.toolcard(...command.split(" "), "--tool", "tool_7", "--readings", "lists.json");
    expect(part).toMatchObject({ status: 2, err: "" });
    expect(part.out).not.toContain("Too large to decide");
    expect(made.read("registry/cards/one.yaml")).toContain("field_7:");
    expect(made.read("registry/cards/one.yaml")).not.toContain("field_8:");
  });
});
