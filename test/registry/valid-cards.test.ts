import * as fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, expectTypeOf, test } from "vitest";
import { parseCard, type Card } from "../../src/core/registry/card.ts";
import type { GrantsFile } from "../../src/core/registry/grants.ts";
import type { Credential, Settings } from "../../src/core/registry/settings.ts";

const name = fc
  .stringMatching(/^[a-z0-9]{1,5}([._-][a-z0-9]{1,4}){0,2}$/)
  .filter((text) => !text.endsWith(".lock"));
const toolName = fc.string({ unit: "grapheme", minLength: 1, maxLength: 10 });
const variable = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/);
const plain = fc.string({ maxLength: 10 }).filter((text) => !text.includes("${"));
const whole = fc.integer({ min: 1, max: 99 });

const variables = fc.uniqueArray(
  fc.oneof(
    fc.record({ name: variable, value: plain }),
    fc.record({ name: variable, isSecret: fc.constant(true) }),
  ),
  { selector: (each) => each.name, maxLength: 3 },
);
const argument = fc.oneof(
  fc.record({ type: fc.constant("positional"), value: plain }),
  fc.record({ type: fc.constant("named"), name: variable.map((text) => `--${text}`) }),
  fc.record({ type: fc.constant("named"), name: variable, value: plain }),
);
const connection = fc.oneof(
  fc.record({
    remote: fc.record({
      type: fc.constantFrom("streamable-http", "sse"),
      url: fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
      headers: fc.uniqueArray(fc.record({ name: variable }), { selector: (each) => each.name.toLowerCase() }),
    }),
  }),
  fc.record({
    package: fc.record({
      registryType: fc.constantFrom("npm", "pypi", "oci", "nuget", "mcpb"),
      identifier: fc.constantFrom("claims", "Claims.Mcp", "claims_mcp-2"),
      version: fc.tuple(whole, whole, whole).map((numbers) => numbers.join(".")),
      packageArguments: fc.array(argument, { maxLength: 2 }),
      runtimeArguments: fc.array(argument, { maxLength: 2 }),
      environmentVariables: variables,
    }),
  }),
  fc.record({
    command: fc.record({
      command: plain.filter((text) => text !== ""),
      args: fc.array(plain, { maxLength: 3 }),
      environmentVariables: variables,
    }),
  }),
);
/** What YAML and JSON both hold: no -0, no number that doubles can't keep apart from its neighbours. */
const data = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !/-0|e\+?\d|\d{16}/.test(JSON.stringify(value)) && !hasMinusZero(value));
const tools = fc.uniqueArray(
  fc.record(
    { name: toolName, inputSchema: fc.dictionary(toolName, data), title: data },
    { requiredKeys: ["name", "inputSchema"] },
  ),
  { selector: (tool) => tool.name, maxLength: 4 },
);
const about = fc.record(
  { id: fc.uuid(), server: name, revision: whole, title: plain, notes: plain, tools },
  { requiredKeys: ["id", "server", "revision", "tools"] },
);
const card = fc.tuple(about, connection).map(([fields, reached]) => Object.assign({}, fields, reached));

function hasMinusZero(value: unknown): boolean {
  if (Object.is(value, -0)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasMinusZero);
}

describe("a valid card", () => {
  test("is read as what it says, in any style of YAML", () => {
    const property = fc.property(card, fc.boolean(), fc.constantFrom(-1, 0, 3), (value, crlf, flowLevel) => {
      const text = dump(value, { flowLevel, lineWidth: -1, noRefs: true });
      const parsed = parseCard(crlf ? text.replaceAll("\n", "\r\n") : text, "card.yaml");
      expect(parsed).toMatchObject({ ok: true });
      expect(parsed.ok && parsed.value).toEqual(value);
    });
    fc.assert(property, { seed: 33, numRuns: 300 });
  });

  test("may name its schema in its first line, for editors", () => {
    const text = dump({ ...fc.sample(card, { seed: 1, numRuns: 1 })[0] });
    expect(
      parseCard(`# yaml-language-server: $schema=../../schemas/card.json\n${text}`, "card.yaml").ok,
    ).toBe(true);
  });
});

test("the types are what the shapes say, with the defaults there", () => {
  expectTypeOf<Settings["gate"]["by"]>().toEqualTypeOf<"app" | "action">();
  expectTypeOf<Settings["scan"]["concurrency"]>().toEqualTypeOf<number>();
  expectTypeOf<Extract<Credential, { address: string }>["header"]>().toEqualTypeOf<string>();
  expectTypeOf<GrantsFile["enrolments"][number]["grants"][number]>().toEqualTypeOf<{
    readonly tool: string;
    readonly job: string;
  }>();
  expectTypeOf<NonNullable<Card["remote"]>["type"]>().toEqualTypeOf<"streamable-http" | "sse">();
  expectTypeOf<NonNullable<Card["command"]>["args"]>().toEqualTypeOf<readonly string[]>();
});
