import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, freePort, type RunningServer } from "../../demo/start-server.ts";
import { legacyMcp, listen, plain } from "../servers/listen.ts";
import { cardText, grantsText, ID, ROOT, sampleSandbox, sandbox, type Sandbox } from "./sandbox.ts";

/** The registry of one server with these tools on its card, two of them granted. */
function registryOf(url: string, ...names: string[]): Sandbox {
  return sandbox({
    "registry/cards/one.yaml": cardText(`${url}/mcp`, names.map(plain)),
    "registry/grants/intake-bot.yaml": grantsText(...names.slice(0, 2)),
  });
}

const serving = (...names: string[]) => listen(legacyMcp(() => ({ result: { tools: names.map(plain) } })));

describe("scan of claims-tools, as the sample has it", () => {
  let claims: RunningServer;
  let made: Sandbox;
  beforeAll(async () => {
    const port = await freePort(0);
    claims = await startServer([`${ROOT}/demo/servers/claims-tools.ts`, String(port)], port);
    made = sampleSandbox();
    const card = "registry/cards/claims-tools.yaml";
    made.write(card, made.read(card).replace("127.0.0.1:7301", `127.0.0.1:${port}`));
  });
  afterAll(() => claims.stop());

  it("gives the drift whose first five keys are fixed, explains it, writes it in place, and is clean after", async () => {
    const json = await made.toolcard("scan", "--server", "claims-tools", "--json");
    expect(json.status).toBe(2);
    const [drift] = (JSON.parse(json.out) as { drifts: Record<string, unknown>[] }).drifts;
    expect(Object.keys(drift ?? {}).slice(0, 5)).toEqual([
      "server",
      "added",
      "removed",
      "changed",
      "revokes",
    ]);
    expect(JSON.stringify(Object.fromEntries(Object.entries(drift ?? {}).slice(0, 5)))).toBe(
      '{"server":"claims-tools","added":["lookup_policy_history"],"removed":["lookup_policy"],"changed":[{"tool":"create_note","input":{"added":["visibility"],"removed":[]},"output":{"added":[],"removed":[]}}],"revokes":["lookup_policy"]}',
    );

    const before = made.registry();
    const text = await made.toolcard("scan", "--server", "claims-tools", "--write");
    expect(text.status).toBe(2);
    expect(text.out).toContain("claims-tools: revokes 2 grants; widens 1 field, 1 new tool");
    const after = made.registry();
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed).toEqual(["cards/claims-tools.yaml", "grants/audit-bot.yaml", "grants/intake-bot.yaml"]);
    const lines = Object.fromEntries(
      changed.map((path) => [path, lineDiff(before[path] ?? "", after[path] ?? "")]),
    );
    expect(lines).toEqual({
      "cards/claims-tools.yaml": [
        "-revision: 4",
        "-    description: Add a note to a claim.",
        "-  - name: lookup_policy",
        "-    description: Read the policy of a claim.",
        "+revision: 5",
        "+    description: Add a note to a claim. Notes marked public are shown to the customer.",
        "+        visibility: { type: string, enum: [internal, public] }",
        "+  - name: lookup_policy_history",
        "+    description: List what changed on a policy over time.",
        "+        since: { type: string, format: date }",
        "+        entries: { type: array, items: { type: object } }",
        "+      required: [entries]",
        "+  - { name: lookup_policy, revision: 5 }",
      ],
      "grants/audit-bot.yaml": ["-      - { tool: lookup_policy, job: quarterly-audit }"],
      "grants/intake-bot.yaml": ["-      - { tool: lookup_policy, job: claims-intake }"],
    });

    expect(await made.toolcard("scan", "--server", "claims-tools")).toMatchObject({ status: 0 });
    expect(made.registry()).toEqual(after);
  });

  it("gives the same drift from its saved readings, without reading again", async () => {
    const again = sampleSandbox();
    again.write("registry/cards/claims-tools.yaml", made.read("registry/cards/claims-tools.yaml"));
    const live = await again.toolcard("scan", "--server", "claims-tools", "--json");
    again.write("saved.json", live.out);
    const saved = await again.toolcard(
      "scan",
      "--server",
      "claims-tools",
      "--json",
      "--readings",
      "saved.json",
    );
    expect(saved).toEqual(live);
  });
});

