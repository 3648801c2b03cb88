import { sorted } from "../json/order.ts";
import type { Grant } from "../drift/drift.ts";
import type { Context } from "./context.ts";
import type { Item, Section } from "./model.ts";
import { list, name, plural, say, words, type Phrase } from "./phrase.ts";
import { keepsWords, toolsByHolder } from "./who.ts";

// Up to so many, each revoked grant has a line of its own.
const LINES = 12;
const KEEPERS = 10;

/** The block on revoked grants: agent, tool, job, what each agent keeps, and that the calls already fail. */
export function revokedSection(context: Context): Section {
  const { drift, grantsKnown } = context;
  if (drift.grants.length > 0) return revokedGrants(context);
  if (drift.revokes.length === 0 || grantsKnown)
    return { id: "revoked", heading: words("Revokes no grants"), items: [] };
  const tools = list(drift.revokes.map(name));
  const gone = say`${tools} ${words(drift.revokes.length === 1 ? "is" : "are")} gone from the server.`;
  return {
    id: "revoked",
    heading: words(`Revokes every grant of ${plural(drift.revokes.length, "tool")}`),
    items: [],
    before: [say`${gone} Who holds a grant is not known here. Every call already fails today.`],
  };
}

function revokedGrants({ drift, options, place }: Context): Section {
  const { grants } = drift;
  const tools = new Set(grants.map((grant) => grant.tool)).size;
  const dropped = words(`The server has dropped ${tools === 1 ? "this tool" : "these tools"}`);
  const back = `${place === "pull-request" ? "Once you merge" : "Once approved"}, ${grants.length === 1 ? "this grant stays" : "these grants stay"} gone, even if ${tools === 1 ? "the tool comes" : "the tools come"} back.`;
  const keeps =
    options.grants === undefined
      ? []
      : say` All others stay: ${keepsWords(grants, options.grants, KEEPERS)}.`;
  return {
    id: "revoked",
    heading: words(`Revokes ${plural(grants.length, "grant")}`),
    items: grants.length > LINES ? byHolder(grants) : grants.map((grant) => ({ text: oneGrant(grant) })),
    after: [
      place === "check"
        ? say`Once this is merged, these calls fail.${keeps}`
        : say`${dropped}, so these calls already fail today. ${words(back)}${keeps}`,
    ],
  };
}

function oneGrant({ agent, tool, job }: Grant): Phrase {
  return say`${agent} may no longer call ${tool} for the job ${job}.`;
}

/** Many grants, a line for each agent and job: each grant is still named, once. */
function byHolder(grants: readonly Grant[]): Item[] {
  return [...toolsByHolder(grants).values()].map(({ agent, job, tools }) => {
    return { text: say`${agent} for the job ${job} may no longer call ${list(sorted(tools).map(name))}.` };
  });
}
