import { codeSpan, markdownCode, visible } from "../explain/inert.ts";

/** What came of one command, or why nothing did. */
export type Result =
  | { readonly kind: "declined"; readonly tools: readonly string[] }
  | { readonly kind: "recreated" }
  | { readonly kind: "no-command"; readonly said: string }
  | { readonly kind: "unknown-name"; readonly name: string }
  | { readonly kind: "ambiguous" }
  /** The proposal takes it off the card. */
  | { readonly kind: "removal"; readonly tool: string }
  /** The proposal has it as the card has it. */
  | { readonly kind: "unchanged"; readonly tool: string };

/** Why nothing was done for a comment, whatever its commands are. */
export type Refusal =
  | "edited"
  | "no-proposal"
  | "not-owner"
  | "owner-unknown"
  | "unowned"
  | "no-card"
  | "foreign-commits"
  | "nothing-of-ours"
  | "newer-proposal"
  | "changing"
  | "failed";

/** The answer to a comment. */
export type Answer =
  | { readonly kind: "refused"; readonly why: Refusal; readonly file?: string }
  | {
      readonly kind: "heard";
      readonly results: readonly Result[];
      /** What was done about the proposal, in Markdown; undefined when nothing had to be. */
      readonly done: string | undefined;
    };

/** The first line of our one comment with answers. */
const MARKER = "<!-- toolcard:commands -->";

const REFUSED: Readonly<Record<Refusal, string>> = {
  edited: "the comment was changed after it was written, perhaps by somebody else. Write a new one",
  "no-proposal": "commands are for the open pull requests that toolcard itself made, and this is none",
  "not-owner": "only an owner of the card's file may say this",
  "owner-unknown":
    "it can't be found out whether you are an owner of the card's file, and only one may say this. Where toolcard can't read teams, CODEOWNERS must name people",
  unowned:
    "only an owner of the card's file may say this, and nobody owns it. Name an owner in CODEOWNERS first",
  "no-card": "the default branch has no valid card of this server, so there is nothing to propose for",
  "foreign-commits":
    "the branch has commits that toolcard did not make, and they are kept. `/toolcard recreate` rewrites it without them",
  "nothing-of-ours":
    "the branch has no commit of toolcard's to begin with. Run the scan with `recreate`: it reads the server and begins anew",
  "newer-proposal":
    "the proposal was rewritten after the comment, so it may show another form than you saw. Look at it and comment again",
  changing: "the branch or the default branch changed meanwhile. Comment again",
  failed: "GitHub did not let it be done, or did not answer. Look at the pull request and comment again",
};

/** The text of our one comment, which answers the newest comment with commands. Nothing that others wrote is in it bare. */
export function answerText(
  answer: Answer,
  comment: { readonly url: string; readonly login: string },
): string {
  const link = /^https?:\/\/[\w.:/#?=-]+$/.test(comment.url) ? `[comment](${comment.url})` : "comment";
  const to = `${MARKER}\ntoolcard's answer to the last ${link} with a command, by ${codeSpan(comment.login)}:\n\n`;
  if (answer.kind === "refused") {
    const file = answer.file === undefined ? "" : ` (${codeSpan(answer.file)})`;
    return `${to}Nothing was done${file}: ${REFUSED[answer.why]}.\n`;
  }
  const lines = answer.results.map((result) => `- ${resultWords(result)}.\n`);
  const done = answer.done === undefined ? "" : `\n${answer.done}\n`;
  return `${to}${lines.join("")}${done}`;
}

function resultWords(result: Result): string {
  switch (result.kind) {
    case "declined":
      return `declined: ${result.tools.map(toolSpan).join(", ")}. What the server lists there now is not asked again before it changes`;
    case "recreated":
      return "the proposal begins anew from toolcard's own commit. What the server lists now, the next scan reads";
    case "no-command":
      return `${codeSpan(`/toolcard ${result.said}`.trim(), { limit: 100 })} is no command. There are ${markdownCode("/toolcard decline TOOL")} (several with blanks between them) and ${markdownCode("/toolcard recreate")}`;
    case "unknown-name":
      return `nothing was declined: no tool of this proposal is called ${toolSpan(result.name)}`;
    case "ambiguous":
      return "nothing was declined: these names can be read in more than one way. Write one command for each";
    case "removal":
      return `${toolSpan(result.tool)} is gone from the server: a removal can't be declined`;
    case "unchanged":
      return `${toolSpan(result.tool)} is as the card has it: there is nothing to decline`;
    default:
      return result satisfies never;
  }
}

function toolSpan(name: string): string {
  const shown = visible(name, "name");
  return shown.length > 200 ? codeSpan(name, { form: "name", limit: 100 }) : markdownCode(shown);
}
