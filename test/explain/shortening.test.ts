import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change, Drift } from "../../src/core/drift/drift.ts";
import { CHANGE_KINDS, type ChangeKind } from "../../src/core/drift/kinds.ts";
import { codesOf } from "../../src/core/explain/codes.ts";
import { factsOf } from "../../src/core/explain/facts.ts";
import { bounded, visible } from "../../src/core/explain/inert.ts";
import type { Explanation, SectionId } from "../../src/core/explain/model.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { textOf } from "../../src/core/explain/render-text.ts";
import { EVERY_KIND } from "./every-kind.ts";
import { codeSpansOf, parsed } from "./gfm.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { change, drift } from "./stories.ts";

const kinds = Object.keys(CHANGE_KINDS).toSorted() as ChangeKind[];

/** Drifts of many changes of any kind, with texts of any length. */
const anyDrift = fc
  .record({
    tools: fc.integer({ min: 0, max: 400 }),
    picks: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 6 }),
    text: fc.constantFrom(...hostileStrings.map(({ text }) => text)),
    repeat: fc.integer({ min: 0, max: 60 }),
    grants: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ tools, picks, text, repeat, grants }) => {
    const changes: Change[] = [];
    for (let at = 0; at < tools; at++) {
      const tool = `${text.slice(0, 40)} ${at}`;
      const held = Array.from({ length: grants }, (_, job) => ({
        agent: `agent-${at % 7}`,
        tool,
        job: `job-${job}`,
      }));
      for (const kind of picks) {
        const { tool: _none, ...partial } = EVERY_KIND[kind];
        const after =
          typeof partial.after === "string" ? `${at} ${text.repeat(repeat).slice(0, 5000)}` : partial.after;
        changes.push(change({ kind, ...partial, tool, after, grants: held }));
      }
    }
    return drift(changes);
  });

const fieldsOn = (count: number): Drift => {
  const field = { kind: "field-added", side: "input", world: "closed", after: { type: "string" } } as const;
  return drift(
    Array.from({ length: count }, (_, at) => {
      const path = `field_${at}`;
      return change({ ...field, tool: `tool_${at}`, pointer: `/inputSchema/properties/${path}`, path });
    }),
  );
};

function shown(text: string): string {
  return visible(bounded(text, 200).head, "name");
}

/** The widenings and revoked grants that an explanation does not tell. */
function lostIn({ sections }: Explanation, one: Drift): string[] {
  const codesIn = (id: SectionId) => new Set(codesOf(sections.filter((section) => section.id === id)));
  const [wider, revoked] = [codesIn("wider"), codesIn("revoked")];
  const widenings = factsOf(one).filter(({ section }) => section === "wider");
  const lost = widenings.flatMap(({ change: { kind, tool, path } }) => {
    const told = [tool, path].every((text) => text === undefined || text === "" || wider.has(shown(text)));
    return told ? [] : [`${kind} of ${tool}`];
  });
  const grants = one.grants.filter(({ agent, tool, job }) =>
    [agent, tool, job].some((text) => !revoked.has(shown(text))),
  );
  return [...lost, ...grants.map(({ agent, tool }) => `the grant of ${tool} to ${agent}`)];
}

/** How often the explanation of so many new fields looks at a change. */
function reads(count: number): number {
  let total = 0;
  const counted = fieldsOn(count).changes.map((one) => {
    return new Proxy(one, {
      get(target, key, receiver): unknown {
        total++;
        return Reflect.get(target, key, receiver);
      },
    });
  });
  explain({ ...fieldsOn(count), changes: counted });
  return total;
}

/** The explanation of a new field with this schema, and of this note. */
function markdownWith(after: unknown, note: unknown): string {
  const field = change({ kind: "field-added", side: "input", path: "x", after });
  const meta = change({ kind: "meta-changed", pointer: "/_meta/x", before: note, scope: "same" });
  return renderExplanation(drift([field, meta]));
}

