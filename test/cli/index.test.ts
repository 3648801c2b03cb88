import { describe, expect, test } from "vitest";
import { plain } from "../servers/listen.ts";
import { cardText, grantsText, sandbox } from "./sandbox.ts";

const url = "https://tools.example.com/mcp";

/** A registry with one card of one tool, a grant, and saved readings. */
function orchestrated(reading: object = { tools: [plain("a")] }) {
  return sandbox({
    "registry/cards/one.yaml": cardText(url, [plain("a")]),
    "registry/grants/intake-bot.yaml": grantsText("a"),
    "r.json": JSON.stringify([
      { server: "one", address: url, time: new Date(Date.now() - 60_000).toISOString(), ...reading },
    ]),
  });
}

const CALL = ["--agent", "intake-bot", "--job", "intake", "--server", "one", "--tool", "a"];

describe("index", () => {
  test("prints what an orchestrator loads", async () => {
    const made = orchestrated();
    const said = await made.toolcard("index", "--readings", "r.json");
    expect(said).toMatchObject({ status: 0, err: "" });
    expect(JSON.parse(said.out)).toMatchObject({
      version: 1,
      servers: [
        {
          server: "one",
          reading: { state: "complete", ageMinutes: 1 },
          tools: [{ name: "a", state: "callable" }],
        },
      ],
    });
  });

  test("ends with 3 where a server is not readable, and says so in the index", async () => {
    const made = orchestrated({ outcome: "failed", reason: "timeout" });
    const said = await made.toolcard("index", "--readings", "r.json");
    expect(said.status).toBe(3);
    expect(JSON.parse(said.out)).toMatchObject({
      servers: [
        { reading: { state: "unreadable", why: "timeout" }, tools: [{ name: "a", state: "unreadable" }] },
      ],
    });
  });

  test("ends with 4 where a file of the registry is invalid, which counts for more, and shows the rest", async () => {
    const made = orchestrated();
    made.write("registry/cards/broken.yaml", "server: [\n");
    const said = await made.toolcard("index", "--readings", "r.json");
    expect(said).toMatchObject({ status: 4, err: expect.stringContaining("broken.yaml") });
    expect(JSON.parse(said.out)).toMatchObject({
      servers: [
        { server: "broken", tools: [] },
        { server: "one", tools: [{ state: "callable" }] },
      ],
      warnings: [{ kind: "invalid-file" }],
    });
  });

  test("permits nothing where toolcard.yaml can't be read, as it may say that approvals are in use", async () => {
    const made = orchestrated();
    made.write("registry/toolcard.yaml", "approval: [\n");
    const said = await made.toolcard("authorize", ...CALL, "--readings", "r.json");
    expect(said).toMatchObject({ status: 1, out: "", err: expect.stringContaining("toolcard.yaml") });
  });

  test("shows one agent only what it has grants for", async () => {
    const made = orchestrated();
    const view = async (...who: string[]) =>
      JSON.parse((await made.toolcard("index", "--readings", "r.json", ...who)).out) as {
        servers: unknown[];
      };
    expect((await view("--agent", "intake-bot", "--job", "intake")).servers).toHaveLength(1);
    expect((await view("--agent", "other")).servers).toEqual([]);
    expect((await view("--job", "other")).servers).toEqual([]);
  });

  test("writes a file whole", async () => {
    const made = orchestrated();
    expect(await made.toolcard("index", "--readings", "r.json", "--out", "index.json")).toMatchObject({
      out: "",
    });
    expect(JSON.parse(made.read("index.json"))).toMatchObject({ version: 1 });
  });

  test("does not watch without a file to keep, nor with saved readings", async () => {
    const made = orchestrated();
    expect(await made.toolcard("index", "--watch")).toMatchObject({
      status: 1,
      err: expect.stringContaining("--out"),
    });
    const saved = await made.toolcard("index", "--watch", "--out", "x", "--readings", "r.json");
    expect(saved).toMatchObject({ status: 1, err: expect.stringContaining("--readings") });
  });

  test("permits nothing where approvals are in use and can't be read", async () => {
    const made = orchestrated();
    made.write("registry/toolcard.yaml", `approval: { genesis: "sha256:${"0".repeat(64)}" }\n`);
    for (const command of [["index"], ["authorize", ...CALL]]) {
      const said = await made.toolcard(...command, "--readings", "r.json");
      expect(said).toMatchObject({
        status: 1,
        out: "",
        err: expect.stringContaining("approvals are in use"),
      });
    }
  });
});

describe("authorize", () => {
  test("says yes with status 0, and no with status 2 and the reason", async () => {
    const made = orchestrated();
    const ask = (...more: string[]) => made.toolcard("authorize", ...CALL, "--readings", "r.json", ...more);
    expect(await ask()).toMatchObject({
      status: 0,
      out: "allowed: intake-bot may call a for intake.\n",
      err: "",
    });
    expect(await ask("--arguments", '{"x": 1}')).toMatchObject({
      status: 2,
      out: "refused (beyond-card): a: the field x is not one that the card has. Leave it out.\n",
    });
    const said = await ask("--job", "other", "--json");
    expect(said.status).toBe(2);
    expect(JSON.parse(said.out)).toMatchObject({ allowed: false, reason: "not-granted" });
  });

  test("takes the arguments from standard input", async () => {
    const made = orchestrated();
    const words = ["authorize", ...CALL, "--readings", "r.json", "--arguments", "-"];
    expect(await made.fed(['{"x"', ": 1}"], ...words)).toMatchObject({ status: 2 });
    expect(await made.fed(["{}"], ...words)).toMatchObject({ status: 0 });
  });

  test.each(["[]", "5", "{", ""])("takes no arguments that are no object: %j", async (text) => {
    const made = orchestrated();
    const said = await made.toolcard("authorize", ...CALL, "--readings", "r.json", "--arguments", text);
    expect(said).toMatchObject({ status: 1, out: "" });
  });

  test("decides though other files are faulty, and says so on standard error", async () => {
    const made = orchestrated();
    made.write("registry/cards/broken.yaml", "server: [\n");
    const said = await made.toolcard("authorize", ...CALL, "--readings", "r.json");
    expect(said).toMatchObject({ status: 0, err: expect.stringContaining("broken.yaml") });
  });
});
