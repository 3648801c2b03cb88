import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Drift } from "../../src/core/drift/drift.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import { blobId } from "../../src/core/propose/blob.ts";
import { cutBody, joinBody, saysTheSame } from "../../src/core/propose/body.ts";
import { addsOnlyDeclines } from "../../src/core/propose/declines.ts";
import { driftFingerprint } from "../../src/core/propose/fingerprint.ts";
import { decodeMarker, encodeMarker, isMarkerLine, type Marker } from "../../src/core/propose/marker.ts";
import { branchOf, commitMessage } from "../../src/core/propose/naming.ts";
import { planProposal } from "../../src/core/propose/propose.ts";
import { parseCard, type Card } from "../../src/core/registry/card.ts";
import { BODY, added, drift, otherDrift, state, wanted } from "./states.ts";

const SEEDED = { seed: 20261130, numRuns: 1000 };
const digest = `sha256:${"0123456789abcdef".repeat(4)}` as const;

describe("the marker", () => {
  const hex = fc.string({
    unit: fc.constantFrom(..."0123456789abcdef".split("")),
    minLength: 64,
    maxLength: 64,
  });
  const marker: fc.Arbitrary<Marker> = fc.record(
    { drift: hex.map((digits) => `sha256:${digits}` as const), closed: fc.constant(true as const) },
    { requiredKeys: ["drift"] },
  );

  test("comes back as it was, and is one comment that nothing ends early", () => {
    fc.assert(
      fc.property(marker, (given) => {
        const line = encodeMarker(given);
        expect(line).toMatch(/^<!-- toolcard:v1 [A-Za-z0-9_-]+ -->$/);
        expect(decodeMarker(line)).toEqual(given);
      }),
      SEEDED,
    );
  });

  test("is the same bytes for the same drift", () => {
    expect(encodeMarker({ drift: digest })).toBe(
      "<!-- toolcard:v1 eyJkcmlmdCI6InNoYTI1NjowMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmIiwidiI6MX0 -->",
    );
  });

  test.each([
    ["of another release", { v: 2, drift: digest }],
    ["without a drift", { v: 1 }],
    ["with a drift that is no digest", { v: 1, drift: `${digest} --><img>` }],
    ["that is no object", [1]],
    ["that is null", null],
    ["with inherited keys", JSON.parse(`{"__proto__":{"v":1,"drift":"${digest}"}}`) as unknown],
  ])("%s is read as none", (_what, json) => {
    const text = Buffer.from(JSON.stringify(json)).toString("base64url");
    expect(decodeMarker(`<!-- toolcard:v1 ${text} -->`)).toBeUndefined();
  });

  test("whatever somebody writes into it, reading never throws", () => {
    const junk = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.constant("=".repeat(1_000_000)),
      fc.constant("eyJ"),
    );
    fc.assert(
      fc.property(junk, (text) => {
        expect(decodeMarker(`<!-- toolcard:v1 ${text} -->`)).toBeUndefined();
      }),
      SEEDED,
    );
  });
});

