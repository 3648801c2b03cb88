import type { Drift } from "../drift/drift.ts";
import { isObject } from "../json/value.ts";
import type { Context } from "./context.ts";
import type { Data } from "./model.ts";
import { join, say, words, type Phrase } from "./phrase.ts";
import { addressWords } from "./sentences-card.ts";

/** The folded end: the first keys of the drift (DESIGN §6) with its scope, and how the list was read. */
export function dataOf({ drift, options }: Context, withJson: boolean): Data {
  const intro: Phrase[] = [];
  if (options.card !== undefined) {
    const { id, revisions } = options.card;
    const revision = revisions === undefined ? "" : `, revision ${revisions[0]} to ${revisions[1]}`;
    intro.push(say`Card ${drift.server}${words(revision)}, id ${id}.`);
  }
  if (drift.reading !== undefined) intro.push(readingWords(drift.reading));
  const summary = "For engineers: the change as data";
  if (withJson) return { summary, intro: join(intro, " "), json: firstKeys(drift) };
  intro.push(say`Left out here; ${[{ code: "toolcard scan --json" }]} prints the whole of it.`);
  return { summary: `${summary} (left out)`, intro: join(intro, " ") };
}

function readingWords({ address, readAs, confirmed }: NonNullable<Drift["reading"]>): Phrase {
  const credential =
    readAs.credential === undefined ? words("without a credential") : say`as ${readAs.credential}`;
  const times = words(confirmed ? "Read twice" : "Read once");
  const end = words(confirmed ? ", both complete and equal." : ", complete.");
  return say`${times} from ${addressWords(address)} ${credential}${end}`;
}

/** The fixed keys, one line each, and a line for each changed tool. */
function firstKeys(drift: Drift): string {
  const lines = drift.changed.map((tool) => `\n    ${oneLine(tool)}`);
  const changed = lines.length === 0 ? "[]" : `[${lines.join(",")}\n  ]`;
  const entries = [
    ["server", JSON.stringify(drift.server)],
    ["added", oneLine(drift.added)],
    ["removed", oneLine(drift.removed)],
    ["changed", changed],
    ["revokes", oneLine(drift.revokes)],
    ["scope", JSON.stringify(drift.scope)],
  ];
  return `{\n${entries.map(([key, json]) => `  "${key}": ${json}`).join(",\n")}\n}`;
}

/** JSON on one line, with a blank where people put one. */
function oneLine(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(oneLine).join(", ")}]`;
  if (!isObject(json)) return JSON.stringify(json);
  const entries = Object.entries(json).map(([key, entry]) => `${JSON.stringify(key)}: ${oneLine(entry)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
