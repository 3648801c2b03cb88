import type { Assessment } from "../core/gate/assess.ts";
import { filesNeeded } from "../core/gate/cover.ts";
import { ownersOfPath } from "../core/gate/owners-at.ts";
import type { Verdict, Widening } from "../core/gate/verdict.ts";
import { plain } from "../core/explain/inert.ts";
import { plural } from "../core/explain/phrase.ts";
import { asciiJson } from "../core/json/ascii.ts";
import { problemLine } from "../core/yaml/problem.ts";
import { gateHere, type JudgedHere } from "../jobs/gate-here.ts";
import { EXIT, type Exit } from "./exit.ts";
import type { Io } from "./io.ts";

interface CheckOptions {
  readonly base: string;
  readonly head: string;
  readonly label?: boolean;
  readonly format: "text" | "json" | "markdown";
  readonly json?: boolean;
}

/** `toolcard check`: what the gate would say of merging one commit of the local repository into another. */
export async function check(options: CheckOptions, io: Io): Promise<Exit> {
  const { base, head, label = false } = options;
  const judged = await gateHere({ repository: io.cwd, base, head, label });
  io.out(printed(judged, options));
  return statusOf(judged);
}

function statusOf({ verdict, assessment: { refusal } }: JudgedHere): Exit {
  if (verdict.kind === "passes") return EXIT.clean;
  return refusal?.kind === "invalid" ? EXIT.invalid : EXIT.blocked;
}

function printed(judged: JudgedHere, options: CheckOptions): string {
  if (options.json === true || options.format === "json") return `${asciiJson(asJson(judged, options))}\n`;
  const { summary } = judged.verdict;
  if (options.format === "markdown") return options.label === true ? `${AS_IF}\n\n${summary}` : summary;
  return textOf(judged, options);
}

/** Everything that was found, with the owners of each file that a widening needs. */
function asJson({ verdict, assessment }: JudgedHere, options: CheckOptions): object {
  const { pull, refusal } = assessment;
  return {
    verdict: verdict.kind,
    title: verdict.title,
    base: { ref: options.base, commit: pull.base.commit },
    head: { ref: options.head, commit: pull.head },
    mergeBase: pull.mergeBase.base ?? null,
    label: options.label ?? false,
    widenings: verdict.widenings,
    owners: ownersNeeded(verdict, assessment),
    problems: refusal?.kind === "invalid" ? refusal.problems : [],
    undeterminable: refusal?.kind === "undeterminable" ? refusal.reasons : [],
  };
}

function ownersNeeded(
  { widenings }: Verdict,
  { legs: [{ owners }] }: Assessment,
): { file: string; owners: readonly string[] }[] {
  return filesNeeded(widenings).map((file) => ({ file, owners: ownersOfPath(owners, file) }));
}

const AS_IF = "Judged as if somebody who owns all that has an owner had put the label on.";

function textOf({ verdict, assessment }: JudgedHere, { base, head, label = false }: CheckOptions): string {
  const { pull, refusal } = assessment;
  const blocks = [[verdict.title]];
  if (verdict.kind === "refused") blocks.push(whyRefused(refusal));
  blocks.push(listed(verdict.widenings, wideningLine));
  if (verdict.kind === "needs-label" && assessment.legs[0].settings.labelBy === "owner")
    blocks.push(listed(ownersNeeded(verdict, assessment), ownersLine));
  const between = `${plain(base)} (${pull.base.commit}) and ${plain(head)} (${pull.head})`;
  const where = `Looked at the commits ${between} as they are here; the work tree is not looked at.`;
  blocks.push(label ? [where, AS_IF] : [where]);
  const filled = blocks.filter((block) => block.length > 0);
  return `${filled.map((block) => block.join("\n")).join("\n\n")}\n`;
}

function whyRefused(refusal: Assessment["refusal"]): string[] {
  // A record is what GitHub has: none is looked at here.
  if (refusal === undefined || refusal.kind === "record") return [];
  return refusal.kind === "invalid"
    ? listed(refusal.problems, problemLine)
    : listed(refusal.reasons, (reason) => plain(reason));
}

function wideningLine({ file, line, what }: Widening): string {
  const place = plain(file, { form: "name" });
  return `${line === undefined ? place : `${place}:${line}`}: ${what}`;
}

function ownersLine({ file, owners }: { readonly file: string; readonly owners: readonly string[] }): string {
  const names = owners.map((owner) => plain(owner, { form: "name" })).join(" ");
  return `${plain(file, { form: "name" })}: ${names === "" ? "owned by nobody" : `owned by ${names}`}`;
}

/** How many lines of one kind are shown; the JSON has all. */
const SHOWN = 200;

function listed<T>(items: readonly T[], lineOf: (item: T) => string): string[] {
  const lines = items.slice(0, SHOWN).map(lineOf);
  const left = items.length - lines.length;
  return left === 0 ? lines : [...lines, `and ${plural(left, "more line")}`];
}
