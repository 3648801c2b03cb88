import { toolsOf } from "./facts.ts";
import { factsIn, type Context } from "./context.ts";
import { visible } from "./inert.ts";
import type { Item, Section } from "./model.ts";
import { join, list, listAtMost, name, say, strong, words, type Phrase } from "./phrase.ts";
import { isRefused } from "./tails.ts";
import { hasTextWarnings } from "./warnings.ts";

const COMMANDS = 2;
const NAMED = 3;
const OWNERS = 10;

/** What a person can decide, with the effect of each and who may; none where there is nothing to decide. */
export function decisionSection(context: Context): Section[] {
  // The check says itself what is missing, and whoever opened the pull request can change it.
  const { place } = context;
  if (place === "diff" || place === "check" || context.drift.changes.length === 0) return [];
  const needsLabel = factsIn(context, "wider").length > 0 || labelled(context);
  const items = place === "scan" ? scanItems(context, needsLabel) : pullRequestItems(context, needsLabel);
  const after: Phrase[] =
    place === "scan"
      ? []
      : [
          say`This text is rewritten if the server changes before you merge. Anyone with write access can edit it; nobody can edit the same text in the check ${"toolcard/scope"}.`,
        ];
  return [{ id: "decision", heading: words("Your decision"), items, after }];
}

/** True where a setting asks for the label for wording or behaviour, too. */
function labelled({ facts, options }: Context): boolean {
  const gates = { wording: options.gate?.wording, behaviour: options.gate?.behaviour };
  return facts.some(
    ({ section }) => (section === "wording" || section === "behaviour") && gates[section] === "label",
  );
}

function point(what: string, effect: Phrase): Item {
  return { text: say`${strong(words(`${what}:`))} ${effect}` };
}

function pullRequestItems(context: Context, needsLabel: boolean): Item[] {
  const label = say`add the label ${context.label} (Labels, right-hand column), then approve and merge.`;
  const effect = needsLabel ? label : words("approve and merge. No label is needed.");
  const no =
    "close this pull request; only an owner's closing counts. Nothing is accepted. What “Wait” says holds until the server changes and you are asked again.";
  return [
    point(needsLabel ? "Yes to all" : "Yes", say`${effect} ${whoMay(context, needsLabel)}`),
    ...declining(context),
    point("No", words(no)),
    waiting(context),
    ...suspending(context),
  ];
}

function scanItems(context: Context, needsLabel: boolean): Item[] {
  const label = needsLabel ? say` It needs the label ${context.label} there.` : [];
  const yes = say`run ${command("scan --write")} and propose the changed files in a pull request, or let ${command("scan --pull-requests")} do both.${label} A merge by a code owner is the approval.`;
  return [
    point("Yes to all", yes),
    ...declining(context),
    point("No", words("change nothing. The card stays as it is, and the next scan shows this again.")),
    waiting(context),
    ...suspending(context),
  ];
}

function command(rest: string): Phrase {
  return [{ code: `toolcard ${rest}` }];
}

/** Whose label and whose merge count. */
function whoMay({ options: { owners = [], labelBy = "owner" } }: Context, needsLabel: boolean): Phrase {
  if (owners.length === 0) return words("Nobody owns these files yet: name an owner in CODEOWNERS first.");
  const shown = owners.slice(0, OWNERS).map(name);
  if (owners.length > OWNERS) shown.push(words(`${owners.length - OWNERS} more`));
  const files = say`an owner of these files: ${list(shown, "or")}`;
  if (!needsLabel) return say`The approval must come from ${files}.`;
  // Where files have different owners, it may take one of each.
  const one = owners.length === 1 ? " One person may give both." : "";
  if (labelBy === "owner") return say`Label and approval count only from ${files}.${words(one)}`;
  const labeller = labelBy === "writer" ? "anyone who can write here" : "anyone";
  return say`The label may come from ${words(labeller)}, the approval must come from ${files}.`;
}

