import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryWords, findingWords } from "../../src/core/record/words.ts";
import { PEOPLE, person } from "../gate/scene.ts";
import { World } from "./world.ts";

const card = (name: string, named: string) =>
  JSON.stringify({
    id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b20",
    server: name,
    revision: 1,
    remote: { type: "streamable-http", url: "https://odd.example.com/mcp" },
    tools: [tool(named)],
  });

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

const NAMES = [
  "Bad Name",
  "@mallory",
  "__proto__",
  "constructor",
  "a\nb",
  "a\u0000b",
  "\u202Egnp",
  "x".repeat(300),
  "\uD83D\uDE00",
  "ends.lock",
  `${"d/".repeat(3000)}x`,
];

describe("a record stays whole, and its words inert,", () => {
  it.each(NAMES)("whatever a file is called that somebody pushes: %j", (name) => {
    const world = new World();
    const files = [`registry/cards/${name}.yaml`, `registry/grants/${name}.yaml`];
    for (const file of files) {
      for (const entry of world.land({ lands: { [file]: card(name, "a") } })) {
        expect(entry).toMatchObject({ file, approved: false });
        expect(entryWords(entry)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
        const { sequence, commit, missing } = entry;
        const words = findingWords({
          kind: "unapproved",
          line: sequence + 1,
          file,
          commit,
          pull: null,
          missing,
        });
        expect(words).not.toMatch(/[\u0000-\u001f\u202e]/);
      }
    }
    expect(world.land({ pull: { head: { "registry/cards/files.yaml": undefined } } })).toHaveLength(1);
  });

  it("whatever a tool is called", () => {
    const names = fc.oneof(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.constantFrom("__proto__", "\u2028"),
    );
    fc.assert(
      fc.property(names, (named) => {
        const world = new World();
        const [entry] = world.land({ lands: { "registry/cards/odd.yaml": card("odd", named) } });
        expect(entry).toMatchObject({ file: "registry/cards/odd.yaml", approved: false });
        expect(world.entries).toHaveLength(2);
      }),
      { numRuns: 30 },
    );
  });

  it("whatever GitHub says of people and of what it can't read", () => {
    const unreadable = { "@acme/claims": `\u001b[2J${"w".repeat(5000)}` };
    const world = new World({}, { ...PEOPLE, unreadable });
    const [entry] = world.land({
      pull: {
        head: { "registry/cards/files.yaml": undefined },
        mergedBy: person(`o\u202E${"l".repeat(5000)}`),
        undeterminable: ["\u001b[2J"],
      },
    });
    expect(entry?.missing.map(({ kind }) => kind)).toEqual(["unread", "owner-unknown"]);
    expect(entry && entryWords(entry)).not.toMatch(/[\u001b\u202e]/);
  });

  it("however much comes and goes: an entry that would be too long says that it is cut", () => {
    const tools = Array.from({ length: 20 }, (_, at) => `${at}${"\u00e9".repeat(20_000)}`);
    const world = new World();
    const odd = { ...(JSON.parse(card("odd", "x")) as { id: string }), tools: tools.map(tool) };
    world.land({ lands: { "registry/cards/odd.yaml": JSON.stringify(odd) } });
    for (let at = 0; at < 5; at++) {
      const grants = tools.map((named) => ({ tool: named, job: "nightly" }));
      const agent = { agent: `a${at}`, enrolments: [{ server: "odd", card: odd.id, grants }] };
      const [given] = world.land({ lands: { [`registry/grants/a${at}.yaml`]: JSON.stringify(agent) } });
      expect(given).toMatchObject({ cut: false });
    }
    const [entry] = world.land({ lands: { "registry/cards/odd.yaml": undefined } });
    expect(entry).toMatchObject({ cut: true, drift: null, approved: false });
  });
});
