import { describe, expect, it } from "vitest";
import type { Grant } from "../../src/core/drift/drift.ts";
import type { ExplanationOptions } from "../../src/core/explain/context.ts";
import { explain } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { change, claims, drift } from "./stories.ts";

const held = (tool: string): Grant => ({ agent: "intake-bot", tool, job: "claims-intake" });
const field = change({
  kind: "field-added",
  side: "input",
  path: "visibility",
  after: {},
  grants: [held("create_note")],
});

function decision(options: ExplanationOptions, changes = [field]): string {
  return markdownOf(explain(drift(changes), options)).split("### Your decision\n\n")[1] ?? "";
}

describe("the decision", () => {
  it("says whose label and whose merge count", () => {
    expect(decision({ owners: ["@acme/a", "@acme/b"] })).toContain(
      "Label and approval count only from an owner of these files: `@acme/a` or `@acme/b`.\n",
    );
    expect(decision({ owners: ["@acme/a"] })).toContain(
      "Label and approval count only from an owner of these files: `@acme/a`. One person may give both.",
    );
    expect(decision({ owners: ["@acme/a"], labelBy: "writer" })).toContain(
      "The label may come from anyone who can write here, the approval must come from an owner of these files: `@acme/a`.",
    );
    expect(decision({ owners: [] })).toContain("Nobody owns these files yet");
  });

  it.each([
    [
      "what is refused until then",
      [change({ kind: "field-added", side: "input", path: "a", world: "closed" })],
      "no agent may send more than now.",
    ],
    [
      "what the server does already, where somebody holds a grant",
      [change({ kind: "read-only-hint-changed", before: true, after: false, grants: [held("create_note")] })],
      "no agent may send more than now. But `create_note` has changed on the server already, whatever you decide. To keep agents from it, take away the grants for it.",
    ],
    [
      "what the server does already, where nobody does",
      ["a", "b"].map((tool) => change({ kind: "read-only-hint-changed", tool, before: true, after: false })),
      "no agent may send more than now. But `a` and `b` have changed on the server already, whatever you decide.",
    ],
    [
      "limits, and grants that stay on file",
      [
        change({
          kind: "limit-lowered",
          side: "input",
          pointer: "/inputSchema/properties/a/maximum",
          path: "a",
          before: 2,
          after: 1,
          scope: "narrows",
        }),
        change({ kind: "tool-removed", tool: "gone", scope: "narrows", grants: [held("gone")] }),
      ],
      "the server's new limits are in force already. The grant stays on file, and works again if the server brings `gone` back unchanged.",
    ],
    [
      "words",
      [change({ kind: "tool-title-changed", pointer: "/title", after: "A note", scope: "same" })],
      "agents may already read the new words.",
    ],
    [
      "what concerns no agent",
      [change({ kind: "meta-changed", pointer: "/_meta/a", after: 1, scope: "same" })],
      "nothing changes for any agent.",
    ],
  ])("says what holds while one waits: %s", (_what, changes, said) => {
    const shown = renderExplanation(drift(changes), { owners: ["@acme/a"], grants: [] });
    expect(shown.split("\n")).toContain(`- **Wait:** ${said}`);
  });

  it("says how to stop a server whose words call for a warning", () => {
    const warnings = [{ kind: "hidden-characters", tool: "a", pointer: "/description", count: 1 }] as const;
    expect(decision({ owners: ["@acme/a"] })).not.toContain("Stop it now");
    expect(renderExplanation(drift([field], { warnings }), { owners: ["@acme/a"] })).toContain(
      "- **Stop it now:** to stop every call to this server, write `suspended:` and a reason on its card.",
    );
  });

  it("says that a server's flagged words reach agents whatever one decides", () => {
    const words = change({
      kind: "tool-description-changed",
      pointer: "/description",
      after: "b",
      scope: "same",
    });
    const warnings = [{ kind: "hidden-characters", tool: "a", pointer: "/description", count: 1 }] as const;
    expect(renderExplanation(drift([words], { warnings }), { owners: ["@acme/a"] })).toContain(
      "- **Wait:** agents may already read the new words, whatever you decide.",
    );
  });

  it("offers to decline first what toolcard still holds back", () => {
    const changed = change({ kind: "read-only-hint-changed", tool: "a_query", before: true, after: false });
    expect(decision({ place: "pull-request" }, [changed, field])).toContain(
      "comment `/toolcard decline create_note` or `/toolcard decline a_query`, one for each tool. This pull request is rewritten without it.",
    );
  });

  it("names the commands of the place where it is read", () => {
    expect(decision({ place: "pull-request" })).toContain("comment `/toolcard decline create_note`.");
    expect(decision({ place: "scan" })).toContain("run `toolcard decline claims-tools create_note`.");
    expect(decision({ place: "diff" })).toBe("");
  });

  it("gives a shell no name that it would read as something else", () => {
    const odd = decision({ place: "scan" }, [{ ...field, tool: "x; rm -rf ~" }]);
    expect(odd).toContain("`toolcard decline claims-tools NAME` with another name from “Wider”");
    expect(odd).not.toContain("decline claims-tools x");
  });

  it("offers no declining of a removal", () => {
    const { drift: story, options } = claims;
    expect(renderExplanation(story, options)).not.toContain("decline lookup_policy`");
  });

  it.each([
    ["pull-request", true],
    ["check", true],
    ["scan", false],
    ["diff", false],
  ] as const)("comes with the meaning of our words in a %s: %j", (place, explained) => {
    expect(renderExplanation(drift([field]), { place }).includes("- **Grant**: lets one agent")).toBe(
      explained,
    );
  });

  it("is not asked for where nothing differs", () => {
    expect(renderExplanation(drift([]), { owners: ["@acme/owners"] })).toMatch(
      /^The server is as its card says\. There is nothing to decide\./,
    );
  });
});
