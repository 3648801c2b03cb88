import { inline } from "../explain/markdown.ts";
import { list, name, say, words, type Phrase } from "../explain/phrase.ts";
import { addressWords } from "../explain/sentences-card.ts";
import { toolsByHolder } from "../explain/who.ts";
import { sorted } from "../json/order.ts";
import { byId, type Assessment } from "./assess.ts";
import type { GateFact } from "./fact.ts";
import { factWords, ownersWords } from "./fact-words.ts";

/** What an explanation of the cards does not say, as Markdown: a section for what needs the label, one for the rest. */
export interface FactsText {
  readonly gated: string;
  readonly noted: string;
}

/** Tells every fact outside of the cards, alike ones in one line, and what only the default branch makes new. */
export function tellFacts({ legs }: Assessment): FactsText {
  const [base, ...others] = legs;
  const gated: Phrase[] = [
    ...base.facts.flatMap((fact) => (isPlain(fact) ? [say`${factWords(fact)}.`] : [])),
    ...grantLines(base.facts, "grant-added"),
    ...ownerLines(base.facts),
    ...redirected(base.facts),
    ...base.widenings.flatMap(({ said, sinceApproved }) => (sinceApproved ? [say`${said}.`] : [])),
  ];
  const known = new Set(base.widenings.map(({ id }) => id));
  for (const { branch, widenings } of others) {
    const more = byId(widenings).filter(({ id }) => !known.has(id));
    for (const { said } of more) gated.push(say`Beyond the branch ${branch}: ${said}.`);
  }
  const revoked = new Set(
    base.facts.flatMap((fact) =>
      fact.kind === "card-changed"
        ? fact.drift.grants.map((grant) => JSON.stringify([fact.card.value.server, grant]))
        : [],
    ),
  );
  const left = base.facts.filter((fact) => {
    if (fact.kind !== "grant-removed") return true;
    const { agent, tool, job, server } = fact.grant;
    return !revoked.has(JSON.stringify([server, { agent, tool, job }]));
  });
  const noted = [
    ...left.flatMap((fact) =>
      fact.kind === "card-deleted" || fact.kind === "enrolment-removed" ? [say`${factWords(fact)}.`] : [],
    ),
    ...grantLines(left, "grant-removed"),
  ];
  const [{ settings }] = legs;
  return {
    gated: section(say`Beside the tools: needs the label ${settings.label}`, gated),
    noted: section(words("Taken away, no label needed"), noted),
  };
}

function section(heading: Phrase, lines: readonly Phrase[]): string {
  if (lines.length === 0) return "";
  return `### ${inline(heading)}\n\n${lines.map((line) => `- ${inline(upper(line))}`).join("\n")}\n\n`;
}

/** A sentence that begins with a word of ours, with a capital. */
function upper(line: Phrase): Phrase {
  const [first, ...rest] = line;
  if (first === undefined || !("own" in first)) return line;
  return [{ own: first.own.charAt(0).toUpperCase() + first.own.slice(1) }, ...rest];
}

/** Facts that need the label and are told one by one. */
function isPlain(fact: GateFact): boolean {
  switch (fact.kind) {
    case "card-added":
    case "card-moved":
    case "id-reused":
    case "address-shared":
    case "enrolment-added":
    case "setting-changed":
    case "folder-changed":
    case "owners-to-come":
    case "owners-unclear":
    case "workflow-changed":
      return true;
    case "card-changed":
    case "card-deleted":
    case "enrolment-removed":
    case "grant-added":
    case "grant-removed":
    case "owners-changed":
      return false;
    default:
      return fact satisfies never;
  }
}

/** Grants that are given or taken: a line for each agent, server and job. */
function grantLines(facts: readonly GateFact[], kind: "grant-added" | "grant-removed"): Phrase[] {
  const lines = new Map<string, { agent: string; server: string; job: string; tools: string[] }>();
  for (const fact of facts) {
    if (fact.kind !== kind) continue;
    const { agent, server, tool = "", job = "" } = fact.grant;
    const key = JSON.stringify([agent, server, job]);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, { agent, server, job, tools: [tool] });
    else line.tools.push(tool);
  }
  const may = words(kind === "grant-added" ? "may call" : "may no longer call");
  return [...lines.values()].map(({ agent, server, job, tools }) => {
    return say`${agent} ${may} ${list(sorted(tools).map(name))} on ${server} for the job ${job}.`;
  });
}

/** Files that change hands in the same way: one line. */
function ownerLines(facts: readonly GateFact[]): Phrase[] {
  const lines = new Map<string, Extract<GateFact, { kind: "owners-changed" }>[]>();
  for (const fact of facts) {
    if (fact.kind !== "owners-changed") continue;
    const key = JSON.stringify([fact.before, fact.after]);
    const line = lines.get(key);
    if (line === undefined) lines.set(key, [fact]);
    else line.push(fact);
  }
  return [...lines.values()].map((same) => {
    const [first] = same;
    const are = words(same.length === 1 ? "is" : "are");
    const were = words(same.length === 1 ? "was" : "were");
    return say`${list(same.map(({ path }) => name(path)))} ${are} now owned by ${ownersWords(first?.after ?? [])}, ${were} by ${ownersWords(first?.before ?? [])}.`;
  });
}

/** Where a card points elsewhere, every grant that goes there from now on (DESIGN §4). */
function redirected(facts: readonly GateFact[]): Phrase[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== "card-changed") return [];
    const change = fact.drift.changes.find(({ kind }) => kind === "address-changed");
    if (change === undefined) return [];
    return [...toolsByHolder(change.grants).values()].map(({ agent, job, tools }) => {
      return say`Calls of ${agent} for the job ${job} will now go to ${addressWords(change.after)}: ${list(sorted(tools).map(name))}.`;
    });
  });
}
