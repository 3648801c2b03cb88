import { codeSpan } from "../explain/inert.ts";
import { digestOf } from "../json/canonical.ts";
import { byteLength } from "./cards-told.ts";
import { isAimed } from "./label.ts";
import { MOST_NOTES } from "./notes.ts";
import { isReadable } from "./published.ts";
import type { PullRequestNow } from "./pull-request.ts";
import { DESCRIPTION, shortest, TITLE } from "./title-words.ts";
import type { Annotation, Verdict } from "./verdict.ts";

const SUMMARY = 60_000;

/** What is published for a commit, whatever it was made of. */
export interface Publication {
  readonly commit: string;
  readonly passes: boolean;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  readonly id: string;
}

/** A pull request with what was said of it. */
export interface Judgement {
  readonly pull: PullRequestNow;
  readonly verdict: Verdict;
}

const RANK: Readonly<Record<Verdict["kind"], number>> = { refused: 0, "needs-label": 1, passes: 2 };

/** Judgements, the worst first. */
export function worstFirst<T extends { readonly verdict: Verdict }>(judgements: readonly T[]): T[] {
  return judgements.toSorted(
    (one, two) =>
      RANK[one.verdict.kind] - RANK[two.verdict.kind] || one.verdict.pullRequest - two.verdict.pullRequest,
  );
}

/** What is published on a head: the worst over all open pull requests with it (DESIGN §10), and what is said of each. */
export function publicationOf(commit: string, judgements: readonly Judgement[]): Publication {
  const sorted = worstFirst(judgements);
  const verdicts = sorted.map(({ verdict }) => verdict);
  const content = {
    commit,
    passes: verdicts.length > 0 && verdicts.every(({ kind }) => kind === "passes"),
    ...together(verdicts),
  };
  return {
    ...content,
    id: verdictId(
      content,
      sorted.map(({ pull }) => pull),
    ),
  };
}

function together(verdicts: readonly Verdict[]): Omit<Publication, "commit" | "passes" | "id"> {
  const [worst, ...others] = verdicts;
  if (worst === undefined) {
    const title = "Refused: there is no pull request to judge";
    return { title, description: title, summary: `${title}.\n`, annotations: [] };
  }
  if (others.length === 0) {
    const { title, description, summary, annotations } = worst;
    return { title, description, summary, annotations };
  }
  return {
    title: shortest(TITLE, `${nameOf(worst)}: ${worst.title}`),
    description: shortest(DESCRIPTION, `${nameOf(worst)}: ${worst.description}`),
    summary: summariesOf(verdicts),
    annotations: verdicts.flatMap(({ annotations }) => annotations).slice(0, MOST_NOTES),
  };
}

/** The summaries of several pull requests, the worst first; where there is no room for all, the titles of the others. */
export function summariesOf(verdicts: readonly Verdict[]): string {
  const list = verdicts.map((verdict) => `- ${nameOf(verdict)}: ${codeSpan(verdict.title)}`).slice(0, 100);
  let text = `${list.join("\n")}\n\n`;
  for (const verdict of verdicts) {
    const more = `# ${nameOf(verdict)}\n\n${verdict.summary}\n`;
    if (byteLength(text) + byteLength(more) <= SUMMARY) text += more;
  }
  return text;
}

/** Not as `#12`, which GitHub would make a link of and tell that pull request. */
function nameOf({ pullRequest }: Verdict): string {
  return `Pull request ${pullRequest}`;
}

/**
 * What a publication is known by, so that nothing is said twice: its content and its commit. A pull request that was
 * opened or pointed elsewhere since the last verdict needs a new one, even with the same words, as a label only counts
 * after that: each verdict that came too early for it makes another id.
 */
export function verdictId(content: Omit<Publication, "id">, pulls: readonly PullRequestNow[]): string {
  const { commit, passes, title, summary, description } = content;
  const annotations = content.annotations.map(({ path, startLine, level, title: head, message }) => {
    return [path, startLine, level, head, message];
  });
  const early = pulls.map((pull) => {
    const { number, head, verdicts } = pull;
    const mine = verdicts.filter((verdict) => verdict.commit === head && isReadable(verdict));
    return [number, mine.filter((verdict) => !isAimed(verdict, pull)).length];
  });
  // As one text: a path can have half a character in it, for which RFC 8785 has no form.
  const digest = digestOf(JSON.stringify([commit, passes, title, summary, description, annotations, early]));
  return digest.slice("sha256:".length, "sha256:".length + 40);
}
