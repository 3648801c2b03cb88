import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { grantsOn, readRegistry } from "../../src/core/registry/registry.ts";
import { problemLine, type Problem } from "../../src/core/yaml/problem.ts";
import { asFiles, CLAIMS_ID, SAMPLE } from "./files.ts";

interface BadRegistry {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const bad = load(
  readFileSync(new URL("bad-registries.yaml", import.meta.url), "utf8"),
) as readonly BadRegistry[];

describe("a registry that is wrong", () => {
  test.each(bad)("$title", ({ files, problems }) => {
    expect(readRegistry(asFiles(files)).problems.map(problemLine)).toEqual(problems);
  });

  test("gives the same problems whatever the order of its files", () => {
    for (const { files, problems } of bad) {
      const turned = new Map([...asFiles(files)].toReversed());
      expect(readRegistry(turned).problems.map(problemLine)).toEqual(problems);
    }
  });
});

describe("a valid registry", () => {
  const registry = readRegistry(asFiles(SAMPLE));

  test("has no problem, and every file in the order of its name", () => {
    expect(registry.problems).toEqual([]);
    expect(registry.cards.map(({ path }) => path)).toEqual(["cards/claims-tools.yaml", "cards/files.yaml"]);
    expect(registry.grants.map(({ path }) => path)).toEqual(["grants/intake-bot.yaml"]);
  });

  test("keeps each file's text and knows where a value is written", () => {
    const [card] = registry.cards;
    expect(card?.text).toBe(SAMPLE["cards/claims-tools.yaml"]);
    expect(card?.place("/tools/0/name")).toEqual({ line: 12, column: 11 });
  });

  test("has the defaults where toolcard.yaml says nothing", () => {
    const { "toolcard.yaml": _, ...files } = SAMPLE;
    const without = readRegistry(asFiles(files)).settings;
    expect(without).toEqual({ ...registry.settings, credentials: [] });
    expect(readRegistry(asFiles({ "toolcard.yaml": "# all as it is\n---\n" })).settings).toEqual(without);
    expect(readRegistry(new Map()).settings).toEqual(without);
  });
});

describe("a fault costs its own file only", () => {
  const broken = "{ agent: [";

  test("an invalid card is named, and the other servers stay", () => {
    const registry = readRegistry(asFiles({ ...SAMPLE, "cards/files.yaml": broken }));
    expect(registry.invalidCards).toEqual(["files"]);
    expect(registry.cards.map(({ value }) => value.server)).toEqual(["claims-tools"]);
    expect(registry.problems.map(({ file }) => file)).toEqual(["cards/files.yaml"]);
  });

  test("an invalid grants file grants nothing, and the other agents keep theirs", () => {
    const registry = readRegistry(asFiles({ ...SAMPLE, "grants/broken.yaml": broken }));
    expect(registry.invalidGrants).toEqual(["broken"]);
    expect(grantsOn(registry, "claims-tools")).toEqual([
      { agent: "intake-bot", tool: "create_note", job: "claims-intake" },
    ]);
  });

  test("settings that can't be read are the strictest, and no secret goes anywhere", () => {
    const { settings, cards } = readRegistry(asFiles({ ...SAMPLE, "toolcard.yaml": "lable: x\n" }));
    expect(settings.credentials).toEqual([]);
    expect(settings.labelBy).toBe("owner");
    expect(new Set(Object.values({ ...settings.gate, by: "label" }))).toEqual(new Set(["label"]));
    expect(settings.index.wording).toBe("approved");
    expect(settings.approval).toEqual({ independent: true, label: "required" });
    expect(settings.scan.allowCommands).toBe(false);
    expect(cards).toHaveLength(2);
  });

  test("a file that the folder's reader refused counts as invalid too", () => {
    const { "cards/files.yaml": _, "toolcard.yaml": __, ...files } = SAMPLE;
    const found: Problem[] = [];
    for (const file of ["cards/files.yaml", "grants/x.yaml", "toolcard.yaml"]) {
      found.push({ file, line: 1, column: 1, what: "this is a link", instead: "put the file itself here" });
    }
    const registry = readRegistry(asFiles(files), found);
    expect(registry.invalidCards).toEqual(["files"]);
    expect(registry.invalidGrants).toEqual(["x"]);
    expect(registry.problems).toEqual(found);
    expect(registry.settings.approval.label).toBe("required");
  });

  test("a misplaced card is unreadable, unless the right place has one", () => {
    const text = SAMPLE["cards/files.yaml"] ?? "";
    expect(readRegistry(asFiles({ "cards/files.yml": text })).invalidCards).toEqual(["files"]);
    const both = readRegistry(asFiles({ "cards/files.yml": text, "cards/files.yaml": text }));
    expect(both.invalidCards).toEqual([]);
    expect(both.problems).toHaveLength(1);
  });
});

function grants(agent: string, enrolment: string): string {
  return `agent: ${agent}\nenrolments:\n  - ${enrolment}\n`;
}

describe("grantsOn", () => {
  test("leaves out what counts for nothing: another id, a tool that is not on the card", () => {
    const files = {
      ...SAMPLE,
      "grants/b.yaml": grants(
        "b",
        `{ server: claims-tools, card: 5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b99, grants: [{ tool: create_note, job: j }] }`,
      ),
      "grants/c.yaml": grants(
        "c",
        `{ server: claims-tools, card: ${CLAIMS_ID}, grants: [{ tool: gone, job: j }, { tool: create_note, job: j }] }`,
      ),
    };
    expect(grantsOn(readRegistry(asFiles(files)), "claims-tools")).toEqual([
      { agent: "c", tool: "create_note", job: "j" },
      { agent: "intake-bot", tool: "create_note", job: "claims-intake" },
    ]);
  });

  test("gives nothing for a server without a valid card", () => {
    expect(grantsOn(readRegistry(asFiles(SAMPLE)), "weather")).toEqual([]);
    const twice = {
      ...SAMPLE,
      "cards/z.yaml": (SAMPLE["cards/claims-tools.yaml"] ?? "").replace("server: claims-tools", "server: z"),
    };
    const registry = readRegistry(asFiles(twice));
    expect(registry.invalidCards).toEqual(["claims-tools", "z"]);
    expect(grantsOn(registry, "claims-tools")).toEqual([]);
  });
});
