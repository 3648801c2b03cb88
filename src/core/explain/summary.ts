import { factsIn, type Context } from "./context.ts";
import type { Change } from "../drift/drift.ts";
import { toolsOf, type Fact } from "./facts.ts";
import { join, list, name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { fieldOf } from "./sentence.ts";
import { SENTENCES } from "./sentences.ts";
import { isRefused } from "./tails.ts";
import { agentOrCount } from "./who.ts";

const SENTENCES_AT_MOST = 3;

/** What approving a drift does, in three sentences at most, each with an agent, a tool or a count in it. */
export function summaryOf(context: Context): Phrase {
  const { drift, place } = context;
  const warn = drift.warnings.length;
  const most = warn > 0 ? SENTENCES_AT_MOST - 1 : SENTENCES_AT_MOST;
  const does = [...revocations(context)];
  const wider = widenings(context);
  // Whatever gets wider is said here, if need be in one sentence; the rest only if there is room.
  does.push(...(does.length + wider.length <= most ? wider : [inOne(wider)]));
  const nothingWider = wider.length === 0;
  if (does.length < most) does.push(...narrowings(context));
  if (does.length < most) does.push(...theRest(context, does.length > 0 ? "other change" : "change"));
  if (does.length === 0 && warn === 0)
    return words(
      place === "check"
        ? "This takes nothing away and gives nothing."
        : place === "diff"
          ? "The two lists are the same."
          : "The server is as its card says. There is nothing to decide.",
    );
  const opening = place === "pull-request" || place === "check" ? "Merging this" : "Approving this";
  const said = does.map((predicate, at) => {
    return say`${words(at === 0 ? opening : at === 1 && does.length > 1 ? "It" : "It also")} ${predicate}.`;
  });
  if (does.length === 0) said.push(words("Nothing on the card changes."));
  else if (nothingWider && said.length < most) said.push(words("Nobody gets more access."));
  if (warn > 0) said.push(strong(words(`Read the ${plural(warn, "warning")} before you decide.`)));
  return join(said, " ");
}

function revocations({ drift, grantsKnown }: Context): Phrase[] {
  const [only] = drift.revokes;
  const tools =
    drift.revokes.length === 1 && only !== undefined
      ? name(only)
      : words(plural(drift.revokes.length, "tool"));
  if (drift.grants.length > 0) return [say`takes ${tools} away from ${agentOrCount(drift.grants)}`];
  return drift.revokes.length > 0 && !grantsKnown ? [say`takes ${tools} away from whoever may call it`] : [];
}

function widenings(context: Context): Phrase[] {
  const facts = factsIn(context, "wider");
  const added = facts.filter((fact) => fact.change.kind === "tool-added");
  const others = facts.filter((fact) => fact.change.kind !== "tool-added");
  const refused = others.filter(isRefused);
  const ofCard = others.filter(({ change }) => change.tool === undefined);
  const already = others.filter((fact) => !isRefused(fact) && fact.change.tool !== undefined);
  return [
    ...(refused.length === 0 ? [] : [letting(context, refused)]),
    ...(already.length === 0 ? [] : [accepting(context, already)]),
    ...(ofCard.length === 0 ? [] : [changing(ofCard)]),
    ...(added.length === 0 ? [] : [listing(context, added)]),
  ];
}

/** "lets `intake-bot` set one more field, `visibility`, on `create_note`". */
function letting({ grantsKnown }: Context, facts: readonly Fact[]): Phrase {
  const grants = facts.flatMap((fact) => fact.change.grants);
  const who = grants.length === 0 ? words("its callers") : agentOrCount(grants);
  const where = onTools(facts);
  const nobody = words(grantsKnown ? openToNobody(facts) : "");
  const fields = facts.filter(({ change }) => change.kind === "field-added");
  if (fields.length < facts.length) return say`lets ${who} send more to ${where}${nobody}`;
  const [first] = fields;
  const field = fields.length === 1 && first !== undefined ? fieldOf(first) : undefined;
  if (field === undefined)
    return say`lets ${who} set ${words(plural(fields.length, "more field"))} on ${where}${nobody}`;
  return say`lets ${who} set one more field, ${field}, on ${where}${nobody}`;
}

/** ", which nobody may call yet"; ", 1 of which nobody may call yet" where agents hold grants for the others. */
function openToNobody(facts: readonly Fact[]): string {
  const granted = new Set(facts.flatMap(({ change }) => change.grants.map(({ tool }) => tool)));
  const [without, all] = [toolsOf(facts).filter((tool) => !granted.has(tool)).length, toolsOf(facts).length];
  if (without === 0) return "";
  return without === all ? ", which nobody may call yet" : `, ${without} of which nobody may call yet`;
}

/** "accepts that `run_query`, used by 3 agents, no longer says that it only reads". */
function accepting({ place }: Context, facts: readonly Fact[]): Phrase {
  const [first] = facts;
  if (facts.length > 1 || first === undefined) {
    const changes = plural(facts.length, place === "check" ? "other change" : "change");
    return say`accepts ${words(changes)}${words(place === "check" ? " of" : " that the server already made to")} ${onTools(facts)}${usedBy(facts)}`;
  }
  const { lead } = SENTENCES[first.change.kind]({ change: first.change, required: false, many: false });
  const used = usedBy(facts);
  return say`accepts that ${onTools(facts)}${used}${words(used.length === 0 ? "" : ",")} ${lead}`;
}

/** ", used by 3 agents"; ", 32 of these tools used by 3 agents" where nobody holds a grant for the others. */
function usedBy(facts: readonly Fact[]): Phrase {
  const grants = facts.flatMap((fact) => fact.change.grants);
  if (grants.length === 0) return [];
  const [granted, all] = [new Set(grants.map((grant) => grant.tool)).size, toolsOf(facts).length];
  return say`${words(granted < all ? `, ${granted} of these tools` : ",")} used by ${agentOrCount(grants)}`;
}

/** "changes 2 terms of the card itself". */
function changing(facts: readonly Fact[]): Phrase {
  const [first] = facts;
  if (facts.length > 1 || first === undefined)
    return words(`changes ${plural(facts.length, "term")} of the card itself`);
  const { lead } = SENTENCES[first.change.kind]({ change: first.change, required: false, many: false });
  return say`accepts that this card ${lead}`;
}

function listing({ grantsKnown }: Context, facts: readonly Fact[]): Phrase {
  return say`lists ${words(plural(facts.length, "new tool"))}${words(grantsKnown ? ", which nobody may call yet" : "")}`;
}

/** Several as one: what each says may have commas of its own. */
function inOne(predicates: readonly Phrase[]): Phrase {
  const last = predicates.at(-1) ?? [];
  return predicates.length < 2 ? last : say`${join(predicates.slice(0, -1), ", ")}, and ${last}`;
}

/** "notes that the server now accepts less on `refund` and gives back less on 2 tools". */
function narrowings(context: Context): Phrase[] {
  // What is taken from whoever may call it has been told.
  const told = context.grantsKnown ? [] : context.drift.revokes;
  const facts = factsIn(context, "narrower").filter(
    ({ change }) => change.kind !== "tool-removed" || !told.includes(change.tool ?? ""),
  );
  const parts = NARROWED.flatMap(([what, belongs]) => {
    const theirs = facts.filter(({ change }) => belongs(change));
    return theirs.length === 0 ? [] : [say`${words(what)} ${onTools(theirs)}`];
  });
  if (parts.length === 0) return [];
  const said = context.place === "check" ? "" : "notes that the server now ";
  return [say`${words(said)}${list(parts)}`];
}

/** What narrows: what calls may send, what comes back, what else is said of a tool, the card itself. */
const NARROWED: readonly (readonly [what: string, belongs: (change: Change) => boolean])[] = [
  ["accepts less on", ({ side }) => side === "input"],
  ["gives back less on", ({ side }) => side === "output"],
  ["no longer has", ({ kind }) => kind === "tool-removed"],
  [
    "allows less on",
    ({ side, tool, kind }) => side === undefined && tool !== undefined && kind !== "tool-removed",
  ],
  ["allows less by the terms of", ({ tool }) => tool === undefined],
];

/** What gives nobody more. It is the only sentence, or the last one. */
function theRest(context: Context, noun: string): Phrase[] {
  const other = [...factsIn(context, "behaviour"), ...factsIn(context, "noted")];
  const facts = [...other, ...factsIn(context, "wording")];
  if (facts.length === 0) return [];
  const where = say`${onTools(facts)}${usedBy(facts)}`;
  if (other.length === 0) return [say`shows new words about ${where}`];
  return [
    say`notes ${words(plural(facts.length, noun))} to ${where}, ${words(facts.length === 1 ? "which lets no agent send more" : "none of which lets an agent send more")}`,
  ];
}

/** One tool by name, several by number. */
function onTools(facts: readonly Fact[]): Phrase {
  const tools = toolsOf(facts);
  const [only] = tools;
  if (only === undefined) return words("the card");
  return tools.length === 1 ? name(only) : words(plural(tools.length, "tool"));
}
