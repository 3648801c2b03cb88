import { describe, expect, it } from "vitest";

import { evidenceOfRemoval, lackingNames, otherProtocolVersion } from "../../src/core/reading/evidence.ts";

const tool = (name: string) => ({ name, inputSchema: {} });
const readAs = { protocolVersion: "2026-07-28", credential: "claims", capabilities: ["roots", "sampling"] };

describe("what a reading lacks", () => {
  it.each([
    ["read as the card says", readAs, [tool("a")], undefined],
    [
      "with its capabilities in another order",
      { ...readAs, capabilities: ["sampling", "roots", "roots"] },
      [],
      undefined,
    ],
    ["in another protocol version", { ...readAs, protocolVersion: "2025-11-25" }, [], undefined],
    ["with another credential", { ...readAs, credential: "other" }, [], "other-credential"],
    ["without a credential", { capabilities: ["roots", "sampling"] }, [], "other-credential"],
    ["with fewer capabilities", { ...readAs, capabilities: ["roots"] }, [], "other-capabilities"],
    [
      "with more capabilities",
      { ...readAs, capabilities: ["roots", "sampling", "x"] },
      [],
      "other-capabilities",
    ],
    ["with an item that is no object", readAs, [tool("a"), null], "unnamed-item"],
    ["with a name that is no text", readAs, [{ name: 1 }], "unnamed-item"],
    ["with a malformed item that has a name", readAs, [{ name: "a" }], undefined],
  ])("%s is gone, or is not evidence", (_how, as, tools, why) => {
    const evidence = evidenceOfRemoval({ readAs: as, tools }, readAs);
    expect(evidence).toMatchObject(why === undefined ? { counts: true } : { counts: false, why });
  });

  it("is gone where the card does not say how it was read", () => {
    expect(evidenceOfRemoval({ readAs: { credential: "x", capabilities: ["y"] }, tools: [] })).toEqual({
      counts: true,
    });
  });

  it("says what is not as it should be", () => {
    expect(evidenceOfRemoval({ readAs: { capabilities: [] }, tools: [] }, readAs)).toEqual({
      counts: false,
      why: "other-credential",
      detail: "no credential instead of claims",
    });
    expect(evidenceOfRemoval({ readAs: { ...readAs, capabilities: [] }, tools: [] }, readAs)).toMatchObject({
      detail: "no capabilities instead of roots, sampling",
    });
    expect(evidenceOfRemoval({ readAs, tools: [tool("a"), 1] }, readAs)).toMatchObject({
      detail: "item 2 of the list",
    });
  });

  it("is named by code points, and what is malformed is not lacking", () => {
    const card = ["z", "a", "twice", "bad", "é", "\u{1F642}", "\uFF01"].map(tool);
    const live = [tool("twice"), tool("twice"), { name: "bad" }, tool("e\u0301"), null];
    expect(lackingNames(card, live)).toEqual(["a", "z", "é", "\uFF01", "\u{1F642}"]);
  });
});

it("another protocol version is told, where both are known", () => {
  const reading = { readAs: { protocolVersion: "2025-11-25", capabilities: [] } };
  expect(otherProtocolVersion(reading, readAs)).toEqual({ before: "2026-07-28", after: "2025-11-25" });
  expect(otherProtocolVersion({ readAs }, readAs)).toBe(undefined);
  expect(otherProtocolVersion({ readAs: { capabilities: [] } }, readAs)).toBe(undefined);
  expect(otherProtocolVersion(reading)).toBe(undefined);
});