/** The lines that one text has and the other has not, as `-` and `+`. */
function lineDiff(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

/** A server that answers everything with one status. */
const status = (code: number, headers: Record<string, string> = {}) => {
  return () => listen(() => ({ status: code, headers, text: "no" }));
};

describe.concurrent("scan of a server that is not as it should be", () => {
  const cases: { what: string; start: () => ReturnType<typeof listen>; exit: number; says: string }[] = [
    { what: "answers 401", start: status(401), exit: 3, says: "(auth-required)" },
    { what: "answers 403", start: status(403), exit: 3, says: "(auth-required)" },
    { what: "answers 404", start: status(404), exit: 3, says: "(not-found)" },
    { what: "answers 429", start: status(429, { "retry-after": "1" }), exit: 3, says: "(rate-limited)" },
    { what: "answers 500", start: status(500), exit: 3, says: "(server-error)" },
    {
      what: "answers HTML",
      start: () =>
        listen(() => ({ status: 200, headers: { "content-type": "text/html" }, text: "<h1>log in</h1>" })),
      exit: 3,
      says: "(not-mcp)",
    },
    {
      what: "points elsewhere",
      start: () => listen(() => ({ status: 307, headers: { location: "http://127.0.0.1:1/elsewhere" } })),
      exit: 3,
      says: "(redirected)",
    },
    {
      what: "lists no tools once, and all of them a moment later",
      start: () =>
        listen(
          legacyMcp((_asked, time) => ({ result: { tools: time === 1 ? [] : [plain("a"), plain("b")] } })),
        ),
      exit: 0,
      says: "The first reading lacked tools",
    },
    {
      what: "lists other tools at each reading",
      start: () => listen(legacyMcp((_asked, time) => ({ result: { tools: [plain(`t${time}`)] } }))),
      exit: 3,
      says: "(unstable)",
    },
    {
      what: "has no tools feature",
      start: () =>
        listen(
          legacyMcp(() => ({ json: { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "?" } } }), {}),
        ),
      exit: 3,
      says: "(not-advertised)",
    },
  ];
  it.each(cases)("that $what touches no file and says so", async ({ start, exit, says }) => {
    const server = await start();
    const made = registryOf(server.url, "a", "b");
    const before = made.registry();
    const said = await made.toolcard("scan", "--write", "--timeout", "5");
    server.close();
    expect(said.out).toContain(says);
    expect(said.status).toBe(exit);
    expect(made.registry()).toEqual(before);
  });

  it("because nobody listens is unreadable, and its card stays", async () => {
    const made = registryOf(`http://127.0.0.1:${await freePort(0)}`, "a");
    const before = made.registry();
    expect(await made.toolcard("scan", "--write")).toMatchObject({
      status: 3,
      out: expect.stringContaining("(unreachable)"),
    });
    expect(made.registry()).toEqual(before);
  });
});

/** A tool of more than half a card. */
const described = (name: string) => Object.assign(plain(name), { description: name.repeat(600_000) });

describe.concurrent("scan --write", () => {
  it("takes a tool that is gone off the card, its grants out of the grants files, and leaves the rest byte for byte", async () => {
    const server = await serving("b", "c");
    const made = registryOf(server.url, "a", "b");
    expect(await made.toolcard("scan", "--write")).toMatchObject({ status: 2 });
    server.close();
    const { "cards/one.yaml": card = "", "grants/intake-bot.yaml": grants } = made.registry();
    expect(card).toContain("# what people wrote\n");
    expect(card).toContain("revision: 2\n");
    expect(card).toContain(" # where\n");
    expect(card).toContain("retired:\n  - { name: a, revision: 2 }");
    expect(grants).toBe(grantsText("b"));
  });

  it("leaves an enrolment that has no grant left", async () => {
    const server = await serving("c");
    const made = registryOf(server.url, "a", "b", "c");
    await made.toolcard("scan", "--write");
    server.close();
    expect(made.registry()["grants/intake-bot.yaml"]).toContain(`    card: ${ID}\n    grants: []\n`);
  });

  it("tells which card would grow too large, and writes those of the other servers", async () => {
    const url = "https://tools.example.com/mcp";
    const other = cardText(url, [plain("a")], "two").replace(ID, ID.replace("0b9f", "1b9f"));
    const made = sandbox({
      "registry/cards/one.yaml": cardText(url, [plain("a")]),
      "registry/cards/two.yaml": other,
      "r.json": JSON.stringify([
        { server: "one", address: url, tools: [plain("a"), described("x"), described("y")] },
        { server: "two", address: url, tools: [plain("a"), plain("b")] },
      ]),
    });
    const said = await made.toolcard("scan", "--write", "--readings", "r.json");
    expect(said.status).toBe(2);
    expect(said.err).toContain("one: not written: its card would be larger than 1 MiB");
    expect(said.out).toContain("registry/cards/two.yaml");
    const { "cards/one.yaml": one, "cards/two.yaml": two } = made.registry();
    expect(one).toBe(cardText(url, [plain("a")]));
    expect(two).toMatch(/name"?: ?"?b\b/);
  });

  it("with --tool takes that tool alone, and the next scan shows the rest", async () => {
    const server = await serving("a", "b", "c", "d");
    const made = registryOf(server.url, "a", "b");
    expect(await made.toolcard("scan", "--write", "--tool", "c")).toMatchObject({ status: 2 });
    const next = JSON.parse((await made.toolcard("scan", "--json")).out) as { drifts: { added: string[] }[] };
    server.close();
    expect(next.drifts.map(({ added }) => added)).toEqual([["d"]]);
  });
});