describe("a body", () => {
  const marker: Marker = { drift: digest };
  const line = fc.constantFrom(
    "",
    "a",
    "  b",
    "<!-- x -->",
    "`<!-- toolcard:end -->`",
    " <!-- toolcard:v1 eyJ -->",
  );
  const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));

  test("comes apart into what it was joined from, whatever stands around our text", () => {
    fc.assert(
      fc.property(text, text, text, (before, ours, after) => {
        const cut = cutBody(joinBody({ before, ours, after, marker }));
        expect(cut.marker).toEqual(marker);
        expect(cut.ours).toBe(ours.trimEnd());
        expect([cut.before, cut.after]).toEqual([before.trim() && before, after.trim() && after]);
        expect(joinBody({ ...cut, marker })).toBe(joinBody({ before, ours, after, marker }));
      }),
      SEEDED,
    );
  });

  test("keeps the first of two markers, and each end line but the first as others' text", () => {
    const own = joinBody({ before: "", ours: BODY, after: "", marker });
    const cut = cutBody(`${own}\n${own}`);
    expect(cut.ours).toBe(BODY.trimEnd());
    expect(cut.after).toBe(own);
  });

  test("with its marker deleted is ours up to the end line, and with that too, as a whole", () => {
    expect(cutBody("hello\n<!-- toolcard:end -->\nthere")).toEqual({
      before: "",
      ours: "hello",
      after: "there",
    });
    expect(cutBody("hello\nthere")).toEqual({ before: "", ours: "hello\nthere", after: "" });
    expect(cutBody("")).toEqual({ before: "", ours: "", after: "" });
  });

  test("drops what others wrote rather than be refused by GitHub for its length", () => {
    const ours = "x".repeat(60_000);
    const whole = joinBody({ before: "y".repeat(9000), ours, after: "z", marker });
    expect(whole).toBe(joinBody({ before: "", ours, after: "", marker }));
    expect(whole.length).toBeLessThan(65_536);
    expect(isMarkerLine(whole.split("\n")[0] ?? "")).toBe(true);
  });

  test("differs by its words, not by marker, line ends, trailing blanks or further empty lines", () => {
    expect(saysTheSame(BODY, joinBody({ before: "a", ours: BODY, after: "b", marker }))).toBe(true);
    expect(saysTheSame("a\n\nb", "a  \r\n\r\n\r\nb\r\n")).toBe(true);
    expect(saysTheSame("a\n\nb", "a\nb")).toBe(false);
    expect(saysTheSame("a", "  a b")).toBe(false);
  });
});

describe("a body that tells of a hostile server", () => {
  const said = fc.constantFrom(
    "\n<!-- toolcard:end -->\n",
    `\r\n${encodeMarker({ drift: digest, closed: true })}\r\n`,
    "\u2028<!-- toolcard:end -->\u2028",
    "```\n<!-- toolcard:end -->\n```",
    "`\n",
    "a",
  );
  const text = fc.array(said, { maxLength: 3 }).map((parts) => parts.join(""));
  const tool = fc
    .tuple(
      text.filter((name) => name !== ""),
      text,
      text,
    )
    .map(([name, description, title]) => ({
      name,
      description,
      title,
      inputSchema: { type: "object", properties: { [description]: { enum: [title], default: title } } },
    }));
  const tools = fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name });

  test("is cut at our lines, never at the server's", () => {
    fc.assert(
      fc.property(tools, tools, (before, after) => {
        const hostile = diffTools(before, after, { server: "claims-tools" });
        const ours = markdownOf(explain(hostile));
        const own = { drift: driftFingerprint(hostile) };
        const cut = cutBody(joinBody({ before: "", ours, after: "", marker: own }));
        expect(cut).toEqual({ marker: own, before: "", ours: ours.trimEnd(), after: "" });
      }),
      { seed: 20261130, numRuns: 300 },
    );
  });
});

describe("the fingerprint of a drift", () => {
  const reading = {
    address: { type: "sse" as const, url: "https://claims.example.com/mcp" },
    readAs: {},
    confirmed: true,
  };

  test("is one for a drift, however it was read, ordered, judged or worded", () => {
    const twice: Drift = { ...drift, added: ["a", "b"], changes: [added, { ...added, tool: "b" }] };
    const again: Drift = {
      ...twice,
      added: ["b", "a"],
      scope: "unknown",
      changes: [
        { ...added, tool: "b", scope: "unknown", path: "p" },
        { ...added, breaks: true, world: "open" },
      ],
      warnings: [{ kind: "read-once" }],
      reading: reading as NonNullable<Drift["reading"]>,
    };
    expect(driftFingerprint(again)).toBe(driftFingerprint(twice));
  });

  test("is another one for another server, tool, value or grant", () => {
    const others: Drift[] = [
      otherDrift,
      { ...drift, server: "billing-tools" },
      { ...drift, removed: [] },
      { ...drift, revokes: [] },
      { ...drift, grants: [] },
      { ...drift, changes: [{ ...added, after: { name: "lookup_policy_history", inputSchema: {} } }] },
      { ...drift, changes: [{ ...added, pointer: "/title" }] },
      { ...drift, changes: [{ ...added, kind: "tool-removed" }] },
      { ...drift, changes: [{ ...added, grants: drift.grants }] },
    ];
    expect(new Set([drift, ...others].map(driftFingerprint)).size).toBe(1 + others.length);
  });
});

