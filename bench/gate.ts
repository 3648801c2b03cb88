import { GateCache } from "../src/core/gate/gate-cache.ts";
import { parseCard } from "../src/core/registry/card.ts";
import { gatePullRequest } from "../src/jobs/gate.ts";
import { FakePort } from "../test/gate/port.ts";
import { pullOf, snapshotOf } from "../test/gate/scene.ts";
import { alternating, row } from "./measure.ts";

const CARDS = 1000;
const AGENTS = 300;
const CHANGED = "registry/cards/s5.yaml";

/**
 * One evaluation of a pull request that changes one card in a registry of 1,000 cards and 300 grants files, the base read
 * before and the head new each time, beside parsing and validating that card.
 */
export async function gate(): Promise<void> {
  const tree = registry();
  const base = snapshotOf(tree, "base");
  const cache = new GateCache();
  const port = new FakePort([], [base]);
  let count = 0;
  // Made before, as reading is not what is measured.
  const heads = Array.from({ length: 130 }, (_, at) => {
    const text = card(5).replace("maxLength: 500", `maxLength: ${900 + at}`);
    return snapshotOf({ ...tree, [CHANGED]: text }, `head ${at}`);
  });
  for (const head of heads) port.commits.set(head.commit, head);
  const bytes = new TextEncoder().encode(card(5));
  const actions = {
    parse: () => parseCard(bytes, CHANGED),
    evaluation: async () => {
      const head = heads[count++] ?? base;
      port.pulls.set(7, pullOf(base, head));
      await gatePullRequest(port, 7, cache);
    },
  };
  // What is measured is a service that has run for a while, and its compiler with it.
  await alternating(actions, 100);
  const times = await alternating(actions);
  const what = "gate: an evaluation of one changed card of 1,000, against parsing it";
  row(what, times.evaluation / times.parse, "×", 20);
}

function registry(): Record<string, string> {
  const tree: Record<string, string> = { ".github/CODEOWNERS": "* @acme/claims\n" };
  for (let at = 0; at < CARDS; at++) tree[`registry/cards/s${at}.yaml`] = card(at);
  for (let agent = 0; agent < AGENTS; agent++) {
    const enrolments = [0, 1, 2].map((each) => enrolment(agent * 3 + each)).join("");
    tree[`registry/grants/a${agent}.yaml`] = `agent: a${agent}\nenrolments:\n${enrolments}`;
  }
  return tree;
}

function enrolment(at: number): string {
  const grants = [0, 1, 2, 3].map((tool) => `      - { tool: tool_${tool}, job: work }\n`).join("");
  return `  - server: s${at}\n    card: ${uuid(at)}\n    grants:\n${grants}`;
}

function card(at: number): string {
  const tools = Array.from(
    { length: 10 },
    (_, tool) => `  - name: tool_${tool}
    description: Does ${tool} for ${at} and says so at some length.
    inputSchema:
      type: object
      properties:
        id: { type: string, description: The id of it }
        limit: { type: integer, minimum: 1, maximum: 100 }
        text: { type: string, maxLength: 500 }
      required: [id]
`,
  ).join("");
  const remote = `{ type: sse, url: "https://s${at}.example/mcp" }`;
  return `id: ${uuid(at)}\nserver: s${at}\nrevision: 1\nremote: ${remote}\ntools:\n${tools}`;
}

function uuid(at: number): string {
  return `5f0c1c9e-6a39-4f5e-9d0a-${String(at).padStart(12, "0")}`;
}
