import { describe, expect, it } from "vitest";
import { plain } from "../servers/listen.ts";
import { cardText, grantsText, sandbox } from "./sandbox.ts";

const note = (properties: object) => ({ name: "create_note", inputSchema: { type: "object", properties } });
const text = { type: "string" };
const before = [note({ text }), plain("lookup_policy")];
const after = [note({ text, visibility: { enum: ["internal", "public"] } }), plain("lookup_policy_history")];
const first5 =
  '{"server":"claims-tools","added":["lookup_policy_history"],"removed":["lookup_policy"],"changed":[{"tool":"create_note","input":{"added":["visibility"],"removed":[]},"output":{"added":[],"removed":[]}}],"revokes":["lookup_policy"]}';

function start(out: string): string {
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(out) as object).slice(0, 5)));
}

describe("diff --json", () => {
  const forms = {
    "a tools/list result": (tools: unknown) => ({ tools }),
    "a JSON-RPC answer": (tools: unknown) => ({ jsonrpc: "2.0", id: 1, result: { tools } }),
    "a bare array": (tools: unknown) => tools,
  };
  it.each(Object.entries(forms))("takes %s", async (_form, form) => {
    const made = sandbox({
      "old.json": JSON.stringify(form(before)),
      "new.json": JSON.stringify(form(after)),
    });
    const said = await made.toolcard("diff", "old.json", "new.json", "--server", "claims-tools", "--json");
    expect(said).toMatchObject({ status: 2, err: "" });
    expect(start(said.out)).toBe(first5);
  });

  it("takes a card, and its server's name from it", async () => {
    const made = sandbox({
      "card.yaml": cardText("https://claims.example.com/mcp", before, "claims-tools"),
      "new.json": JSON.stringify(after),
    });
    expect(start((await made.toolcard("diff", "card.yaml", "new.json", "--json")).out)).toBe(first5);
  });

  it("shows of two cards what else differs", async () => {
    const made = sandbox({
      "old.yaml": cardText("https://old.example.com/mcp", before),
      "new.yaml": cardText("https://new.example.com/mcp", before),
    });
    const said = await made.toolcard("diff", "old.yaml", "new.yaml", "--json");
    expect(JSON.parse(said.out)).toMatchObject({ scope: "widens", changes: [{ kind: "address-changed" }] });
  });

  it("with --grants counts as revoking only what some agent may call", async () => {
    const made = sandbox({
      "old.json": JSON.stringify([...before, plain("unused")]),
      "new.json": JSON.stringify(after),
      "registry/grants/intake-bot.yaml": grantsText("lookup_policy"),
    });
    for (const folder of ["registry", "registry/grants"]) {
      const said = await made.toolcard("diff", "old.json", "new.json", "--json", "--grants", folder);
      expect(JSON.parse(said.out)).toMatchObject({
        removed: ["lookup_policy", "unused"],
        revokes: ["lookup_policy"],
        grants: [{ agent: "intake-bot", tool: "lookup_policy", job: "intake" }],
      });
    }
  });

  it("neither adds, removes nor changes a tool that is named twice, and says so", async () => {
    const made = sandbox({
      "old.json": JSON.stringify(before),
      "new.json": JSON.stringify([...before, plain("lookup_policy")]),
    });
    const said = await made.toolcard("diff", "old.json", "new.json", "--json");
    expect(said.status).toBe(0);
    expect(JSON.parse(said.out)).toMatchObject({
      removed: [],
      warnings: [{ kind: "malformed-tool", tool: "lookup_policy", why: "named-twice", count: 2 }],
    });
  });

  it("removes nothing where an item of the new list has no readable name, and says what it kept", async () => {
    const made = sandbox({
      "old.json": JSON.stringify(before),
      "new.json": JSON.stringify([after[0], { description: "which?" }]),
    });
    const said = await made.toolcard("diff", "old.json", "new.json", "--json");
    expect(JSON.parse(said.out)).toMatchObject({
      removed: [],
      revokes: [],
      changed: [{ tool: "create_note" }],
      warnings: [
        { kind: "malformed-tool", why: "no-name" },
        { kind: "nothing-counts-as-removed", why: "unnamed-item", tools: ["lookup_policy"] },
      ],
    });
  });
});

describe("diff", () => {
  it("of two lists that differ in order alone says that nothing changed", async () => {
    const [one, two] = before;
    const made = sandbox({ "old.json": JSON.stringify([one, two]), "new.json": JSON.stringify([two, one]) });
    expect(await made.toolcard("diff", "old.json", "new.json")).toMatchObject({ status: 0 });
  });

  it.each([
    ["no file", "gone.json", undefined, "gone.json"],
    ["no list", "x.json", '{"a":1}', "x.json: no list of tools"],
    ["neither JSON nor YAML", "x.json", "{{{", "x.json:1:"],
    ["the first page of a list", "x.json", '{"tools":[],"nextCursor":""}', "x.json: only a part of a list"],
    ["a list that is not whole", "x.json", '{"result":{"resultType":"partial","tools":[]}}', "only a part"],
    ["no UTF-8", "x.json", Buffer.from([0x22, 0xff, 0x22]), "x.json: this is not UTF-8"],
  ])("of %s ends with status 1 and says where", async (_what, file, content, says) => {
    const made = sandbox({ "old.json": "[]", ...(content !== undefined && { [file]: content }) });
    const said = await made.toolcard("diff", "old.json", file);
    expect(said.status).toBe(1);
    expect(said.err).toContain(says);
  });
});