describe("names and messages", () => {
  test("hold nothing that a server wrote", () => {
    const hostile = "@org/team fixes #1 --> ::set-output ```\n";
    const tool = { ...added, tool: hostile, after: { name: hostile } };
    const grants = [{ agent: "intake-bot", tool: hostile, job: "claims-intake" }];
    const bad: Drift = {
      ...drift,
      added: [hostile],
      removed: [hostile],
      revokes: [hostile],
      changes: [tool],
      grants,
    };
    const plan = planProposal(state({ wanted: { ...wanted, drift: bad } }));
    const { kind } = plan;
    expect(kind).toBe("open");
    expect(commitMessage(bad)).toMatch(/^[\w .,:\n-]+$/);
    const written = kind === "open" ? [plan.branch, plan.commit?.message, plan.title, plan.body] : [];
    expect(JSON.stringify(written)).not.toMatch(/@org|fixes #1|set-output/);
  });

  test("a commit's message counts the tools whatever happened to them", () => {
    const changes = [added, { ...added, tool: "x" }, { ...added, tool: "x", pointer: "/title" }];
    expect(commitMessage({ ...drift, changes })).toContain("Tools: 1 added, 1 removed, 1 changed.");
  });

  test("a branch is named by its server alone", () => {
    expect(branchOf("claims-tools.v2_x")).toBe("toolcard/claims-tools.v2_x");
  });

  test("a file's id is the one that git gives it", () => {
    for (const text of ["", "a\n", "naïve 😀\r\n", "x".repeat(100_000)]) {
      const git = execFileSync("git", ["hash-object", "--stdin", "--no-filters"], {
        input: text,
        encoding: "utf8",
      });
      expect(blobId(text)).toBe(git.trim());
    }
  });
});

function card(yaml: string): Card {
  const parsed = parseCard(yaml, "registry/cards/claims-tools.yaml");
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value;
}

describe("a commit that only adds declined entries", () => {
  const text = [
    "id: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11",
    "server: claims-tools",
    "revision: 4",
    "remote: { type: streamable-http, url: https://claims.example.com/mcp }",
    "tools:",
    "  - { name: create_note, inputSchema: { type: object } }",
    "",
  ].join("\n");
  const one = `declined: [{ name: delete_claim, digest: "${digest}" }]\n`;
  const two = `declined: [{ name: close_claim, digest: "${digest}" }, { name: delete_claim, digest: "${digest}" }]\n`;

  test.each([
    ["the first one", text, text + one, true],
    ["one more", text + one, text + two, true],
    ["none", text + one, text + one, false],
    ["a comment", text, `# hello\n${text}`, false],
    ["one less", text + two, text + one, false],
    ["two for one", text + one.replace("delete", "drop"), text + two, false],
    ["another one", text + one, text + one.replace("delete", "close"), false],
    ["one, and another tool", text, text.replace("create_note", "drop_note") + one, false],
    ["one, and another revision", text, text.replace("revision: 4", "revision: 5") + one, false],
    ["one, and another address", text, text.replace("claims.example", "evil.example") + one, false],
    ["one, and a note", text, `${text}notes: hello\n${one}`, false],
  ])("adds %s", (_what, before, after, expected) => {
    expect(addsOnlyDeclines(card(before), card(after))).toBe(expected);
  });
});
