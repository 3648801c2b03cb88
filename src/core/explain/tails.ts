import type { Change } from "../drift/drift.ts";
import type { Context } from "./context.ts";
import type { Fact } from "./facts.ts";
import { join, say, strong, words, type Phrase } from "./phrase.ts";
import { agentsWithJobs } from "./who.ts";

type Facts = readonly [Fact, ...Fact[]];

/** Agents named in a sentence; a group and a long list fold the rest. */
const AGENTS = 6;

const KEEP_WORKING = "Today's calls keep working.";

/** False where it is sure that no agent calls these tools. */
function isCalled({ grantsKnown }: Context, facts: Facts): boolean {
  return !grantsKnown || facts.some(({ change }) => change.grants.length > 0);
}

/** After a widening: who, until when it is refused or that it is so already, whether today's calls keep working. */
export function widerTail(context: Context, facts: Facts): Phrase {
  const [{ change, breaks }] = facts;
  const doubt =
    change.scope === "unknown"
      ? "toolcard can't prove that it allows nothing new, so it counts as wider."
      : "";
  if (change.tool === undefined) {
    // Of the card as a whole nobody holds a grant; where it gives grants anew it names them.
    const touches = change.grants.length > 0 ? touched(context, facts) : [];
    return sentences(words(doubt), touches, words("It takes effect when you merge."));
  }
  if (change.kind === "tool-added") return newToolTail(context, facts);
  if (change.kind === "undeclared-opened" && change.world === "open") return behaviourTail(context, facts);
  const today = breaks ? callsFail(context, facts) : words(isCalled(context, facts) ? KEEP_WORKING : "");
  const until = isRefused(facts[0]) ? refusedUntil(context, facts) : alreadySo(context, facts);
  return sentences(words(doubt), until, today);
}

function newToolTail({ grantsKnown, renames }: Context, facts: Facts): Phrase {
  const them = facts.length > 1 ? "them" : "it";
  const nobody = `Nobody may call ${them} until a grant is given, in a pull request of its own.`;
  const grant = words(grantsKnown ? nobody : `Each grant for ${them} needs a pull request of its own.`);
  if (facts.length > 1)
    return facts.some(({ change }) => renames.has(change.tool ?? ""))
      ? say`${grant} No grant is carried over.`
      : grant;
  const old = renames.get(facts[0].change.tool ?? "");
  return old === undefined ? grant : say`${grant} It may replace ${old}; no grant is carried over.`;
}

function refusedUntil(context: Context, facts: Facts): Phrase {
  const [{ change, required }] = facts;
  const gains = facts.length === 1 && change.scope === "widens" && change.grants.length > 0;
  const who = gains
    ? say`Merging lets ${agentsWithJobs(change.grants, AGENTS)} do this.`
    : touched(context, facts);
  const until = gains ? "Until then" : "Until you merge,";
  const refused = required
    ? "no call works: the server asks for it, and toolcard refuses it."
    : `toolcard refuses ${newIn(facts[0])}.`;
  return sentences(who, words(`${until} ${refused}`));
}

/** What is new in a change. Where a field went and the call gains all the same, it is that the field may be missing. */
function newIn({ change, breaks }: Fact): string {
  if (change.scope === "unknown") return "what is new in it";
  return change.kind === "field-removed" && breaks ? "calls without it" : "it";
}

function alreadySo(context: Context, facts: Facts): Phrase {
  // A person may have written it on the card without the server.
  const already = context.place === "check" ? "" : "The server has changed already, merged or not.";
  return sentences(touched(context, facts), words(already));
}

/** After a narrowing: what of today fails, and whom it touches. */
export function narrowerTail(context: Context, facts: Facts): Phrase {
  const { kind, side, tool } = facts[0].change;
  const works = side === "output" ? "Calls keep working; only their answers change." : "Calls keep working.";
  const today = facts[0].breaks ? callsFail(context, facts) : words(works);
  if (kind === "tool-removed") return touched(context, facts);
  if (tool === undefined)
    return sentences(
      facts[0].change.grants.length > 0 ? touched(context, facts) : [],
      words("It takes effect when you merge."),
    );
  const past = facts[0].change.world === "open" ? `The server may still take more from a call ${PAST}.` : "";
  return sentences(today, touched(context, facts), words(past));
}

const PAST = "that does not pass through toolcard";

/** After another behaviour: why it allows nobody more. */
export function behaviourTail(context: Context, facts: Facts): Phrase {
  const [{ change }] = facts;
  const opened =
    change.kind === "undeclared-opened" && change.side === "input"
      ? `toolcard goes on refusing them, so no agent may send more. Only a call ${PAST} could.`
      : "";
  return sentences(words(opened), facts.length === 1 ? touched(context, facts) : []);
}

/** True for what toolcard holds back until the card allows it: what calls may send. The rest the server does already. */
export function isRefused({ change }: Fact): boolean {
  return change.side === "input" && change.world !== "open";
}

function touched({ grantsKnown }: Context, facts: Facts): Phrase {
  const grants = facts.flatMap((fact) => fact.change.grants);
  if (grants.length > 0) return say`Touches ${agentsWithJobs(grants, AGENTS)}.`;
  // Of the card as a whole nobody holds a grant.
  if (!grantsKnown || facts[0].change.tool === undefined) return [];
  return words(`No agent holds a grant for ${facts.length > 1 ? "any of them" : "it"} yet.`);
}

/** Which calls that worked fail, and since when: what a person writes on a card starts with the merge. */
function callsFail({ place }: Context, facts: Facts): Phrase {
  const [{ change, required }] = facts;
  if (change.side === "output") return strong(words("Programs that read its answers may fail."));
  const several = new Set(facts.map((fact) => fact.change.path)).size > 1;
  const which = failing(change, required, several);
  if (which === undefined) return strong(words("Some of today's calls may fail."));
  return strong(words(`Calls ${which} ${place === "check" ? "will fail" : "already fail"}.`));
}

/** Which of today's calls are refused, where that is sure. */
function failing({ kind, scope }: Change, required: boolean, several: boolean): string | undefined {
  if (required || kind === "field-required") return several ? "without them" : "without it";
  if (kind === "field-removed") return several ? "that send them" : "that send it";
  if (scope !== "narrows") return undefined;
  if (kind.startsWith("limit-")) return several ? "beyond these limits" : "beyond this limit";
  if (kind === "values-removed") return "with such a value";
  return several ? "that break these rules" : "that break this rule";
}

function sentences(...phrases: readonly Phrase[]): Phrase {
  return join(
    phrases.filter((phrase) => phrase.some((piece) => !("own" in piece) || piece.own !== "")),
    " ",
  );
}