describe("scan's exit status", () => {
  it("is 4 for an invalid registry, and the valid cards are read all the same", async () => {
    const server = await serving("a", "b");
    const made = registryOf(server.url, "a", "b");
    made.write("registry/cards/two.yaml", "id: nonsense\n");
    const said = await made.toolcard("scan");
    server.close();
    expect(said.status).toBe(4);
    expect(said.err).toMatch(/^registry\/cards\/two\.yaml:1:\d+: /m);
    expect(said.out).toContain("`two` (invalid-card). Its card is invalid");
    expect(said.out).toContain("`one`");
  });

  it("is 3 when one server can't be read, also where another has drifted", async () => {
    const server = await serving("a", "b", "new");
    const made = registryOf(server.url, "a", "b");
    const other = cardText("http://127.0.0.1:1/mcp", [plain("x")], "two");
    made.write("registry/cards/two.yaml", other.replace(ID, ID.replace("0b9f", "1b9f")));
    const said = await made.toolcard("scan");
    server.close();
    expect(said.status).toBe(3);
    expect(said.out).toContain("widens 1 new tool");
  });

  it("is 1 for a tool that no card and no list has; a name may be escaped as an explanation shows it", async () => {
    const url = "https://tools.example.com/mcp";
    const made = sandbox({
      "registry/cards/one.yaml": cardText(url, [plain("a")]),
      "r.json": JSON.stringify([{ server: "one", address: url, tools: [plain("a"), plain("pay\u200b")] }]),
      "none.json": "[]",
    });
    const of = (tool: string, file = "r.json") =>
      made.toolcard("scan", "--readings", file, "--tool", tool, "--json");
    expect(await of("pya")).toMatchObject({
      status: 1,
      err: "toolcard: no card and no server has a tool pya\n",
    });
    expect(await of("pya", "none.json")).toMatchObject({ status: 3 });
    expect(await of("a")).toMatchObject({ status: 0 });
    const escaped = await of("pay\\u{200B}");
    expect(JSON.parse(escaped.out)).toMatchObject({ drifts: [{ added: ["pay\u200b"] }] });
  });

  it("is 1 for an option that is not there, and for a server that is not in the registry", async () => {
    const made = sandbox({ "registry/cards/one.yaml": cardText("http://127.0.0.1:1/mcp", []) });
    expect(await made.toolcard("scan", "--nonsense")).toMatchObject({ status: 1 });
    expect(await made.toolcard("scan", "--server", "two")).toMatchObject({
      status: 1,
      err: "toolcard: the registry has no card of two\n",
    });
  });
});

describe("scan --readings", () => {
  const tools = [plain("a"), plain("b")];
  const url = "https://tools.example.com/mcp";

  it("takes readings that people wrote, with the address as a URL", async () => {
    const made = registryOf("https://tools.example.com", "a", "b");
    made.write("r.json", JSON.stringify([{ server: "one", address: url, tools: [...tools, plain("c")] }]));
    const said = await made.toolcard("scan", "--json", "--readings", "r.json");
    expect(said.status).toBe(2);
    expect(JSON.parse(said.out)).toMatchObject({ drifts: [{ server: "one", added: ["c"] }] });
  });

  it("compares nothing with a reading of another address", async () => {
    const made = registryOf("https://tools.example.com", "a", "b");
    made.write("r.json", JSON.stringify([{ server: "one", address: `${url}/`, tools: [] }]));
    const said = await made.toolcard("scan", "--write", "--readings", "r.json");
    expect(said).toMatchObject({ status: 3, out: expect.stringContaining("(other-address)") });
  });

  it("counts a server without a reading as unreadable", async () => {
    const made = registryOf("https://tools.example.com", "a");
    made.write("r.json", "[]");
    expect(await made.toolcard("scan", "--readings", "r.json")).toMatchObject({
      status: 3,
      out: expect.stringContaining("(not-read)"),
    });
  });
});
