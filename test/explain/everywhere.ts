import type { Change, Drift } from "../../src/core/drift/drift.ts";
import type { ExplanationOptions } from "../../src/core/explain/context.ts";
import { change, drift } from "./stories.ts";

const FEW: ReadonlySet<Change["kind"] | undefined> = new Set(["field-added", "tool-removed"]);

/**
 * A drift with the same string in every place that a server, a file or a person fills; with few of the kinds of changes,
 * where all of them were looked at otherwise.
 */
export function everywhere(text: string, few = false): { drift: Drift; options: ExplanationOptions } {
  const grants = [{ agent: text, tool: text, job: text }];
  const schema = { type: "string", title: text, enum: [text, "x"], pattern: text, format: text, $ref: text };
  const input = { side: "input", path: text } as const;
  const parts: Partial<Change>[] = [
    { kind: "field-added", ...input, pointer: "/inputSchema/properties/x", after: schema },
    { kind: "values-added", ...input, before: ["x"], after: ["x", text] },
    { kind: "pattern-changed", ...input, before: "x", after: text, scope: "narrows" },
    { kind: "reference-changed", ...input, before: "#/$defs/x", after: text, scope: "unknown" },
    { kind: "field-removed", side: "output", path: text, before: schema, scope: "narrows" },
    { kind: "default-changed", ...input, before: "x", after: text, scope: "same" },
    { kind: "meta-changed", pointer: `/_meta/${text}`, before: { x: text }, after: [text], scope: "same" },
    {
      kind: "tool-description-changed",
      pointer: "/description",
      before: "x",
      after: `x ${text}`,
      scope: "same",
    },
    { kind: "description-changed", path: text, before: text, after: "x", scope: "same" },
    { kind: "tool-removed", before: { name: text }, scope: "narrows", breaks: true },
  ];
  const suspended = { kind: "suspended-added", after: text, scope: "narrows", breaks: false } as const;
  const changes: Change[] = parts
    .filter(({ kind }) => !few || FEW.has(kind))
    .map((part) => change({ kind: "tool-added", tool: text, grants, ...part }));
  if (!few) changes.push({ ...suspended, pointer: "", grants });
  const properties = { [text]: schema };
  const added = {
    name: `${text} 2`,
    title: text,
    description: text,
    inputSchema: { type: "object", properties, required: [text] },
  };
  const tool = { tool: text };
  return {
    drift: drift([...changes, change({ kind: "tool-added", tool: added.name, after: added })], {
      server: text,
      changed: [
        {
          ...tool,
          input: { added: [text], removed: [text], changed: [text] },
          output: { added: [], removed: [] },
        },
      ],
      warnings: [
        { kind: "hidden-characters", ...tool, pointer: "/description", count: 34 },
        { kind: "look-alike-name", ...tool, like: text },
        { kind: "web-address-appeared", ...tool, pointer: `/inputSchema/properties/${text}/title`, text },
        { kind: "malformed-tool", ...tool, why: "named-twice", count: 2 },
        { kind: "nothing-counts-as-removed", why: "unnamed-item", tools: [text] },
      ],
      reading: {
        address: { type: "sse", url: `https://claims.example.com/${text}` },
        readAs: { credential: text, capabilities: [] },
        confirmed: true,
      },
    }),
    options: { owners: [text], label: text, grants, card: { id: text } },
  };
}
