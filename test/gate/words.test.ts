import { describe, expect, it } from "vitest";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import { judged } from "./judging.ts";
import { claimsCard, intakeBot, REPOSITORY } from "./sample.ts";
import { bot, labelledBy, pullOf, snapshotOf, withFiles } from "./scene.ts";
import { swap } from "./table.ts";

const CARD = "registry/cards/claims-tools.yaml";
const GRANTS = "registry/grants/intake-bot.yaml";
const base = snapshotOf(REPOSITORY, "3a1c52e0b6d1f4f1a1c2f0f7b9c3d4e5f6a7b8c9");

// The story of examples/pull-request.md: one field, one new tool, one tool gone with its grant.
const STORY = withFiles(REPOSITORY, {
  [CARD]: swap(
    swap(
      swap(claimsCard, "        text:", "        visibility: { enum: [internal, public] }\n        text:"),
      claimsCard.slice(claimsCard.indexOf("  - name: lookup_policy"), claimsCard.indexOf("retired:")),
      "  - name: lookup_policy_history\n    inputSchema: { type: object, properties: { number: { type: string } } }\n",
    ),
    "revision: 4",
    "revision: 5",
  ),
  [GRANTS]: swap(intakeBot, "      - { tool: lookup_policy, job: claims-intake }\n", ""),
});
const story = snapshotOf(STORY, "9f2c1ab0b6d1f4f1a1c2f0f7b9c3d4e5f6a7b8c9");
const more = snapshotOf(
  withFiles(STORY, {
    [GRANTS]: swap(intakeBot, "lookup_policy, job: claims-intake", "create_note, job: audits"),
  }),
  "c0ffee00b6d1f4f1a1c2f0f7b9c3d4e5f6a7b8c9",
);
const narrow = snapshotOf(
  withFiles(REPOSITORY, {
    [CARD]: swap(
      swap(claimsCard, "maxLength: 500", "maxLength: 100"),
      claimsCard.slice(claimsCard.indexOf("  - name: lookup_policy"), claimsCard.indexOf("retired:")),
      "",
    ),
    [GRANTS]: swap(intakeBot, "      - { tool: lookup_policy, job: claims-intake }\n", ""),
  }),
  "0ddba110b6d1f4f1a1c2f0f7b9c3d4e5f6a7b8c9",
);
const everything = snapshotOf(
  withFiles(REPOSITORY, {
    [CARD]: swap(
      swap(claimsCard, "claims.example.com/mcp", "claims.example.org/mcp"),
      "readAs: { credential: claims-readonly }\n",
      "",
    ),
    "registry/toolcard.yaml": "labelBy: writer\n",
    ".github/CODEOWNERS": "* @acme/everybody\n",
    ".github/workflows/scan.yml": undefined,
    "registry/grants/audit-bot.yaml": swap(intakeBot, "intake-bot", "audit-bot"),
  }),
  "e1e1e1e0b6d1f4f1a1c2f0f7b9c3d4e5f6a7b8c9",
);
const invalid = snapshotOf(
  withFiles(REPOSITORY, {
    [CARD]: swap(claimsCard, "server: claims-tools", "server: claims\ncolour: blue"),
    [GRANTS]: swap(intakeBot, "create_note", "*"),
  }),
  "bad0bad0b6d1f4f1a1c2f0f7b9c3d4e5f6a7b8c9",
);

const proposal: Partial<PullRequestNow> = { proposalOf: "claims-tools", author: bot("toolcard") };

const STORIES: Readonly<
  Record<string, { readonly head: Snapshot; readonly more?: Partial<PullRequestNow> }>
> = {
  "proposal-needs-label": { head: story, more: proposal },
  "proposal-passes": { head: story, more: { ...proposal, ...labelledBy("olga") } },
  "proposal-needs-again": {
    head: more,
    more: { ...proposal, ...labelledBy("olga", 105), allowedBefore: story.commit },
  },
  "person-needs-label": { head: story },
  "person-narrows": { head: narrow },
  "person-widens-all": { head: everything },
  "person-invalid": { head: invalid },
};

function asText({ title, description, summary, annotations, comment }: Verdict): string {
  const notes = annotations.map(
    ({ path, startLine, level, message }) => `${path}:${startLine}: ${level}: ${message}`,
  );
  return [
    `Title: ${title}`,
    `Description: ${description}`,
    ...notes,
    "===== summary",
    summary.trimEnd(),
    "===== comment",
    comment?.trimEnd() ?? "(none)",
    "",
  ].join("\n");
}

describe("what the gate says", () => {
  it.each(Object.entries(STORIES))("reads well: %s", async (name, { head, more: change }) => {
    const verdict = judged(pullOf(base, head, change), [base, head, story]);
    await expect(asText(verdict)).toMatchFileSnapshot(`../__snapshots__/gate-${name}.md`);
  });
});