describe("an explanation that would be too long", () => {
  it(
    "never has more than 60,000 bytes, and tells every widening or says that it does not",
    { timeout: 60_000 },
    () => {
      const property = fc.property(anyDrift, (one) => {
        const explanation = explain(one, { owners: ["@acme/owners"] });
        const markdown = markdownOf(explanation);
        expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
        expect(markdown.includes("Too large to decide")).toBe(explanation.tooLarge);
        if (!explanation.tooLarge) expect(lostIn(explanation, one)).toEqual([]);
      });
      fc.assert(property, { seed: 7, numRuns: 60 });
    },
  );

  it("cuts details first, counts at the top what is gone, and keeps widenings and revoked grants", () => {
    const names = Array.from({ length: 300 }, (_, at) => `tool_${String(at).padStart(3, "0")}`);
    const text = "words that agents act on ".repeat(40);
    const revoked = { agent: "intake-bot", tool: "lookup_policy", job: "claims-intake" };
    const changes = [
      ...names.map((tool) =>
        change({
          kind: "tool-description-changed",
          tool,
          pointer: "/description",
          before: "x",
          after: `${tool} ${text}`,
          scope: "same",
        }),
      ),
      ...fieldsOn(60).changes,
      change({
        kind: "tool-removed",
        tool: "lookup_policy",
        scope: "narrows",
        breaks: true,
        grants: [revoked],
      }),
    ];
    const explanation = explain(drift(changes), { owners: ["@acme/owners"] });
    expect(explanation.tooLarge).toBe(false);
    const markdown = markdownOf(explanation);
    const [, top = ""] = markdown.split("\n\n");
    expect(top).toMatch(/^Shortened: \d+ texts/);
    const spans = codeSpansOf(parsed(markdown));
    for (let at = 0; at < 60; at++) expect(spans).toContain(`field_${at}`);
    expect(spans).toContain("lookup_policy");
  });

  it("says how to split a drift of which not every widening fits", () => {
    const explanation = explain(fieldsOn(5000), { owners: ["@acme/owners"] });
    const markdown = markdownOf(explanation);
    expect(explanation.tooLarge).toBe(true);
    expect(markdown).toContain("**Too large to decide.** It widens 5000 fields, and revokes nothing.");
    expect(markdown).toContain("`toolcard scan --write --server claims-tools --tool tool_0`");
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(60_000);
    expect(textOf(explanation)).toContain("Too large to decide.");
  });

  it("names a tool to begin with that has to be decided on, and says where one tool alone is too large", () => {
    const title = change({ kind: "tool-title-changed", tool: "a_title", pointer: "/title", after: "A" });
    const several = { ...fieldsOn(5000), changes: [title, ...fieldsOn(5000).changes] };
    expect(markdownOf(explain(several))).toContain("--tool tool_0`");
    const one = drift(fieldsOn(5000).changes.map((each) => Object.assign({}, each, { tool: "tool_0" })));
    const explanation = explain(one, { owners: ["@acme/owners"] });
    expect(explanation.tooLarge).toBe(true);
    expect(markdownOf(explanation)).toContain(
      "All of it is about one tool. `/toolcard decline tool_0` keeps its approved form;",
    );
    expect(markdownOf(explain(one))).toContain("`toolcard decline claims-tools tool_0` keeps");
  });

  it("keeps to a smaller limit, too", () => {
    for (const maxBytes of [2_000, 5_000, 20_000]) {
      const markdown = renderExplanation(fieldsOn(100), { maxBytes });
      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
    }
  });

  it("reads each change of twice as many tools about twice as often", () => {
    const once = reads(1000);
    expect(reads(2000)).toBeLessThan(2.3 * once);
    expect(reads(5000)).toBeLessThan(5.75 * once);
  });
});

describe("the same drift", () => {
  it("gives the same bytes, whatever the order of keys in its values", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string", maxLength: 5 }, b: { type: "number" } },
    };
    const turned = {
      properties: { b: { type: "number" }, a: { maxLength: 5, type: "string" } },
      type: "object",
    };
    const before = { c: 1, a: [1, { z: 1, y: 2 }] };
    expect(markdownWith(turned, { a: [1, { y: 2, z: 1 }], c: 1 })).toBe(markdownWith(schema, before));
  });
});
