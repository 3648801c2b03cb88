import { codeSpan } from "../explain/inert.ts";
import { inline } from "../explain/markdown.ts";
import { say } from "../explain/phrase.ts";
import type { Gated } from "./widening.ts";
import type { PullRequestNow } from "./pull-request.ts";
import { missingLines, type StateInput } from "./state-words.ts";

const LISTED = 10;
const LONGEST = 600;

/**
 * The one comment on a person's pull request that needs the label; edited in place when that changes. Undefined where
 * there is to be none: on our own proposals, whose body says all that, and where no label was ever needed.
 */
export function commentOf(input: StateInput): string | undefined {
  const { assessment, decision, leg, widenings } = input;
  const { pull } = assessment;
  if (pull.proposalOf !== undefined || pull.author?.kind !== "person") return undefined;
  const there = pull.comment !== undefined;
  switch (decision.kind) {
    case "nothing-wider":
      return there
        ? "This pull request no longer widens what agents may do. It needs no label.\n"
        : undefined;
    case "allowed":
      return there
        ? `${inline(say`${decision.by} put the label ${leg.settings.label} on. The check ${"toolcard/scope"} says what that allows, at which commit.`)}\n`
        : undefined;
    case "no-label":
    case "not-entitled":
    case "not-covered": {
      const shown = widenings.slice(0, LISTED).map((widening) => `- ${lineOf(widening)}`);
      if (widenings.length > LISTED) shown.push(`- and ${widenings.length - LISTED} more`);
      const { label } = leg.settings;
      return [
        inline(
          say`This pull request widens what agents may do. It passes once the label ${label} is on it, put on for this very commit, after reading what the check ${"toolcard/scope"} says.`,
        ),
        "",
        ...shown,
        "",
        // Without a paragraph between them two lists are one.
        "Before it can pass:",
        "",
        ...missingLines(input).map(inline),
        "",
      ].join("\n");
    }
    default:
      return decision satisfies never;
  }
}

/** The comment where no label helps: nothing is said that was not said before, but what was said is no longer so. */
export function commentOfRefusal({ proposalOf, author, comment }: PullRequestNow): string | undefined {
  if (proposalOf !== undefined || author?.kind !== "person" || comment === undefined) return undefined;
  return "This pull request can't pass as it is, and no label helps. The check `toolcard/scope` says why.\n";
}

/** A widening as Markdown, bounded. */
function lineOf({ said, what }: Gated): string {
  const line = inline(said);
  return line.length <= LONGEST ? line : codeSpan(what);
}
