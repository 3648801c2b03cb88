import { factsIn, type Context } from "./context.ts";
import { widenedWords } from "./counts.ts";
import { visible } from "./inert.ts";
import { toolsOf } from "./items.ts";
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

function splitSection({ drift }: Context, names: number): Section {
  const example =
    names > 0
      ? (drift.changes.find(({ tool }) => tool !== undefined && isSimple(tool))?.tool ?? "NAME")
      : "NAME";
  const whole: Phrase = [
    { code: `toolcard scan --write --server ${visible(drift.server, "name")} --tool ${example}` },
  ];
  return {
    id: "decision",
    heading: words("Split it"),
    before: [
      say`Propose a few tools at a time, each part in a pull request of its own: ${whole} writes one tool; ${[{ code: "--tool" }]} may be given more than once.`,
    ],
    items: [],
  };
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
