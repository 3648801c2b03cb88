import { codeSpan, plain } from "../explain/inert.ts";
import { plural } from "../explain/phrase.ts";
import { problemLine, type Problem } from "../yaml/problem.ts";
import { RECORD_FAULTS } from "./approved-now.ts";
import type { Refusal } from "./assess.ts";
import { byteLength } from "./cards-told.ts";
import { DESCRIPTION, shortest, TITLE, type Headline } from "./title-words.ts";
import type { Annotation } from "./verdict.ts";

const PROBLEMS = 100;
const SUMMARY = 60_000;
const LINE = 400;

/** A refusal in words: no label helps, so it says what does. */
export function refusedWords(
  refusal: Refusal | { readonly kind: "too-large" },
): Headline & { readonly summary: string } {
  switch (refusal.kind) {
    case "invalid": {
      const count = plural(refusal.problems.length, "problem");
      const [first] = refusal.problems;
      const where = first === undefined ? "" : ` in ${plain(first.file, { form: "name", limit: 80 })}`;
      return {
        title: shortest(
          TITLE,
          `Refused: the registry is not valid: ${count}, the first${where}`,
          `Refused: the registry is not valid: ${count}`,
        ),
        description: `Refused: the registry is not valid: ${count}. See Details`,
        summary: invalidSummary(refusal),
      };
    }
    case "undeterminable": {
      const why = plain(refusal.reasons[0] ?? "", { limit: 100 });
      return {
        title: shortest(
          TITLE,
          `Refused: it can't be told what this widens: ${why}`,
          "Refused: it can't be told what this widens",
        ),
        description: shortest(
          DESCRIPTION,
          `Refused: can't be told: ${why}`,
          "Refused: it can't be told what this widens",
        ),
        summary: [
          "**Refused.** What this pull request widens can't be told, so it does not pass. No label helps.",
          "",
          ...refusal.reasons.slice(0, PROBLEMS).map((reason) => `- ${codeSpan(reason, { limit: LINE })}`),
          "",
          "Run the check again; where that does not help, push the branch anew on top of its base.",
          "",
        ].join("\n"),
      };
    }
    case "record": {
      const { kind, file } = refusal.fault;
      const title = `Refused: the record of approvals can't be relied on: ${kind}`;
      const where = file === undefined ? "" : ` (${codeSpan(file, { limit: LINE })})`;
      return {
        title,
        description: title,
        summary: `**Refused.** Approvals are in use, and what was approved last can't be told. No label helps.\n\n- \`${kind}\`${where}: ${RECORD_FAULTS[kind]}.\n`,
      };
    }
    case "too-large":
      return {
        title: "Refused: too large to decide; split it into several pull requests",
        description: "Refused: too large to decide. Split it. See Details",
        summary:
          "**Refused.** This pull request is too large to decide: not all that gets wider, and not every grant that is taken away, can be shown. No label helps. Split it into several pull requests, each of a few cards or tools.\n\n",
      };
    default:
      return refusal satisfies never;
  }
}

function invalidSummary({ problems, before }: Extract<Refusal, { kind: "invalid" }>): string {
  const already = before
    ? " All of it is so already where this branch was made: mend it on the base branch first."
    : "";
  const head = `**Refused.** The registry is not valid at this commit, so nobody can tell what it permits. No label helps; mend it and push again.${already}\n\n`;
  const lines: string[] = [];
  let bytes = byteLength(head) + 100;
  for (const problem of problems) {
    const line = `- ${codeSpan(problemLine(problem), { limit: LINE })}`;
    bytes += byteLength(line) + 1;
    if (lines.length === PROBLEMS || bytes > SUMMARY) break;
    lines.push(line);
  }
  const left = problems.length - lines.length;
  if (left > 0) lines.push(`- and ${plural(left, "more problem")}`);
  return `${head}${lines.join("\n")}\n`;
}

/** Problems as notes on their lines; of files that are at the head alone. */
export function problemNotes(problems: readonly Problem[], isThere: (file: string) => boolean): Annotation[] {
  return problems
    .filter(({ file }) => isThere(file))
    .map(({ file, line, what, instead }) => ({
      path: file,
      startLine: line,
      endLine: line,
      level: "failure",
      title: "The registry is not valid",
      message: plain(`${what}; ${instead}`, { limit: 1000 }),
    }));
}
