import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/core/record/entry.ts";
import { entriesFor, type RecordQuery } from "../../src/core/record/query.ts";
import { claimsCard, filesCard, intakeBot } from "../gate/sample.ts";
import { person } from "../gate/scene.ts";
import { swap } from "../gate/table.ts";
import { CARD, GRANTS } from "./histories.ts";
import { World } from "./world.ts";

const world = new World();
const lookup = swap(intakeBot, "      - { tool: lookup_policy, job: claims-intake }\n", "");
const renamed = swap(claimsCard, "name: lookup_policy", "name: find_policy");
world.land({ pull: { head: { "registry/cards/files.yaml": `${filesCard}# more\n` } } });
world.land({ pull: { head: { [CARD]: renamed, [GRANTS]: lookup } } });
world.land({
  pull: { head: { [GRANTS]: lookup.replace("claims-intake", "nightly") }, mergedBy: person("Anna") },
});
world.land({ lands: { "registry/cards/files.yaml": filesCard } });

/** An entry as the place of its landing, and its file's name. */
const named = (entry: Entry) =>
  entry.kind === "adoption" ? "adoption" : `${entry.sequence} ${entry.file.split("/").at(-1)?.split(".")[0]}`;

describe("the entries for", () => {
  it.each<[string, RecordQuery, string[]]>([
    [
      "nothing in particular",
      {},
      ["adoption", "1 files", "2 claims-tools", "3 intake-bot", "4 intake-bot", "5 files"],
    ],
    ["a server", { server: "claims-tools" }, ["adoption", "2 claims-tools", "3 intake-bot", "4 intake-bot"]],
    ["a server that nobody has grants on", { server: "files" }, ["1 files", "5 files"]],
    ["an agent", { agent: "intake-bot" }, ["adoption", "2 claims-tools", "3 intake-bot", "4 intake-bot"]],
    ["an agent and a tool", { agent: "intake-bot", tool: "create_note" }, ["adoption", "4 intake-bot"]],
    ["a tool that came", { tool: "find_policy" }, ["2 claims-tools"]],
    ["a tool that went", { tool: "lookup_policy" }, ["adoption", "2 claims-tools", "3 intake-bot"]],
    ["a tool of another server", { server: "files", tool: "create_note" }, []],
    ["a person, whatever the case", { by: "anna" }, ["4 intake-bot"]],
    ["who adopted", { by: "ada" }, ["adoption"]],
    ["nobody", { by: "mallory" }, []],
    [
      "the day",
      { since: "2026-09-21", until: "2026-09-21" },
      ["adoption", "1 files", "2 claims-tools", "3 intake-bot", "4 intake-bot", "5 files"],
    ],
    ["the day after", { since: "2026-09-22" }, []],
    ["the day before", { until: "2026-09-20" }, []],
    [
      "a moment on",
      { since: "2026-09-21T14:15:00Z" },
      ["1 files", "2 claims-tools", "3 intake-bot", "4 intake-bot", "5 files"],
    ],
  ])("%s", (_what, query, found) => {
    expect(entriesFor(world.entries, query).map(named)).toEqual(found);
  });
});
