import { describe, expect, it, vi } from "vitest";

import { readConfirmed } from "../../src/live/read-confirmed.ts";
import { legacyMcp, listen, plain, type Answer } from "../servers/listen.ts";

// Other work may be going on on the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const lists = (...names: string[]) => ({ result: { tools: names.map(plain) } });
const down: Answer = { status: 503 };
const CARD = [plain("a"), plain("b")];

describe.concurrent("a list", () => {
  it.each([
    { what: "equal to the card is read once", readings: [lists("b", "a")], outcome: { confirmed: false } },
    {
      what: "with more than the card is read once",
      readings: [lists("a", "b", "c")],
      outcome: { confirmed: false },
    },
    {
      what: "that lacks a tool twice is confirmed",
      readings: [lists("a", "c"), lists("c", "a")],
      outcome: { confirmed: true, notes: [], tools: [plain("c"), plain("a")] },
    },
    {
      what: "that is empty once is not believed",
      readings: [lists(), lists("a", "b")],
      outcome: { confirmed: false, notes: ["second-reading-clean"], tools: CARD },
    },
    {
      what: "that is another one each time is unstable",
      readings: [lists("a"), lists("b")],
      outcome: { outcome: "failed", reason: "unstable", detail: "2 differ: a (only-first), b (only-second)" },
    },
    {
      what: "that can't be read again is not believed",
      readings: [lists("a"), down],
      outcome: { outcome: "failed", reason: "server-error" },
    },
    { what: "that can't be read is not read again", readings: [down], outcome: { outcome: "failed" } },
  ])("$what", async ({ readings, outcome }) => {
    const server = await listen(legacyMcp((_asked, time) => readings[time - 1] ?? { status: 418 }));
    const connection = { remote: { type: "streamable-http", url: server.url, headers: [] } } as const;
    const reading = await readConfirmed({ server: "x", connection }, CARD, 1);
    server.close();
    expect(reading).toMatchObject(outcome);
    const asked = server.asked.filter(({ message }) => message.method === "tools/list");
    expect(asked.length).toBe(readings.length);
    const connections = server.asked.filter(({ message }) => message.method === "initialize");
    expect(connections.length).toBe(readings.length);
  });
});
