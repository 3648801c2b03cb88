import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Change } from "../../src/core/drift/drift.ts";
import { CHANGE_KINDS, type ChangeKind } from "../../src/core/drift/kinds.ts";
import { visible } from "../../src/core/explain/inert.ts";
import { SARIF_RULES, WARNING_RULES } from "../../src/core/explain/sarif-rules.ts";
import { parseCard } from "../../src/core/registry/card.ts";
import type { Tool } from "../../src/core/tool/tool.ts";
import { cardText } from "../cli/texts.ts";
import { EVERY_KIND } from "./every-kind.ts";
import { everyWarning } from "./every-warning.ts";
import { hostileStrings } from "./hostile-strings.ts";
import { about, githubErrors, logOf, schemaErrors } from "./sarif.ts";
import { billing, change, claims, devops, drift, weather } from "./stories.ts";

const kinds = Object.keys(EVERY_KIND) as ChangeKind[];
const everyKind = drift(kinds.map((kind) => change({ kind, ...EVERY_KIND[kind] } as unknown as Change)));
const printOf = (result: { partialFingerprints: Readonly<Record<string, string>> } | undefined) =>
  result?.partialFingerprints["primaryLocationLineHash"];

describe("a SARIF log", () => {
  it.each(Object.entries({ claims, billing, weather, devops }))(
    "of the story %s is valid, within GitHub's limits, and has a result for each change and warning",
    (_name, told) => {
      const { log, results } = logOf({ drifts: [about(told)] });
      expect(schemaErrors(log)).toEqual([]);
      expect(githubErrors(log)).toEqual([]);
      expect(results).toHaveLength(told.drift.changes.length + told.drift.warnings.length);
    },
  );

  it("would not be valid with a level or a line that SARIF does not know", () => {
    const { log } = logOf({ drifts: [about(claims)] });
    const wrong = JSON.stringify(log).replace('"level":"note","message"', '"level":"low","message"');
    expect(schemaErrors(JSON.parse(wrong))).not.toEqual([]);
    expect(
      schemaErrors(JSON.parse(JSON.stringify(log).replace(/"startLine":1/, '"startLine":0'))),
    ).not.toEqual([]);
  });

  it("has a rule for every kind of change and warning, each with an id of its own", () => {
    const ids = SARIF_RULES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([...Object.keys(CHANGE_KINDS), ...Object.keys(WARNING_RULES)]),
    );
  });

  it("is valid with every kind of change and warning, and says something of each", () => {
    const told = about({ drift: { ...everyKind, warnings: everyWarning } });
    const { log, results } = logOf({ drifts: [told] });
    expect(schemaErrors(log)).toEqual([]);
    expect(githubErrors(log)).toEqual([]);
    const missing = [...kinds, ...everyWarning.map(({ kind }) => kind)].filter(
      (kind) => !results.some(({ ruleId }) => ruleId === kind),
    );
    // A field that is new and required is one point (as in the explanation), not two.
    expect(missing).toEqual(["field-required"]);
    expect(Object.keys(WARNING_RULES).toSorted()).toEqual(everyWarning.map(({ kind }) => kind).toSorted());
  });

  it("is an error where the label is needed, a warning where a grant goes, else a note", () => {
    const levels = logOf({ drifts: [about(claims)] }).results.map(({ ruleId, level }) => [ruleId, level]);
    expect(levels).toEqual([
      ["tool-description-changed", "note"],
      ["field-added", "error"],
      ["tool-removed", "warning"],
      ["tool-added", "error"],
    ]);
    const wording = about({ ...claims, options: { gate: { wording: "label" } } });
    expect(logOf({ drifts: [wording] }).results[0]?.level).toBe("error");
  });

  it("says what the explanation says, each revoked grant by name", () => {
    const texts = logOf({ drifts: [about(claims)] }).results.map(({ message }) => message.text);
    expect(texts[1]).toMatch(/`create_note` may now also set `visibility`.*Until then toolcard refuses it\./);
    expect(texts[2]).toContain(
      "`audit-bot` may no longer call `lookup_policy` for the job `quarterly-audit`.",
    );
    expect(texts[2]).toContain(
      "`intake-bot` may no longer call `lookup_policy` for the job `claims-intake`.",
    );
    expect(texts[2]).not.toContain("keeps");
    expect(texts[0]).toContain("[+`Notes marked public are shown to the customer.`+]");
  });

  it("is the same bytes for the same input, in ASCII", () => {
    const [one, two] = [logOf({ drifts: [about(weather)] }).text, logOf({ drifts: [about(weather)] }).text];
    expect(one).toBe(two);
    expect(one).toMatch(/^[\n -~]*$/);
  });
});

