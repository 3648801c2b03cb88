import type { Tool } from "../src/core/tool/tool.ts";

/**
 * A list of tools as servers have them. Between two versions one tool in ten goes, one comes, and one in five takes a field
 * more.
 */
export function toolsOf(size: number, version: 0 | 1): Tool[] {
  return Array.from({ length: size }, (_, at) => ({
    name: at % 10 === 0 ? `tool_${at}_of_version_${version}` : `tool_${at}`,
    description: `Does the thing that has the number ${at}, and says what came of it.`,
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "string", pattern: "^[A-Z]-[0-9]{6}$", description: "What it is about." },
        limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
        tags: { type: "array", items: { type: "string" }, maxItems: 10 },
        ...(at % 5 === 1 && version === 1 && { extra: { type: "string", enum: ["one", "two"] } }),
      },
      required: ["id"],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: at % 2 === 0 },
  }));
}
