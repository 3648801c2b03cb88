import { readRegistry, type Registry } from "../../src/core/registry/registry.ts";
import type { Reading } from "../../src/core/reading/reading.ts";
import { serializeReadings, parseReadings } from "../../src/core/reading/saved.ts";

/** The present of these tests. */
export const NOW = new Date("2026-11-30T10:00:00Z");

export const CARD_ID = "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11";
export const OTHER_ID = "11111111-2222-4333-8444-555555555555";
const URL_OF_CARD = "https://claims.example.com/mcp";

/** A registry of files that are given as JSON, which is YAML. */
export function registryOf(files: Readonly<Record<string, unknown>>): Registry {
  const encoder = new TextEncoder();
  return readRegistry(
    new Map(Object.entries(files).map(([path, value]) => [path, encoder.encode(JSON.stringify(value))])),
  );
}

/** A card of one server. */
export function cardOf(tools: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): unknown {
  return {
    id: CARD_ID,
    server: "claims",
    revision: 1,
    remote: { type: "streamable-http", url: URL_OF_CARD },
    tools,
    ...more,
  };
}

/** A grants file with one enrolment. */
export function grantsOf(
  grants: readonly { tool: string; job: string }[],
  card = CARD_ID,
  agent = "bot",
): unknown {
  return { agent, enrolments: [{ server: "claims", card, grants }] };
}

/** A complete reading, half an hour old; as it is after it was saved. */
export function readingOf(tools: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): Reading {
  const reading = {
    server: "claims",
    address: { type: "streamable-http", url: URL_OF_CARD },
    readAs: { capabilities: [] },
    time: "2026-11-30T09:30:00Z",
    outcome: "complete",
    tools,
    notes: [],
    confirmed: true,
    ...more,
  } as Reading;
  const saved = parseReadings(serializeReadings([reading]), "readings.json");
  if (saved.kind !== "readings") throw new Error(JSON.stringify(saved.problems));
  return saved.readings[0] as Reading;
}
