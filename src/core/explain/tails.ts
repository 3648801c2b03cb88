import type { Grant } from "../drift/drift.ts";
import type { Context } from "./context.ts";
import type { Fact } from "./facts.ts";
import { join, say, strong, words, type Phrase } from "./phrase.ts";
import { agentsOf, agentsWithJobs } from "./who.ts";

/** Agents named in a sentence; a group and a long list fold the rest. */
export const AGENTS = 6;

/** After a widening: who, until when it is refused or that it is so already, whether today's calls keep working. */
export function widerTail(context: Context, facts: readonly [Fact, ...Fact[]]): Phrase {
  const [{ change, required, breaks }] = facts;
  const grants = facts.flatMap((fact) => fact.change.grants);
  const unknown =
    change.scope === "unknown"
      ? "toolcard can't prove that it allows nothing new, so it counts as wider."
      : "";
  if (change.tool === undefined) {
    return sentences(words(unknown), touched(context, grants), words("It takes effect when you merge."));
  }
  if (change.kind === "tool-added") {
    const nobody = "Nobody may call it until a grant is given, in a pull request of its own.";
    return words(context.grantsKnown ? nobody : "Each grant for it needs a pull request of its own.");
  }
  if (change.kind === "undeclared-opened" && change.world === "open") return behaviourTail(context, facts);
  const today = breaks ? todayBreaks(facts[0]) : words("Today's calls keep working.");
  if (isRefused(facts[0])) {
    const they =
      facts.length > 1 || agentsOf(grants).length === 0 ? touched(context, grants) : willBeAble(grants);
    const refused = required
      ? "Until you merge, no call works: the server asks for it, and toolcard refuses it."
      : "Until you merge, toolcard refuses it.";
    return sentences(words(unknown), they, words(refused), today);
  }
  return sentences(
    words(unknown),
    touched(context, grants),
    words("It is so already: the server changed under them."),
    today,
  );
}

/** After a narrowing: what of today fails, and whom it touches. */
export function narrowerTail(context: Context, facts: readonly [Fact, ...Fact[]]): Phrase {
  const grants = facts.flatMap((fact) => fact.change.grants);
  const today = facts[0].breaks ? todayBreaks(facts[0]) : words("Calls keep working.");
  if (facts[0].change.kind === "tool-removed") return touched(context, grants);
  return sentences(today, touched(context, grants));
}

/** After another behaviour: why it allows nobody more. */
export function behaviourTail(context: Context, facts: readonly [Fact, ...Fact[]]): Phrase {
  const [{ change }] = facts;
  const grants = facts.flatMap((fact) => fact.change.grants);
  const opened =
    change.kind === "undeclared-opened" && change.side === "input"
      ? "toolcard goes on refusing them, so no agent may send more. A call that goes around toolcard could."
      : "";
  return sentences(words(opened), facts.length === 1 ? touched(context, grants) : []);
}

/** True for what toolcard holds back until the card allows it: what calls may send. The rest the server does already. */
export function isRefused({ change }: Fact): boolean {
  return change.side === "input" && change.world !== "open";
}

function willBeAble(grants: readonly Grant[]): Phrase {
  return say`${agentsWithJobs(grants, AGENTS)} will be able to.`;
}

function touched({ grantsKnown }: Context, grants: readonly Grant[]): Phrase {
  if (grants.length > 0) return say`Touches ${agentsWithJobs(grants, AGENTS)}.`;
  return words(grantsKnown ? "Nobody holds a grant for this." : "");
}

function todayBreaks({ change, required }: Fact): Phrase {
  if (change.side === "output") return strong(words("Programs that read its answers may fail."));
  if (required || change.kind === "field-required") return strong(words("Today's calls without it fail."));
  if (change.kind === "field-removed") return strong(words("Today's calls that send it fail."));
  return strong(
    words(
      change.scope === "narrows" ? "Today's calls outside of this fail." : "Some of today's calls may fail.",
    ),
  );
}

function sentences(...phrases: readonly Phrase[]): Phrase {
  return join(
    phrases.filter((phrase) => phrase.some((piece) => !("own" in piece) || piece.own !== "")),
    " ",
  );
}
