import { toolsOf } from "./facts.ts";
import { factsIn, type Context } from "./context.ts";
import { widenedWords } from "./counts.ts";
import { visible } from "./inert.ts";
import type { Explanation, Section } from "./model.ts";
import { list, name, plural, say, strong, words, type Phrase } from "./phrase.ts";
import { shownServer, titleOf } from "./title.ts";

const START = 200;

/** The explanation of a drift of which not every widening and revoked grant can be shown: counts, and how to split. */
export function tooLarge(context: Context, fits: (explanation: Explanation) => boolean): Explanation {
  for (let names = START; names > 0; names = Math.floor(names / 2)) {
    const explanation = withNames(context, names);
    if (fits(explanation)) return explanation;
  }
  return withNames(context, 0);
}

function withNames(context: Context, names: number): Explanation {
  const { drift } = context;
  const widened = widenedWords(context);
  const grants = drift.grants.length;
  const revokes = grants === 0 ? "nothing" : plural(grants, "grant");
  const counts = say`It widens ${widened.length === 0 ? words("nothing") : list(widened.map(words))}, and revokes ${words(revokes)}.`;
  return {
    title: titleOf(context),
    server: shownServer(context.drift.server),
    summary: say`${strong(words("Too large to decide."))} ${counts} Not all of that fits in here, so nobody can approve it by reading this.`,
    cuts: words("Shortened: most of what changed is left out below."),
    sections: [splitSection(context, names), ...toolsSections(context, names)],
    tooLarge: true,
  };
}

function splitSection(context: Context, names: number): Section {
  const tools = toolsToDecide(context);
  const heading = words("Split it");
  const [only] = tools;
  if (only !== undefined && tools.length === 1)
    return {
      id: "decision",
      heading: words("It can't be split"),
      before: [oneTool(context, only)],
      items: [],
    };
  const example = names > 0 ? (tools.find(isSimple) ?? "NAME") : "NAME";
  const server = visible(context.drift.server, "name");
  const whole: Phrase = [{ code: `toolcard scan --write --server ${server} --tool ${example}` }];
  return {
    id: "decision",
    heading,
    before: [
      say`Propose a few tools at a time, each part in a pull request of its own: ${whole} writes one tool; ${[{ code: "--tool" }]} may be given more than once.`,
    ],
    items: [],
  };
}

/** The tools that somebody has to decide on: revoked ones, then those that get wider. */
function toolsToDecide(context: Context): string[] {
  return [...new Set([...context.drift.revokes, ...toolsOf(factsIn(context, "wider"))])];
}

/** What is left where one tool alone is too large: its approved form stays. */
function oneTool({ drift, place }: Context, tool: string): Phrase {
  const shown = visible(tool, "name");
  const named = shown.length > 100 || (place !== "pull-request" && !isSimple(tool)) ? "NAME" : shown;
  const inShell = `toolcard decline ${visible(drift.server, "name")} ${named}`;
  const decline: Phrase = [{ code: place === "pull-request" ? `/toolcard decline ${named}` : inShell }];
  return say`All of it is about one tool. ${decline} keeps its approved form; ask who runs the server for a change that a person can read.`;
}

// What a shell reads as it stands.
function isSimple(tool: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(tool);
}

function toolsSections(context: Context, names: number): Section[] {
  const wider = toolsOf(factsIn(context, "wider"));
  const revoked = context.drift.revokes;
  const sections: Section[] = [];
  if (revoked.length > 0) sections.push(toolsSection("revoked", "Tools with revoked grants", revoked, names));
  if (wider.length > 0) sections.push(toolsSection("wider", "Tools that get wider", wider, names));
  return sections;
}

function toolsSection(id: Section["id"], heading: string, tools: readonly string[], most: number): Section {
  const shown = tools.slice(0, most).map(name);
  if (tools.length > most) shown.push(words(`${tools.length - most} more`));
  return { id, heading: words(`${heading}: ${tools.length}`), before: [list(shown)], items: [] };
}
