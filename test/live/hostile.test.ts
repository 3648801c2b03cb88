import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { toolList } from "../../src/core/tool/tool.ts";
import { readTools } from "../../src/live/read-tools.ts";
import { command, fileOf, freePort, start, withoutTokens } from "../servers/start.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Expected {
  readonly names?: readonly string[];
  readonly count?: number;
  readonly malformed?: readonly (readonly [string | null, string])[];
  readonly notes?: readonly string[];
  readonly reason?: string;
  readonly hangs?: boolean;
  readonly either?: readonly Expected[];
}

const FIXTURE = "../fixtures/hostile-server.mjs";
const TABLE = JSON.parse(readFileSync(fileOf("../live/hostile-cases.json"), "utf8")) as Record<
  string,
  Record<string, Expected>
>;
const NAMED = new Set(Object.values(TABLE).flatMap((group) => Object.keys(group)));

let port = 0;
let stop = () => {};

beforeAll(async () => {
  withoutTokens();
  const chosen = await freePort();
  const server = await start([fileOf(FIXTURE), "http", String(chosen)], /bad up/);
  port = chosen;
  stop = server.stop;
});
afterAll(() => stop());

describe.concurrent.each(["legacy", "modern"])("a hostile %s server", (era) => {
  it.each(scenarios("http"))("over HTTP, %s", async (scenario) => {
    const url = `http://127.0.0.1:${port}/${era}/${scenario}`;
    await judge({ remote: { type: "streamable-http", url, headers: [] } }, expected(era, "http", scenario));
  });

  it.each(scenarios("stdio"))("over stdio, %s", async (scenario) => {
    await judge(command(FIXTURE, "stdio", era, scenario), expected(era, "stdio", scenario));
  });
});

it("is judged in every scenario that it knows", () => {
  const source = readFileSync(fileOf(FIXTURE), "utf8");
  const known = [
    ...source.matchAll(/\bsc === '([^']+)'/g),
    ...source.matchAll(/^ {2}(\w+): \(\) => /gm),
    ...source.matchAll(/[{,] (\w+): \(\) => \(\{/g),
  ].map((match) => match[1] ?? "");
  // What a redirect of another scenario leads to.
  expect(known.filter((name) => !NAMED.has(name) && name !== "echoauth")).toEqual([]);
  expect(known.length).toBeGreaterThan(80);
});

function scenarios(transport: "http" | "stdio"): string[] {
  return [
    ...new Set([
      ...Object.keys(TABLE["both transports"] ?? {}),
      ...Object.keys(TABLE[`over ${transport}`] ?? {}),
    ]),
  ];
}

function expected(era: string, transport: string, scenario: string): Expected {
  const groups = [`over ${transport}`, era, "both transports"];
  const found = groups.map((group) => TABLE[group]?.[scenario]).find((one) => one !== undefined);
  if (found === undefined) throw new Error(`no expectation for ${scenario}`);
  return found;
}

async function judge(
  connection: Parameters<typeof readTools>[0]["connection"],
  wanted: Expected,
): Promise<void> {
  const limits =
    wanted.hangs === true ? { requestMs: 700, totalMs: 4_000 } : { requestMs: 20_000, totalMs: 40_000 };
  const reading = await readTools({ server: "hostile", connection, allowCommands: true, limits });
  const list = reading.outcome === "complete" ? toolList(reading.tools) : undefined;
  const seen = {
    ...(reading.outcome === "failed" && { reason: reading.reason }),
    ...(list !== undefined && {
      names: list.tools.map((tool) => tool.name),
      malformed: list.malformed.map(({ name, why }) => [name ?? null, why]),
      notes: reading.outcome === "complete" ? reading.notes : [],
    }),
  };
  const { hangs: _, either, ...only } = wanted;
  expect((either ?? [only]).map(whole)).toContainEqual(
    only.count === undefined ? seen : { count: list?.tools.length },
  );
}

function whole(wanted: Expected) {
  if (wanted.reason !== undefined || wanted.count !== undefined) return wanted;
  return { names: wanted.names, malformed: wanted.malformed ?? [], notes: wanted.notes ?? [] };
}
