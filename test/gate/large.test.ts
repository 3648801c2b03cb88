import { describe, expect, it } from "vitest";
import { publicationOf } from "../../src/core/gate/publication.ts";
import { judged } from "./judging.ts";
import { CLAIMS, claimsCard, codeowners, intakeBot, REPOSITORY } from "./sample.ts";
import { labelledBy, pullOf, snapshotOf, withFiles } from "./scene.ts";
import { swap } from "./table.ts";

const CARD = "registry/cards/claims-tools.yaml";
const base = snapshotOf(REPOSITORY, "base");

function uuid(number: number): string {
  return `5f0c1c9e-6a39-4f5e-9d0a-${String(number).padStart(12, "0")}`;
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

describe("what is large", () => {
  it("is refused where one widening could hide in it, and says how to split: 5,000 added tools, one raised limit", () => {
    const tools = Array.from(
      { length: 5000 },
      (_, at) => `  - { name: t${at}, inputSchema: { type: object } }\n`,
    ).join("");
    const text = swap(swap(claimsCard, "500", "900"), "retired:", `${tools}retired:`);
    const head = snapshotOf(withFiles(REPOSITORY, { [CARD]: text }), "head");
    for (const more of [{}, labelledBy("olga")]) {
      const verdict = judged(pullOf(base, head, more), [base, head]);
      expect(verdict.kind).toBe("refused");
      expect(verdict.title).toBe("Refused: too large to decide; split it into several pull requests");
      expect(verdict.widenings).toHaveLength(5001);
      expect(bytes(verdict.summary)).toBeLessThanOrEqual(60_000);
    }
  });

  it("is refused where not every grant that is given could be shown", () => {
    const agents = Object.fromEntries(
      Array.from({ length: 700 }, (_, at) => {
        const name = `agent-with-a-rather-long-name-number-${at}`;
        return [`registry/grants/${name}.yaml`, swap(intakeBot, "intake-bot", name)];
      }),
    );
    const head = snapshotOf(withFiles(REPOSITORY, agents), "head");
    expect(judged(pullOf(base, head, labelledBy("olga")), [base, head]).kind).toBe("refused");
  });

  it("is shown whole where it fits, with every widening in it and at most 50 notes: 60 new cards", () => {
    const cards = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        const text = `id: ${uuid(at)}\nserver: s${at}\nrevision: 1\nremote: { type: sse, url: "https://s${at}.example/mcp" }\ntools:\n  - { name: only${at}, inputSchema: { type: object } }\n`;
        return [`registry/cards/s${at}.yaml`, text];
      }),
    );
    const head = snapshotOf(withFiles(REPOSITORY, cards), "head");
    const verdict = judged(pullOf(base, head), [base, head]);
    expect(verdict.kind, verdict.title).toBe("needs-label");
    expect(verdict.widenings).toHaveLength(120);
    expect(bytes(verdict.summary)).toBeLessThanOrEqual(60_000);
    for (let at = 0; at < 60; at++) {
      expect(verdict.summary).toContain(`\`only${at}\``);
      expect(verdict.summary).toContain(`\`s${at}\` is a new card`);
    }
    expect(verdict.annotations).toHaveLength(50);
    expect(verdict.title).toBe("Needs the label widens-scope from an owner: 60 new tools, 60 new cards");
  });

  it("tells whose owners are other ones in a line each, however many files that are", () => {
    const agents = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [
        `registry/grants/a${at}.yaml`,
        `agent: a${at}\nenrolments: []\n`,
      ]),
    );
    const tree = withFiles(REPOSITORY, agents);
    const [from, to] = [
      snapshotOf(tree, "from"),
      snapshotOf(withFiles(tree, { ".github/CODEOWNERS": swap(codeowners, "@acme/agents", "@x") }), "to"),
    ];
    const verdict = judged(pullOf(from, to), [from, to]);
    expect(verdict.kind).toBe("needs-label");
    expect(verdict.title).toContain("501 files with other owners");
    expect(verdict.summary.split("now owned by")).toHaveLength(2);
  });

  it("counts owners as unclear where CODEOWNERS is too long to compare, and blocks", () => {
    const lines = Array.from({ length: 120_000 }, (_, at) => `/x${at} @a\n`).join("");
    const agents = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `registry/grants/a${at}.yaml`,
        `agent: a${at}\nenrolments: []\n`,
      ]),
    );
    const tree = withFiles(REPOSITORY, agents);
    const [from, to] = [
      snapshotOf(tree, "from"),
      snapshotOf(withFiles(tree, { ".github/CODEOWNERS": `${codeowners}${lines}` }), "to"),
    ];
    const verdict = judged(pullOf(from, to), [from, to]);
    expect(verdict.kind).toBe("needs-label");
    expect(verdict.widenings.map(({ id }) => id.split(" ")[0])).toEqual(["owners-unclear"]);
  });

  it("tells problems up to a limit, and how many more there are", () => {
    const grants = Array.from(
      { length: 90 },
      (_, at) => `      - { tool: "${"x".repeat(50)}${at}", job: j }\n`,
    ).join("");
    const agents = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `registry/grants/a${at}.yaml`,
        `agent: a${at}\nenrolments:\n  - server: claims-tools\n    card: ${CLAIMS}\n    grants:\n${grants}`,
      ]),
    );
    const head = snapshotOf(withFiles(REPOSITORY, agents), "head");
    const verdict = judged(pullOf(base, head), [base, head]);
    expect(verdict.kind).toBe("refused");
    expect(bytes(verdict.summary)).toBeLessThanOrEqual(60_000);
    expect(verdict.summary).toContain("- and 3500 more problems");
    expect(verdict.annotations).toHaveLength(50);
  });

  it("stays below the limits where many pull requests have one head", () => {
    const head = snapshotOf(withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "900") }), "head");
    const judgements = Array.from({ length: 300 }, (_, at) => {
      const pull = pullOf(base, head, { number: at + 1 });
      return { pull, verdict: judged(pull, [base, head]) };
    });
    const { summary, title, description } = publicationOf("head", judgements);
    expect(bytes(summary)).toBeLessThanOrEqual(60_000);
    expect(title.length).toBeLessThanOrEqual(255);
    expect(description.length).toBeLessThanOrEqual(140);
  });
});
