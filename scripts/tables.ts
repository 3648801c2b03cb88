import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { UNREADABLE_WORDS } from "../src/core/explain/reading-words.ts";
import { CHANGES } from "../src/core/drift/kinds.ts";
import { RECORD_FAULTS } from "../src/core/gate/approved-now.ts";
import { FACT_KINDS } from "../src/core/gate/fact-kinds.ts";
import { REASONS } from "../src/core/index/reasons.ts";
import { settingsShape } from "../src/core/registry/shape-settings.ts";
import { SCHEMA_CHANGES, type KindEntry } from "../src/core/differences/kinds.ts";

/** The tables of docs/ that are made from catalogues in the code, by the name in their markers. */
export const TABLES: ReadonlyMap<string, () => string> = new Map([
  ["schema-changes", () => kinds(SCHEMA_CHANGES)],
  ["other-changes", () => kinds(without(CHANGES, SCHEMA_CHANGES))],
  ["settings", () => table(["key", "default", "what it says"], settings(settingsShape.properties, ""))],
  ["action-inputs", () => table(["input", "default", "what it is for"], manifest("inputs"))],
  ["action-outputs", () => table(["output", "what it is"], manifest("outputs"))],
  ["gate-facts", () => table(["fact of a pull request", "needs the label", "what it says"], gateFacts())],
  [
    "record-faults",
    () =>
      table(
        ["reason", "what it says"],
        Object.entries(RECORD_FAULTS).map(([kind, text]) => [`\`${kind}\``, `${text}.`]),
      ),
  ],
  [
    "reasons",
    () =>
      table(
        ["reason", "what it says"],
        Object.entries(REASONS).map(([code, text]) => [`\`${code}\``, text]),
      ),
  ],
  ["unreadable", () => table(["reason", "what it says"], unreadable())],
]);

/** A text with each table between its markers written anew: `<!-- table NAME -->` … `<!-- end -->`. */
export function withTables(text: string): string {
  return text.replaceAll(
    /(<!-- table ([a-z-]+) -->\n)[^]*?(<!-- end -->)/g,
    (_whole, start: string, name: string, end: string) => {
      const make = TABLES.get(name);
      if (make === undefined) throw new Error(`there is no table ${name}`);
      return `${start}${make()}${end}`;
    },
  );
}

interface Manifest {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>;
  readonly outputs: Readonly<Record<string, { description: string }>>;
}

function manifest(part: keyof Manifest): string[][] {
  const { inputs, outputs } = load(
    readFileSync(new URL("../action.yml", import.meta.url), "utf8"),
  ) as Manifest;
  if (part === "outputs")
    return Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  return Object.entries(inputs).map(([name, input]) => [
    `\`${name}\``,
    input.default === undefined ? "" : `\`${input.default}\``,
    input.description,
  ]);
}

function gateFacts(): string[][] {
  return Object.entries(FACT_KINDS).map(([kind, { needsLabel, doc }]) => {
    return [`\`${kind}\``, needsLabel === "by-change" ? "by what changes" : needsLabel, doc];
  });
}

function unreadable(): string[][] {
  return Object.entries(UNREADABLE_WORDS).map(([why, text]) => [`\`${why}\``, text]);
}

function kinds(catalogue: Readonly<Record<string, KindEntry>>): string {
  const rows = Object.entries(catalogue).map(([kind, entry]) => [`\`${kind}\``, entry.class, entry.doc]);
  return table(["kind", "class", "what it says"], rows);
}

function without<T>(all: Readonly<Record<string, T>>, some: object): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !Object.hasOwn(some, key)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(tableRow).join("");
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

interface Setting {
  readonly description: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Setting>>;
}

function settings(properties: Readonly<Record<string, Setting>>, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([key, setting]) => {
    if (setting.properties !== undefined) return settings(setting.properties, `${prefix}${key}.`);
    const fallback = setting.default === undefined ? "" : `\`${JSON.stringify(setting.default)}\``;
    const values =
      setting.enum === undefined
        ? ""
        : ` One of ${setting.enum.map((value) => `\`${String(value)}\``).join(", ")}.`;
    return [[`\`${prefix}${key}\``, fallback, setting.description + values]];
  });
}
