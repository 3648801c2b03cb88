import type { Change, Drift, Grant } from "../../src/core/drift/drift.ts";
import type { ExplanationOptions } from "../../src/core/explain/context.ts";

/** A change with what most changes have, unless said otherwise. */
export function change(partial: Partial<Change> & Pick<Change, "kind">): Change {
  return { tool: "create_note", pointer: "", scope: "widens", breaks: false, grants: [], ...partial };
}

/** A drift of these changes; the first keys follow from them as far as the explanation needs them. */
export function drift(changes: readonly Change[], partial: Partial<Drift> = {}): Drift {
  const named = (kind: Change["kind"]) =>
    changes.filter((one) => one.kind === kind).map((one) => one.tool ?? "");
  const grants = changes.filter((one) => one.kind === "tool-removed").flatMap((one) => one.grants);
  return {
    server: "claims-tools",
    added: named("tool-added"),
    removed: named("tool-removed"),
    changed: [],
    revokes: [...new Set(grants.map((grant) => grant.tool))],
    scope: "widens",
    changes,
    grants,
    warnings: [],
    ...partial,
  };
}

const intake = (tool: string): Grant => ({ agent: "intake-bot", tool, job: "claims-intake" });
const audit = (tool: string): Grant => ({ agent: "audit-bot", tool, job: "quarterly-audit" });

/** Example 1: the story of claims-tools, without the twelve flips. */
export const claims: { drift: Drift; options: ExplanationOptions } = {
  drift: drift(
    [
      change({
        kind: "tool-description-changed",
        pointer: "/description",
        before: "Add a note to a claim.",
        after: "Add a note to a claim. Notes marked public are shown to the customer.",
        scope: "same",
        grants: [intake("create_note")],
      }),
      change({
        kind: "field-added",
        side: "input",
        pointer: "/inputSchema/properties/visibility",
        path: "visibility",
        after: { type: "string", enum: ["internal", "public"] },
        world: "closed",
        grants: [intake("create_note")],
      }),
      change({
        kind: "tool-removed",
        tool: "lookup_policy",
        before: { name: "lookup_policy", inputSchema: { type: "object" } },
        scope: "narrows",
        breaks: true,
        grants: [audit("lookup_policy"), intake("lookup_policy")],
      }),
      change({
        kind: "tool-added",
        tool: "lookup_policy_history",
        after: {
          name: "lookup_policy_history",
          inputSchema: {
            type: "object",
            properties: { policy_number: { type: "string" }, since: { type: "string", format: "date" } },
            required: ["policy_number"],
          },
          outputSchema: { type: "object", properties: { entries: { type: "array" } }, required: ["entries"] },
          annotations: { readOnlyHint: true },
        },
      }),
    ],
    {
      changed: [
        {
          tool: "create_note",
          input: { added: ["visibility"], removed: [] },
          output: { added: [], removed: [] },
        },
      ],
      reading: {
        address: { type: "streamable-http", url: "https://claims.example.com/mcp" },
        readAs: { protocolVersion: "2026-07-28", credential: "claims-readonly", capabilities: [] },
        confirmed: true,
      },
    },
  ),
  options: {
    owners: ["@acme/claims-owners"],
    grants: [
      ...["create_note", "get_claim", "search_claims", "lookup_policy"].map(intake),
      ...["get_claim", "list_claims", "lookup_policy"].map(audit),
    ],
    card: { id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b11", revisions: [4, 5] },
  },
};
