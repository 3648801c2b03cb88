import { describe, expect, it } from "vitest";
import { plain } from "../servers/listen.ts";
import { cardText, sandbox, type Sandbox } from "./sandbox.ts";

const url = "https://tools.example.com/mcp";

/** A registry whose one card has these tools, and a saved reading with those. */
function declining(onCard: readonly object[], live: readonly object[]): Sandbox {
  return sandbox({
    "registry/cards/one.yaml": cardText(url, onCard),
    "r.json": JSON.stringify([{ server: "one", address: url, tools: live }]),
  });
}

const say = async (made: Sandbox, ...argv: string[]) => made.toolcard(...argv, "--readings", "r.json");
const changed = (name: string) => ({ ...plain(name), description: "other" });

describe("decline", () => {
  it("keeps a new tool off the card, and later scans name it in a warning alone", async () => {
    const made = declining([plain("a")], [plain("a"), plain("new")]);
    expect(await say(made, "scan")).toMatchObject({ status: 2 });
    expect(await say(made, "decline", "one", "new")).toMatchObject({ status: 0 });
    const scan = await say(made, "scan", "--json");
    expect(scan.status).toBe(0);
    expect(JSON.parse(scan.out)).toMatchObject({
      drifts: [],
      clean: [{ warnings: [{ kind: "declined-form", tool: "new" }] }],
    });
  });

  it("keeps the card's form of a tool that changed, until its live form changes again", async () => {
    const made = declining([plain("a")], [changed("a")]);
    await say(made, "decline", "one", "a");
    expect(await say(made, "scan")).toMatchObject({ status: 0 });
    made.write(
      "r.json",
      JSON.stringify([{ server: "one", address: url, tools: [{ ...changed("a"), title: "A" }] }]),
    );
    expect(await say(made, "scan")).toMatchObject({ status: 2 });
  });

  it("takes a name as an explanation shows it, with its hidden characters escaped", async () => {
    const made = declining([], [plain("pay\u200b")]);
    expect(await say(made, "decline", "one", "pay\\u{200B}")).toMatchObject({ status: 0 });
    expect(await say(made, "scan")).toMatchObject({ status: 0 });
  });

  it("tells what is wrong with a card that it can't use", async () => {
    const made = sandbox({ "registry/cards/one.yaml": "id: x\n", "r.json": "[]" });
    const said = await say(made, "decline", "one", "a");
    expect(said).toMatchObject({ status: 1, err: expect.stringContaining("registry/cards/one.yaml:1:5: ") });
  });

  it.each([
    ["a removal", "gone", "a removal can't be declined"],
    ["a tool that is as the card has it", "same", "nothing to decline"],
    ["a tool that nobody lists", "other", "lists no tool"],
  ])("of %s is an error, and changes nothing", async (_what, tool, says) => {
    const made = declining([plain("gone"), plain("same")], [plain("same")]);
    const before = made.registry();
    const said = await say(made, "decline", "one", tool);
    expect(said.status).toBe(1);
    expect(said.err).toContain(says);
    expect(made.registry()).toEqual(before);
  });
});