const tool = (name: string, values: readonly string[], more: object = {}) =>
  ({
    name,
    inputSchema: {
      type: "object",
      properties: { a: { type: "string" }, visibility: { type: "string", enum: values, ...more } },
      required: ["a", "visibility"],
    },
  }) as unknown as Tool;

describe("the fingerprints of a SARIF log", () => {
  const before = [tool("create_note", ["internal"]), tool("gone", ["a"])];
  const prints = (after: readonly Tool[], text = "") => {
    const card = parseCard(text + cardText("https://claims.example.com/mcp", before), "one.yaml");
    if (!card.ok) throw new Error(card.problems[0]?.what);
    const file = { path: "registry/cards/one.yaml", card: { tools: card.value.tools, place: card.place } };
    const told = { drift: diffTools(before, after, { server: "one" }), options: {}, file };
    return logOf({ drifts: [told] }).results;
  };
  const after = [tool("create_note", ["internal", "public"]), tool("new", ["a", "b"])];

  it("stay where the order of tools, keys and sets, the revision or the line differs", () => {
    const reversed = [
      {
        inputSchema: { required: ["visibility", "a"], ...(tool("new", ["b", "a"])["inputSchema"] as object) },
        name: "new",
      } as unknown as Tool,
      tool("create_note", ["public", "internal"]),
    ];
    const [one, two] = [prints(after), prints(reversed, "# a line more\n")];
    expect(two.map(printOf)).toEqual(one.map(printOf));
    const lines = [one, two].map((all) => all[0]?.locations[0].physicalLocation.region.startLine ?? 0);
    expect((lines[1] ?? 0) - (lines[0] ?? 0)).toBe(1);
  });

  it("differ where the change differs: the tool, the field, the value or the server", () => {
    const all = [
      prints([tool("create_note", ["internal", "public"]), tool("gone", ["a"])]),
      prints([tool("create_note", ["internal", "secret"]), tool("gone", ["a"])]),
      prints([tool("create_note", ["internal"]), tool("gone", ["a", "public"])]),
      prints([tool("create_note", ["internal"], { maxLength: 5 }), tool("gone", ["a"])]),
      prints([tool("create_note", ["internal"], { maxLength: 6 }), tool("gone", ["a"])]),
    ].flatMap((results) => results.map(printOf));
    expect(new Set(all).size).toBe(all.length);
    const other = logOf({ drifts: [about({ drift: { ...claims.drift, server: "other" } })] });
    const same = logOf({ drifts: [about(claims)] });
    expect(printOf(other.results[0])).not.toBe(printOf(same.results[0]));
  });

  it("are all different in a drift of every kind", () => {
    const all = logOf({ drifts: [about({ drift: { ...everyKind, warnings: everyWarning } })] }).results.map(
      printOf,
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("a SARIF log of what could not be read", () => {
  const { log, results } = logOf({
    drifts: [],
    unreadable: [
      {
        server: { server: "claims-tools", why: "timeout", detail: "no [answer](https://evil.example)" },
        path: "r/c.yaml",
      },
    ],
    problems: [
      {
        file: "registry/grants/a.yaml",
        line: 3,
        column: 5,
        what: "an unknown key {0}",
        instead: "remove it",
      },
    ],
  });
  const [invocation] = log.runs[0].invocations;

  it("is valid, and no successful run", () => {
    expect(schemaErrors(log)).toEqual([]);
    expect(githubErrors(log)).toEqual([]);
    expect(invocation.executionSuccessful).toBe(false);
  });

  it("tells each server and each problem with its place, and each server as a result too", () => {
    expect(invocation.toolExecutionNotifications).toMatchObject([
      {
        descriptor: { id: "timeout" },
        level: "error",
        message: { text: expect.stringContaining("`claims-tools` (timeout)") },
      },
    ]);
    expect(invocation.toolConfigurationNotifications).toMatchObject([
      {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "registry/grants/a.yaml" },
              region: { startLine: 3 },
            },
          },
        ],
      },
    ]);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(["server-unreadable"]);
  });
});

/** A text with its codes read back, in either form. */
function decoded(text: string): string {
  return text.replaceAll(/\\u\{([0-9A-F]+)\}|‹U\+([0-9A-F]+)›/g, (_all, one?: string, other?: string) =>
    String.fromCodePoint(Number.parseInt(one ?? other ?? "", 16)),
  );
}

/** What a viewer of SARIF shows of a message: its braces are doubled. */
function viewed(message: string): string {
  return message.replaceAll(/\{\{|\}\}/g, (pair) => pair.charAt(0));
}

describe("a SARIF log with a hostile string in every place", () => {
  const LINK = /\[[^\]]*\]\([^)]+\)/;
  const PLACEHOLDER = /\{\d+\}/;
  const extra = [
    { name: "a link of SARIF", text: "[more](https://evil.example) [2](1) [a\\](sarif:/runs/0)" },
    { name: "a placeholder of SARIF", text: "{0} {{1}} {12}" },
    { name: "half a character", text: "a\uD800b" },
    { name: "controls", text: "\u0000\u001B[31m\u009B\r\n" },
  ];
  it.each([...hostileStrings, ...extra])(
    "$name: is valid, has no link and no placeholder, and shows it",
    ({ text }) => {
      const told = {
        drift: drift(
          [
            change({
              kind: "field-added",
              tool: text,
              side: "input",
              path: text,
              pointer: `/inputSchema/properties/${text}`,
              after: { enum: [text] },
            }),
            change({
              kind: "tool-description-changed",
              tool: text,
              pointer: "/description",
              before: "x",
              after: `x ${text}`,
              scope: "same",
            }),
            change({
              kind: "tool-removed",
              tool: text,
              scope: "narrows",
              grants: [{ agent: text, tool: text, job: text }],
            }),
            change({ kind: "default-changed", path: text, before: text, after: `${text}2`, scope: "same" }),
          ],
          { server: text, warnings: [{ kind: "look-alike-name", tool: text, like: text }] },
        ),
      };
      const {
        log,
        results,
        text: json,
      } = logOf({
        drifts: [about({ ...told, file: { path: text } })],
        unreadable: [{ server: { server: text, why: "server-error", detail: text }, path: `a/${text}` }],
      });
      expect(json).toMatch(/^[\n -~]*$/);
      expect(schemaErrors(log)).toEqual([]);
      const meant = decoded(visible(text, "name")).slice(0, 100);
      for (const { message } of results.slice(0, 3)) expect(decoded(viewed(message.text))).toContain(meant);
      for (const { message } of results) {
        expect(message.text).not.toMatch(LINK);
        expect(message.text.replaceAll("{{", "").replaceAll("}}", "")).not.toMatch(/[{}]/);
        expect(message.text).not.toMatch(PLACEHOLDER);
        // eslint-disable-next-line no-control-regex
        expect(message.text).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/);
      }
    },
  );
});

