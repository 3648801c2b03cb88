import { describe, expect, it } from "vitest";
import type { SarifLog } from "../../src/core/explain/sarif-log.ts";
import { githubErrors, schemaErrors } from "../explain/sarif.ts";
import { legacyMcp, listen, plain } from "../servers/listen.ts";
import { cardText, grantsText, sandbox } from "./sandbox.ts";

const places = (log: SarifLog) =>
  log.runs[0].results.map(({ ruleId, locations: [{ physicalLocation: place }] }) => {
    return [ruleId, place.artifactLocation.uri, place.region.startLine];
  });

function logIn(out: string): SarifLog {
  const log = JSON.parse(out) as SarifLog;
  expect(schemaErrors(log)).toEqual([]);
  expect(githubErrors(log)).toEqual([]);
  return log;
}

describe("scan --format sarif", () => {
  it("points at the tool on the card, from the root of the repository, and ends as the scan does", async () => {
    const server = await listen(legacyMcp(() => ({ result: { tools: [plain("kept"), plain("new")] } })));
    const made = sandbox({
      "sub/registry/cards/one.yaml": cardText(`${server.url}/mcp`, ["kept", "gone"].map(plain)),
      "sub/registry/grants/intake-bot.yaml": grantsText("gone"),
      ".github/toolcard.yml": "registry: sub/registry\n",
    });
    made.git("init", "-q");
    const said = await made.inside("sub", "scan", "--format", "sarif");
    expect(said).toMatchObject({ status: 2, err: "" });
    const log = logIn(said.out);
    expect(places(log)).toEqual([
      ["tool-removed", "sub/registry/cards/one.yaml", 8],
      ["tool-added", "sub/registry/cards/one.yaml", 6],
    ]);
    expect(log.runs[0].invocations[0].executionSuccessful).toBe(true);
    server.close();
  });

  it("of a server that can't be read, or an invalid registry, is no successful run", async () => {
    const made = sandbox({
      "registry/cards/one.yaml": cardText("http://127.0.0.1:9/mcp", [plain("a")]),
      "registry/cards/two.yaml": "id: 1\n",
    });
    made.git("init", "-q");
    const said = await made.toolcard("scan", "--format", "sarif");
    expect(said.status).toBe(4);
    const [invocation] = logIn(said.out).runs[0].invocations;
    expect(invocation.executionSuccessful).toBe(false);
    expect(invocation.toolExecutionNotifications.map(({ descriptor }) => descriptor.id)).toEqual([
      "unreachable",
      "invalid-card",
    ]);
    const [problem] = invocation.toolConfigurationNotifications;
    expect(problem?.locations?.[0].physicalLocation.artifactLocation.uri).toBe("registry/cards/two.yaml");
  });
});

describe("diff --format sarif", () => {
  const files = {
    "old.yaml": cardText("https://a.example/mcp", [plain("a"), plain("b")]),
    "new.yaml": cardText("https://a.example/mcp", [plain("b"), plain("c")]),
    "live list.json": JSON.stringify([plain("b"), plain("c")]),
    "before.json": JSON.stringify([plain("a"), plain("b")]),
  };

  it.each([
    ["the card of the two files", "old.yaml", "live list.json", "old.yaml", [7, 6]],
    ["the newer of two cards", "old.yaml", "new.yaml", "new.yaml", [6, 8]],
    ["the newer of two lists", "before.json", "live list.json", "live%20list.json", [1, 1]],
  ])("points at %s", async (_what, before, after, uri, lines) => {
    const made = sandbox(files);
    made.git("init", "-q");
    const said = await made.toolcard("diff", before, after, "--format", "sarif");
    expect(said).toMatchObject({ status: 2, err: "" });
    expect(places(logIn(said.out))).toEqual([
      ["tool-removed", uri, lines[0]],
      ["tool-added", uri, lines[1]],
    ]);
  });

  it("of files that do not differ has no result", async () => {
    const said = await sandbox(files).toolcard("diff", "old.yaml", "before.json", "--format", "sarif");
    expect(said.status).toBe(0);
    expect(logIn(said.out).runs[0].results).toEqual([]);
  });
});
