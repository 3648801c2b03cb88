import { inline } from "../explain/markdown.ts";
import { list, name, plural, say, strong, words, type Phrase } from "../explain/phrase.ts";
import type { Assessment, Leg } from "./assess.ts";
import { filesNeeded, type Cover } from "./cover.ts";
import type { Decision } from "./decide.ts";
import { loginsWords, ownersOfFiles, uncoveredWords, unknownWords, WHO } from "./who-words.ts";
import type { Gated } from "./widening.ts";

const MORE = 20;

/** What the head of a summary is made of. */
export interface StateInput {
  readonly assessment: Assessment;
  readonly leg: Leg;
  readonly decision: Decision;
  /** How many widenings there are, on all legs. */
  readonly widenings: readonly Gated[];
  readonly warnings: number;
  /** What gets narrower, in a sentence each. */
  readonly losses: readonly string[];
}

/** How the label stands, as the first lines of the check's summary (DESIGN §11, examples). */
export function stateWords(input: StateInput): string {
  const { decision, warnings } = input;
  const warn = warnings === 0 ? "" : ` It also has ${plural(warnings, "warning")}; read them first.`;
  switch (decision.kind) {
    case "nothing-wider":
      return paragraphs(
        say`${strong(words("Passes."))} This pull request widens nothing, so it needs no label.${words(lossWords(input.losses))}`,
      );
    case "allowed":
      return paragraphs(allowedWords(input, decision));
    case "no-label":
    case "not-entitled":
    case "not-covered":
      return paragraphs(
        say`${strong(words("Blocked."))} This pull request widens what agents may do, and nobody entitled has said yes to all of it.${words(warn)}`,
        ...points([...missingPoints(input), ...coversPoints(input)]),
        ...more(input),
      );
    default:
      return decision satisfies never;
  }
}

/** " In it, 1 grant is revoked, and 2 tools refuse calls that worked before." */
function lossWords(losses: readonly string[]): string {
  return losses.length === 0 ? "" : ` In it, ${losses.join(", and ")}.`;
}

function paragraphs(...lines: readonly Phrase[]): string {
  const [first, ...rest] = lines.map(inline);
  return rest.length === 0 ? `${first ?? ""}\n\n` : `${first ?? ""}\n\n${rest.join("\n")}\n\n`;
}

interface Point {
  readonly lead: string;
  readonly text: Phrase;
  readonly below?: readonly Phrase[];
}

function points(list_: readonly Point[]): Phrase[] {
  return list_.flatMap(({ lead, text, below = [] }) => [
    say`- ${strong(words(`${lead}:`))} ${text}`,
    ...below.map((line) => say`  - ${line}`),
  ]);
}

/** What is missing, as the lines of a list. */
export function missingLines(input: StateInput): Phrase[] {
  return points(missingPoints(input));
}

/** Which label it is, and from whom. */
function labelPoint(leg: Leg): Point {
  const { label, labelBy } = leg.settings;
  const lead = "What is missing";
  if (labelBy !== "owner") {
    const who = words(labelBy === "writer" ? "a person who can write here" : "a person");
    return { lead, text: say`the label ${label}, put on by ${who}.` };
  }
  const owners = ownersOfFiles(filesNeeded(leg.widenings), leg);
  const [only] = owners;
  if (owners.length === 1 && only !== undefined)
    return { lead, text: say`the label ${label}, put on by a person who owns ${only}.` };
  const text = say`the label ${label}, put on by a person who owns what gets wider. What that person does not own, another owner allows by approving exactly this commit.`;
  return { lead, text, below: owners };
}