/** How often a log of so many removed tools looks at their grants. */
function reads(count: number): number {
  let total = 0;
  const removed = Array.from({ length: count }, (_none, at) => {
    const grant = { agent: "intake-bot", tool: `t${at}`, job: "j" };
    const counted = new Proxy(grant, {
      get: (target, key) => (total++, Reflect.get(target, key) as unknown),
    });
    return change({ kind: "tool-removed", tool: `t${at}`, scope: "narrows", grants: [counted] });
  });
  const grants = removed.flatMap((one) => one.grants);
  logOf({ drifts: [about({ drift: drift(removed), options: { grants } })] });
  return total;
}

describe("a SARIF log of very much", () => {
  it("looks at no change more often when there are more of them", () => {
    expect(reads(200)).toBeLessThan(2.3 * reads(100));
  });

  it("keeps what needs a decision, stays within GitHub's limits, and counts what is left out", () => {
    const notes = Array.from({ length: 24_000 }, (_none, at) =>
      change({ kind: "tool-title-changed", tool: `t${at}`, pointer: "/title", after: "a", scope: "same" }),
    );
    const last = change({ kind: "field-added", tool: "zz", side: "input", path: "x", after: {} });
    const { text, log, results } = logOf({ drifts: [about({ drift: drift([...notes, last]) })] });
    expect(githubErrors(log)).toEqual([]);
    expect(text.length).toBeLessThan(10_000_000);
    expect(results[0]?.ruleId).toBe("field-added");
    const [told] = log.runs[0].invocations[0].toolExecutionNotifications;
    expect(told?.message.text).toBe(
      `${24_001 - results.length} results did not fit and are left out, the least urgent first.`,
    );
  });
});
