import { sorted, sortedBy } from "../json/order.ts";
import type { Grant } from "../drift/drift.ts";
import { list, listAtMost, name, plural, say, words, type Phrase } from "./phrase.ts";

/** Agents with their jobs, bounded: "`intake-bot` for `claims-intake` and `audit-bot` for `audits`". */
export function agentsWithJobs(grants: readonly Grant[], most: number): Phrase {
  const phrases = [...jobsByAgent(grants)].map(([agent, jobs]) => {
    return say`${agent} for ${listAtMost(jobs.map(name), 3, "more jobs")}`;
  });
  return listAtMost(phrases, most, phrases.length === most + 1 ? "more agent" : "more agents");
}

/** One agent by name, several by number: "`intake-bot`", "2 agents". */
export function agentOrCount(grants: readonly Grant[]): Phrase {
  const agents = agentsOf(grants);
  const [only] = agents;
  return agents.length === 1 && only !== undefined ? name(only) : words(plural(agents.length, "agent"));
}

/** The names of the agents that hold these grants, each once, by code point. */
function agentsOf(grants: readonly Grant[]): string[] {
  return sorted(new Set(grants.map((grant) => grant.agent)));
}

/** The jobs of each agent, both by code point. */
function jobsByAgent(grants: readonly Grant[]): Map<string, string[]> {
  const jobs = new Map<string, Set<string>>();
  for (const grant of sortedBy(grants, (one) => one.agent)) {
    const known = jobs.get(grant.agent);
    if (known === undefined) jobs.set(grant.agent, new Set([grant.job]));
    else known.add(grant.job);
  }
  return new Map([...jobs].map(([agent, names]) => [agent, sorted(names)]));
}

/** What each agent that loses a grant keeps: "`intake-bot` keeps 3 and `audit-bot` keeps none". */
export function keepsWords(revoked: readonly Grant[], all: readonly Grant[], most: number): Phrase {
  const gone = new Set(revoked.map(keyOf));
  const kept = new Map<string, number>();
  for (const grant of all) {
    if (!gone.has(keyOf(grant))) kept.set(grant.agent, (kept.get(grant.agent) ?? 0) + 1);
  }
  const phrases = agentsOf(revoked).map((agent) => {
    return say`${agent} keeps ${words(String(kept.get(agent) ?? "none"))}`;
  });
  return phrases.length <= most ? list(phrases) : listAtMost(phrases, most, "more agents keep theirs");
}

function keyOf(grant: Grant): string {
  return JSON.stringify([grant.agent, grant.tool, grant.job]);
}

/** What one agent may call for one job. */
export interface Holder {
  readonly agent: string;
  readonly job: string;
  readonly tools: Set<string>;
}

/** The tools of each agent and job, agents by code point. */
export function toolsByHolder(grants: readonly Grant[]): Map<string, Holder> {
  const holders = new Map<string, Holder>();
  for (const { agent, job, tool } of sortedBy(grants, (grant) => `${grant.agent}\n${grant.job}`)) {
    const key = JSON.stringify([agent, job]);
    const holder = holders.get(key);
    if (holder === undefined) holders.set(key, { agent, job, tools: new Set([tool]) });
    else holder.tools.add(tool);
  }
  return holders;
}