function missingPoints({ leg, decision, widenings }: StateInput): Point[] {
  const { labelBy } = leg.settings;
  const missing = labelPoint(leg);
  const again = words("Take it off, if it is still on, and put it on again.");
  switch (decision.kind) {
    case "no-label": {
      const { state } = decision;
      if (state.kind === "too-early" || (state.kind === "absent" && state.by !== undefined)) {
        const by = state.by ?? "";
        const why =
          state.kind === "too-early"
            ? say`${by} put it on before this check had read this commit, so it does not count for it. ${again}`
            : say`${by} put it on earlier; it is no longer on.`;
        return [missing, { lead: "The label", text: why }];
      }
      if (state.kind === "absent") return [missing];
      const bot = state.by === undefined ? words("an account that GitHub no longer names") : name(state.by);
      return [
        missing,
        {
          lead: "The label",
          text: say`it was put on by ${bot}, which is no person acting by hand, so it does not count. ${again}`,
        },
      ];
    }
    case "not-entitled": {
      const { by, unknown } = decision;
      const why = labelBy === "owner" ? "owns none of these files" : "can't write here";
      const text =
        unknown.length === 0
          ? say`it is from ${by}, who ${words(why)}, so it does not count.`
          : say`it is from ${by}, of whom it can't be told.`;
      return [missing, { lead: "The label", text, below: unknownWords(unknown) }];
    }
    case "not-covered": {
      const { cover, by } = decision;
      const some = widenings.length === 1 ? "this widening" : "these widenings";
      return [
        { lead: "The label", text: say`${by} put it on, and ${coveredWords(cover)}.` },
        {
          lead: "What is missing",
          text: say`an owner of ${words(cover.uncovered.length === 1 ? "this file" : "these files")} has to allow ${words(some)} too, by approving exactly this commit.`,
          below: uncoveredWords(cover.uncovered, leg),
        },
      ];
    }
    case "allowed":
    case "nothing-wider":
      return [];
    default:
      return decision satisfies never;
  }
}

function coversPoints({ widenings }: StateInput): Point[] {
  const count = widenings.length === 1 ? "the widening" : `the ${widenings.length} widenings`;
  return [
    {
      lead: "What the label will cover",
      text: words(`${count} below, at this commit. After another push it is needed again.`),
    },
    { lead: "What it does not cover", text: words("merging. That is the second yes, and it is recorded.") },
  ];
}

/** What has come since a label let an earlier commit pass. */
function more({ assessment: { before }, widenings }: StateInput): Phrase[] {
  if (before === undefined) return [];
  const fresh = widenings.filter(({ id }) => !before.has(id));
  if (fresh.length === 0)
    return points([{ lead: "More than at the labelled commit", text: words("nothing.") }]);
  const below = fresh.slice(0, MORE).map(({ said }) => said);
  if (fresh.length > MORE) below.push(words(`and ${fresh.length - MORE} more`));
  return points([
    { lead: "More than at the labelled commit", text: words(`${plural(fresh.length, "widening")}.`), below },
  ]);
}

function allowedWords(
  { assessment, leg, widenings }: StateInput,
  decision: Extract<Decision, { kind: "allowed" }>,
): Phrase {
  const { by, cover } = decision;
  const commit = assessment.pull.head.slice(0, 7);
  const count = widenings.length === 1 ? "the widening" : `the ${widenings.length} widenings`;
  const who =
    cover === undefined
      ? say` ${by} is ${words(WHO[leg.settings.labelBy])}.`
      : say` ${by} ${coveredWords(cover)}.`;
  return say`${strong(words("Passes."))} ${by} put the label ${leg.settings.label} on at commit ${commit}.${who} It covers ${words(count)} below.`;
}

/** Who owns what of it: "owns `x` through `@a`; `b` approved it for `y` through `@c`". */
function coveredWords({ covered }: Cover): Phrase {
  const byWhom = new Map<
    string,
    { by: string; as: Cover["covered"][number]["as"]; owner: string; files: string[] }
  >();
  for (const { by, as, owner, file } of covered) {
    const key = JSON.stringify([by, as, owner]);
    const known = byWhom.get(key);
    if (known === undefined) byWhom.set(key, { by, as, owner, files: [file] });
    else known.files.push(file);
  }
  const said = [...byWhom.values()].map(({ by, as, owner, files }) => {
    const what = files.length === 1 ? name(files[0] ?? "") : words(plural(files.length, "file"));
    const through = say`through ${owner}`;
    return as === "label"
      ? say`owns ${what} ${through}`
      : say`${loginsWords([by])} approved this commit as owner of ${what} ${through}`;
  });
  return list(said);
}
