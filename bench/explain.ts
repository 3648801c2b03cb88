import { diffTools } from "../src/core/drift/diff-tools.ts";
import type { Drift } from "../src/core/drift/drift.ts";
import { explain } from "../src/core/explain/explanation.ts";
import { renderExplanation } from "../src/core/explain/render-markdown.ts";
import { textOf } from "../src/core/explain/render-text.ts";
import { asciiJson } from "../src/core/json/ascii.ts";
import type { Tool } from "../src/core/tool/tool.ts";
import { alternating, least, row } from "./measure.ts";

const SIZES = [100, 200, 400, 800, 1600, 3200, 5000] as const;
const ALL = { maxBytes: Number.POSITIVE_INFINITY };

const schema = (more: object) => ({ type: "object", properties: { id: { type: "string" }, ...more } });

/** The same three edits on every tool: what an upgrade of an SDK does. */
function massEdit(size: number): Drift {
  return driftOf(size, (at, version) => ({
    name: `tool_${at}`,
    title: version === 0 ? `Tool ${at}` : `The tool ${at}`,
    description: `Does the thing ${at}${version === 0 ? "." : " at once."}`,
    inputSchema: { ...schema({}), additionalProperties: version === 1 },
  }));
}

/** Every tool edited in a way of its own: a field, its words, the tool's words. */
function allDifferent(size: number): Drift {
  return driftOf(size, (at, version) => ({
    name: `tool_${at}`,
    description: `Does the thing ${at}, and ${version === 0 ? `says ${at}` : `writes ${at * 7} instead`}.`,
    inputSchema: schema(version === 0 ? {} : { [`field_${at}`]: { type: "string", maxLength: at + 1 } }),
  }));
}

function driftOf(size: number, toolAt: (at: number, version: 0 | 1) => Tool): Drift {
  const listOf = (version: 0 | 1) => Array.from({ length: size }, (_, at) => toolAt(at, version));
  return diffTools(listOf(0), listOf(1), { server: "claims-tools", grants: [] });
}

const OUTPUTS: Readonly<Record<string, (drift: Drift) => string>> = {
  "Markdown in 60,000 bytes": (drift) => renderExplanation(drift, { grants: [] }),
  "Markdown without a limit": (drift) => renderExplanation(drift, { grants: [], ...ALL }),
  "text for a terminal": (drift) => textOf(explain(drift, { grants: [], ...ALL })),
  JSON: asciiJson,
};

/** Explaining and rendering a drift: twice the tools may take at most 2.3 times as long. */
export async function explaining(): Promise<void> {
  const drifts = { "mass edit": SIZES.map(massEdit), "all different": SIZES.map(allDifferent) };
  for (const [what, bySize] of Object.entries(drifts)) {
    for (const [output, write] of Object.entries(OUTPUTS)) {
      const actions = Object.fromEntries(SIZES.map((size, at) => [size, () => write(bySize[at] as Drift)]));
      const times = await alternating(actions, 11, least);
      for (const [at, size] of SIZES.entries()) {
        // Over two doublings: a single one is as likely to measure when memory was cleaned up.
        const before = SIZES[at - 2];
        if (before === undefined) continue;
        // To the power that makes of any step one of twice the tools.
        const ratio = ((times[size] ?? 0) / (times[before] ?? 1)) ** (Math.log(2) / Math.log(size / before));
        row(`${what}, ${output}: ${size} tools, against ${before}`, ratio, "×", 2.3);
      }
    }
  }
}
