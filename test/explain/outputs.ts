import { runnerOf } from "../../src/action/runner.ts";
import { answerText, type Result } from "../../src/core/commands/answer.ts";
import { UNREADABLE_WHYS } from "../../src/core/drift/choose.ts";
import { explain, title } from "../../src/core/explain/explanation.ts";
import { markdownOf } from "../../src/core/explain/markdown.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { renderText, textOf } from "../../src/core/explain/render-text.ts";
import { overviewMarkdown, reportMarkdown, reportText } from "../../src/core/explain/report.ts";
import { asciiJson } from "../../src/core/json/ascii.ts";
import { commitMessage, isServerName } from "../../src/core/propose/naming.ts";
import { joinBody } from "../../src/core/propose/body.ts";
import { issueSteps } from "../../src/core/record/issues.ts";
import { entryWords, findingWords } from "../../src/core/record/words.ts";
import { fieldWords } from "../../src/core/index/field-refused.ts";
import { authorize } from "../../src/core/index/authorize.ts";
import { problemLine, shown } from "../../src/core/yaml/problem.ts";
import type { CallFailure } from "../../src/github/failure.ts";
import { outcomeWords } from "../../src/jobs/propose-words.ts";
import { mergeIndex } from "../../src/core/index/merge.ts";
import { cardOf, grantsOf, NOW, readingOf, registryOf } from "../index/scene.ts";
import { everywhere } from "./everywhere.ts";
import type { Ours } from "./inertness.ts";
import { adoptionWith, changeWith, findingsWith, missingWith } from "./recorded.ts";

/** Something that toolcard writes, with a string of somebody else's in every place that it can reach. */
export interface Output {
  /**
   * `markdown` for GitHub; `terminal` for a screen or a log, where what is not ours stands in backticks; `line` for a log or a
   * title, where it stands bare; `json`.
   */
  readonly form: "markdown" | "terminal" | "line" | "json";
  readonly write: (text: string) => string;
  /** True where only counts and the names of servers and agents come, so that no text is shown. */
  readonly isBare?: boolean;
  /** Links, references and the like that we write there. */
  readonly ours?: Ours;
}

