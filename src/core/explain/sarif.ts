import type { UnreadableServer } from "../drift/choose.ts";
import { asciiJson } from "../json/ascii.ts";
import type { Problem } from "../yaml/problem.ts";
import { plural, quote, say, words } from "./phrase.ts";
import { unreadableWords } from "./reading-words.ts";
import type { SarifLevel, SarifLog, SarifNotification, SarifResult } from "./sarif-log.ts";
import { locationOf, resultsOf, unreadableResult, type SarifDrift } from "./sarif-results.ts";
import { SARIF_RULES } from "./sarif-rules.ts";
import { sarifText } from "./sarif-text.ts";

/** What a SARIF log tells. */
export interface SarifInput {
  /** The version of toolcard. */
  readonly version: string;
  /** Servers that were compared, those in line with their cards too where there are warnings. */
  readonly drifts: readonly SarifDrift[];
  readonly unreadable?: readonly { readonly server: UnreadableServer; readonly path: string }[];
  /** What is wrong with the registry; paths are from the repository's root. */
  readonly problems?: readonly Problem[];
}

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";
// GitHub takes 25,000 results and 10 MB, compressed. So much is less without compression, too.
const MOST_RESULTS = 25_000;
const MOST_BYTES = 9_000_000;
const MOST_NOTIFICATIONS = 100;
const PROBLEM_LIMIT = 500;
const ORDER: readonly SarifLevel[] = ["error", "warning", "note"];

/**
 * Drifts as a SARIF 2.1.0 log, in ASCII: a result for each change and warning in the words of the explanation, within the
 * limits of GitHub's code scanning. The same input gives the same bytes.
 */
export function sarifJson(input: SarifInput): string {
  return `${asciiJson(sarifLog(input))}\n`;
}

function sarifLog({ version, drifts, unreadable = [], problems = [] }: SarifInput): SarifLog {
  const found = [
    ...drifts.flatMap(resultsOf),
    ...unreadable.map(({ server, path }) => unreadableResult(server, path)),
  ];
  const results = withinLimits(found);
  const unread = unreadable.map(({ server, path }): SarifNotification => {
    return {
      descriptor: { id: server.why },
      level: "error",
      message: { text: sarifText(unreadableWords(server)) },
      locations: [locationOf(path, { line: 1, column: 1 })],
    };
  });
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "toolcard", semanticVersion: version, rules: SARIF_RULES } },
        columnKind: "unicodeCodePoints",
        invocations: [
          {
            executionSuccessful: unreadable.length === 0 && problems.length === 0,
            toolExecutionNotifications: [
              ...unread.slice(0, MOST_NOTIFICATIONS),
              ...leftOut(found.length - results.length),
            ],
            toolConfigurationNotifications: problems.slice(0, MOST_NOTIFICATIONS).map(problemNotification),
          },
        ],
        results,
      },
    ],
  };
}

/** As many results as GitHub takes, what needs a decision before the rest; all of them in their own order if they fit. */
function withinLimits(found: readonly SarifResult[]): readonly SarifResult[] {
  let bytes = 0;
  const kept: SarifResult[] = [];
  for (const result of inOrder(found)) {
    bytes += asciiJson({ runs: [{ results: [result] }] }).length;
    if (kept.length === MOST_RESULTS || bytes > MOST_BYTES) return kept;
    kept.push(result);
  }
  return found;
}

function inOrder(found: readonly SarifResult[]): SarifResult[] {
  return found.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
}

function leftOut(count: number): SarifNotification[] {
  if (count === 0) return [];
  const text = `${plural(count, "result")} did not fit and ${count === 1 ? "is" : "are"} left out, the least urgent first.`;
  return [{ descriptor: { id: "results-left-out" }, level: "warning", message: { text } }];
}

function problemNotification({ file, line, column, what, instead }: Problem): SarifNotification {
  return {
    descriptor: { id: "registry-invalid" },
    level: "error",
    message: {
      text: sarifText(say`${quote(what, PROBLEM_LIMIT)}; ${quote(instead, PROBLEM_LIMIT)}${words(".")}`),
    },
    locations: [locationOf(file, { line, column })],
  };
}