/** How to say no to one tool. A removal can't be declined, and what is no tool neither. */
function declining(context: Context): Item[] {
  const tools = declinable(context);
  if (tools.length === 0) return [];
  const commands = tools.slice(0, COMMANDS).flatMap((tool) => {
    const shown = declineCommand(context, tool);
    return shown === undefined ? [] : [shown];
  });
  const pattern =
    context.place === "scan"
      ? `toolcard decline ${visible(context.drift.server, "name")} NAME`
      : "/toolcard decline NAME";
  if (commands.length < tools.length)
    commands.push(say`${[{ code: pattern }]} with another name from “Wider”`);
  const run = words(context.place === "scan" ? "run" : "comment");
  const each = tools.length > 1 ? ", one for each tool" : "";
  const stays = "The card stays as it is for that tool; go on with the rest as above.";
  const effect = context.place === "scan" ? stays : `This pull request is rewritten without it. ${stays}`;
  const again = "You are asked about it again only when the server changes it.";
  return [
    point(
      "Yes, without one tool",
      say`${run} ${list(commands, "or")}${words(each)}. ${words(`${effect} ${again}`)}`,
    ),
  ];
}

/** What gets wider, by tool: first what a no keeps out, then what the server does already. */
function declinable(context: Context): string[] {
  const facts = factsIn(context, "wider");
  const held = facts.filter((fact) => isRefused(fact) || fact.change.kind === "tool-added");
  return [...new Set([...toolsOf(held), ...toolsOf(facts)])];
}

/** The command for one tool; undefined where a shell would read the name as something else. */
function declineCommand({ place, drift }: Context, tool: string): Phrase | undefined {
  const shown = visible(tool, "name");
  if (shown.length > 100) return undefined;
  if (place !== "scan") return [{ code: `/toolcard decline ${shown}` }];
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(shown)
    ? command(`decline ${visible(drift.server, "name")} ${shown}`)
    : undefined;
}

/** What holds until somebody decides, and goes on after a no. */
function waiting(context: Context): Item {
  const said: Phrase[] = [];
  const warned = hasTextWarnings(context.drift.warnings);
  if (factsIn(context, "wider").length > 0) said.push(words("No agent may send more than now."));
  if (factsIn(context, "narrower").length > 0)
    said.push(words("The server's new limits are in force already."));
  said.push(...alreadySo(context));
  if (factsIn(context, "wording").length > 0)
    said.push(words(`Agents may already read the new words${warned ? ", whatever you decide" : ""}.`));
  said.push(...leftGrants(context));
  const [first = words("Nothing changes for any agent."), ...rest] = said;
  return point("Wait", join([decapitalized(first), ...rest], " "));
}

/** The way out where nobody should wait: what a server says reaches agents before anybody decides. */
function suspending({ drift }: Context): Item[] {
  if (!hasTextWarnings(drift.warnings)) return [];
  const how = say`to stop every call to this server, write ${"suspended:"} and a reason on its card.`;
  return [point("Stop it now", how)];
}

/** What the server does already, and how to keep agents from it. */
function alreadySo(context: Context): Phrase[] {
  const facts = factsIn(context, "wider").filter(
    (fact) => !isRefused(fact) && fact.change.kind !== "tool-added",
  );
  const tools = toolsOf(facts);
  const [only] = tools;
  if (only === undefined) return [];
  const named = listAtMost(tools.map(name), tools.length === NAMED + 1 ? NAMED + 1 : NAMED, "more tools");
  const one = tools.length === 1;
  const granted = facts.some(({ change }) => change.grants.length > 0);
  const them = one ? "it" : "them";
  const stop = granted ? ` To keep agents from ${them}, take away the grants for ${them}.` : "";
  const changed = words(one ? "has changed" : "have changed");
  return [say`But ${named} ${changed} on the server already, whatever you decide.${words(stop)}`];
}

/** Grants of dropped tools that nobody has revoked yet. */
function leftGrants({ drift: { grants, revokes } }: Context): Phrase[] {
  const [tool] = revokes;
  if (grants.length === 0 || tool === undefined) return [];
  const back = revokes.length === 1 ? name(tool) : words("a dropped tool");
  const stay =
    grants.length === 1
      ? "The grant stays on file, and works"
      : `The ${grants.length} grants stay on file, and work`;
  return [say`${words(stay)} again if the server brings ${back} back unchanged.`];
}

/** A first sentence after a colon. */
function decapitalized(phrase: Phrase): Phrase {
  const [first, ...rest] = phrase;
  if (first === undefined || !("own" in first)) return phrase;
  return [{ own: `${first.own.slice(0, 1).toLowerCase()}${first.own.slice(1)}` }, ...rest];
}