const NUMBER = { words: /(?:#|GH-)\d+/g };
const DIGEST: `sha256:${string}` = `sha256:${"0".repeat(64)}`;

/** A server name: where only a valid one can come, another stands for what is none. */
function nameOf(text: string): string {
  return isServerName(text) ? text : "claims-tools";
}

function reportOf(text: string) {
  const { drift, options } = everywhere(text, true);
  const report = {
    drifts: [drift],
    clean: [{ server: text, warnings: drift.warnings }],
    unreadable: UNREADABLE_WHYS.slice(0, 2).map((why) => ({ server: text, why, detail: text })),
  };
  return { report, options: { written: [text], explanation: () => options } };
}

function outcomesOf(text: string): string {
  const failures: CallFailure[] = [
    { kind: "rule", rule: text },
    { kind: "no-permission", said: text, status: 403 },
    { kind: "not-as-thought", said: text },
    { kind: "refused", said: text },
    { kind: "not-done", said: text },
  ];
  const plan = { server: nameOf(text), kind: "silent", reason: "dismissed", pullRequest: 12 } as const;
  const skip = { server: nameOf(text), kind: "skip", reason: "branch", what: text } as const;
  const failed = failures.map((failure) => ({ ok: false, step: "branch", failure }) as const);
  return [{ plan: skip }, ...failed.map((applied) => ({ plan, applied }))]
    .map((outcome) => `- ${outcomeWords(outcome)}\n`)
    .join("");
}

function answersTo(text: string): string {
  const results: Result[] = [
    { kind: "declined", tools: [text] },
    { kind: "no-command", said: text },
    { kind: "unknown-name", name: text },
    { kind: "removal", tool: text },
    { kind: "unchanged", tool: text },
  ];
  const comment = { url: `https://github.com/acme/tools/pull/7#issuecomment-1${text}`, login: text };
  const refused = { kind: "refused", why: "not-owner", file: text } as const;
  return [
    answerText({ kind: "heard", results, done: undefined }, comment),
    answerText(refused, comment),
  ].join("\n");
}

function decisionsOn(text: string): string {
  const call = { agent: text, job: text, server: text, tool: text, arguments: { [text]: text } };
  const known = { ...call, agent: "bot", job: "intake", server: "claims", tool: "note" };
  const properties = text === "__proto__" ? {} : { [text]: { const: text } };
  const tool = { name: "note", inputSchema: { type: "object", properties, required: ["x"] } };
  const registry = registryOf({
    "cards/claims.yaml": cardOf([{ name: "note", inputSchema: { type: "object" } }]),
    "grants/bot.yaml": grantsOf([{ tool: "note", job: "intake" }]),
  });
  const index = mergeIndex(registry, [readingOf([tool])], { now: NOW });
  const asked = [
    call,
    { ...call, server: "claims" },
    { ...known, job: text },
    { ...known, tool: text },
    known,
  ];
  return [
    ...asked.map((one) => authorize(index, one).why),
    ...(["undeclared", "missing", "value", "whole"] as const).map((why) =>
      fieldWords({ why, path: [text, text] }, "the card"),
    ),
  ].join("\n");
}

/** What the runner of GitHub Actions gets of a step that logs, warns and masks. */
function logged(text: string): string {
  let log = "";
  const runner = runnerOf({}, (part) => (log += part));
  runner.log(renderExplanation(everywhere(text).drift));
  return log.replaceAll(/^::stop-commands::.*\n|^::[0-9a-f-]{36}::\n/gm, "");
}

/** Every output. What the gate writes has a table of its own: test/gate/hostile.test.ts. */
export const OUTPUTS: Readonly<Record<string, Output>> = {
  "the body of a pull request": {
    form: "markdown",
    write: (text) => {
      const { drift, options } = everywhere(text);
      const ours = renderExplanation(drift, options);
      return joinBody({ before: "", ours, after: "", marker: { drift: DIGEST } });
    },
  },
  "a check's text": {
    form: "markdown",
    write: (text) =>
      renderExplanation(everywhere(text, true).drift, { ...everywhere(text).options, place: "check" }),
  },
  "a diff of two files as Markdown": {
    form: "markdown",
    write: (text) => renderExplanation(everywhere(text, true).drift, { place: "diff" }),
  },
  "what is too large to decide": {
    form: "markdown",
    write: (text) => markdownOf(explain(everywhere(text, true).drift, { maxBytes: 2500 })),
  },
  "a job's summary": {
    form: "markdown",
    write: (text) => {
      const { report, options } = reportOf(text);
      return `${reportMarkdown(report, options)}\n${overviewMarkdown(report, options)}`;
    },
  },
  "what came of proposals": { form: "markdown", write: outcomesOf, ours: NUMBER },
  "answers to commands": {
    form: "markdown",
    write: answersTo,
    ours: { links: /^https:\/\/github\.com\/acme\/tools\/pull\/7#issuecomment-1[\w.:/#?=-]*$/ },
  },
  "an issue about an unapproved change": {
    form: "markdown",
    write: (text) => {
      const change = changeWith(text, "-");
      const steps = issueSteps([adoptionWith(text), change], []);
      return steps.map((step) => (step.kind === "open" ? step.body : "")).join("\n");
    },
    ours: { words: /pull request #7 \([0-9a-f]{40}\)/g },
  },
  titles: {
    form: "line",
    isBare: true,
    write: (text) => {
      const { drift, options } = everywhere(text);
      const change = changeWith(text, "-");
      const steps = issueSteps([adoptionWith(text), change], []);
      const issue = steps.map((step) => (step.kind === "open" ? step.title : "")).join("");
      return `${title(drift, options)}\n${issue}\n${commitMessage({ ...drift, server: nameOf(text) })}`;
    },
  },
  "a drift on a screen": {
    form: "terminal",
    write: (text) => renderText(everywhere(text).drift, everywhere(text).options),
  },
  "a drift on a narrow screen": {
    form: "terminal",
    write: (text) => renderText(everywhere(text).drift, { ...everywhere(text).options, columns: 40 }),
  },
  "a drift on a screen with colours": {
    form: "terminal",
    write: (text) =>
      renderText(everywhere(text).drift, { ...everywhere(text).options, colour: true }).replaceAll(
        /\u001B\[(?:0|1|31|32|36)m/g,
        "",
      ),
  },
  "what is too large to decide, on a screen": {
    form: "terminal",
    write: (text) => textOf(explain(everywhere(text, true).drift, { maxBytes: 2500 })),
  },
  "a scan on a screen": {
    form: "terminal",
    write: (text) => reportText(reportOf(text).report, reportOf(text).options),
  },
  "a log of the Action": { form: "line", write: logged },
  "the record as a table": {
    form: "line",
    write: (text) => entryWords(changeWith(text, "-")) + entryWords(adoptionWith(text)),
  },
  "findings of a verification": {
    form: "line",
    write: (text) => findingsWith(text).map(findingWords).join("\n"),
  },
  "reasons of a decision on a call": { form: "line", write: decisionsOn },
  "problems of a file": {
    form: "line",
    write: (text) =>
      problemLine({ file: text, line: 1, column: 1, what: shown(text), instead: `write ${shown(text)}` }),
  },
  "a drift as JSON": { form: "json", write: (text) => asciiJson(everywhere(text).drift) },
  "the record as JSON": {
    form: "json",
    write: (text) => asciiJson([changeWith(text, "-"), missingWith(text)]),
  },
};
