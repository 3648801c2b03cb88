import type { Change } from "../drift/drift.ts";
import { needsLabel, type GateSettings } from "../drift/needs-label.ts";
import { phraseText } from "../explain/render-text.ts";
import { bounded } from "../explain/inert.ts";
import { name, say, words, type Phrase } from "../explain/phrase.ts";
import { sentenceOf } from "../explain/sentences.ts";
import { digestOf } from "../json/canonical.ts";
import { FOLDER_FILE } from "../registry/folder.ts";
import type { Card } from "../registry/card.ts";
import type { GateFact, GrantAt } from "./fact.ts";
import { factWords } from "./fact-words.ts";
import type { FileOf, RegistryAt } from "./registry-at.ts";
import type { Widening } from "./verdict.ts";

const WHAT = 200;

/** A widening with what it is, and in words for Markdown. */
export interface Gated extends Widening {
  readonly kind: GateFact["kind"] | Change["kind"];
  readonly said: Phrase;
  /** Where it is a change within a card. */
  readonly change?: Change;
  /** Measured from the last approved state, and not in what the pull request itself changes. */
  readonly sinceApproved?: true;
}

/** A widening that is one from the last approved state only, in words that say so. */
export function asSinceApproved(gated: Gated): Gated {
  const since = words("since the last approved state, as the file was changed without an approval:");
  const said = say`${since} ${gated.said}`;
  return { ...gated, said, what: whatOf(said), sinceApproved: true };
}

/** What of some facts needs the label, by a registry's settings (DESIGN §5, §10). */
export function wideningsOf(facts: readonly GateFact[], after: RegistryAt, gate: GateSettings): Gated[] {
  return facts.flatMap((fact) => wideningsOfFact(fact, after, gate));
}

function wideningsOfFact(fact: GateFact, after: RegistryAt, gate: GateSettings): Gated[] {
  switch (fact.kind) {
    case "card-added": {
      const { card, drift } = fact;
      const { tools: _tools, notes: _notes, title: _title, description: _description, ...rest } = card.value;
      const itself = widening(fact, rest, { file: card.file, line: card.place("/server").line });
      return [itself, ...changesOf(drift.changes, undefined, card, gate)];
    }
    case "card-changed":
      return changesOf(fact.drift.changes, fact.before, fact.card, gate);
    case "card-moved":
    case "id-reused":
    case "address-shared": {
      const { card, ...rest } = fact;
      const pointer = fact.kind === "id-reused" ? "/id" : "/server";
      const content = { ...rest, server: card.value.server, id: card.value.id };
      return [widening(fact, content, { file: card.file, line: card.place(pointer).line })];
    }
    case "enrolment-added":
    case "grant-added":
      return [grantWidening(fact, fact.grant, after)];
    case "setting-changed": {
      const { key, before, after: now, file, line } = fact;
      return [widening(fact, { key, before: before ?? null, after: now ?? null }, { file, line })];
    }
    case "folder-changed": {
      const content = { before: fact.before ?? null, after: fact.after };
      return [widening(fact, content, { file: FOLDER_FILE, line: fact.line })];
    }
    case "owners-changed": {
      const { path, before, after: now, file, line } = fact;
      return [widening(fact, { path, before, after: now }, { file, line })];
    }
    case "owners-to-come": {
      const { pattern, before, after: now, file, line } = fact;
      return [widening(fact, { pattern, before, after: now }, { file, line })];
    }
    case "owners-unclear":
      return [widening(fact, { content: fact.content }, { file: fact.file, line: 1 })];
    case "workflow-changed": {
      const content = { file: fact.file, before: fact.before ?? null, after: fact.after ?? null };
      return [widening(fact, content, { file: fact.file, line: fact.after === undefined ? undefined : 1 })];
    }
    case "card-deleted":
    case "enrolment-removed":
    case "grant-removed":
      return [];
    default:
      return fact satisfies never;
  }
}

interface At {
  readonly file: string;
  readonly line: number | undefined;
}

function widening(fact: GateFact, content: object, { file, line }: At, needs = [file]): Gated {
  const { kind } = fact;
  const said = factWords(fact);
  return { kind, id: idOf(kind, content), file, line, what: whatOf(said), needs, said };
}

/** A grant is given by who owns the agent's file and by who owns the card it reaches. */
function grantWidening(fact: GateFact, grant: GrantAt, after: RegistryAt): Gated {
  const { agent, server, card, tool = null, job = null, file, line } = grant;
  const reached = after.cards.get(server)?.file;
  const needs = reached === undefined || reached === file ? [file] : [file, reached];
  return widening(fact, { agent, server, card, tool, job }, { file, line: line() }, needs);
}

function changesOf(
  changes: readonly Change[],
  before: FileOf<Card> | undefined,
  card: FileOf<Card>,
  gate: GateSettings,
): Gated[] {
  const gated = changes.filter((change) => needsLabel(change, gate));
  if (gated.length === 0) return [];
  const places = new Map(card.value.tools.map(({ name: tool }, at) => [tool, `/tools/${at}`]));
  return gated.map((change) => {
    const tool = change.tool === undefined ? "" : places.get(change.tool);
    const pointer = tool === undefined ? "/tools" : `${tool}${change.pointer}`;
    const said = changeWords(change);
    return {
      kind: change.kind,
      id: idOf(change.kind, contentOf(change, before, card)),
      file: card.file,
      line: card.place(pointer).line,
      what: whatOf(said),
      needs: [card.file],
      said,
      change,
    };
  });
}

/** A change of a card in one sentence. */
function changeWords(change: Change): Phrase {
  const subject = change.tool === undefined ? words("This card") : name(change.tool);
  return sentenceOf({ change, required: false, many: false }, subject);
}

/** Everything that makes a change this change; where it does not say itself what it was and is, the whole tool does. */
function contentOf(change: Change, before: FileOf<Card> | undefined, card: FileOf<Card>): object {
  const { grants, scope: _scope, breaks: _breaks, ...rest } = change;
  const content = { server: card.value.server, ...rest };
  // A change of the card itself gives each grant anew (DESIGN §4), so which these are is part of it.
  if (change.tool === undefined) return { ...content, grants };
  if (change.before !== undefined || change.after !== undefined) return content;
  const formIn = (of: FileOf<Card> | undefined) =>
    of?.value.tools.find(({ name: tool }) => tool === change.tool) ?? null;
  return { ...content, forms: [formIn(before), formIn(card)] };
}

function idOf(kind: string, content: object): string {
  // Without the keys that are undefined, as in JSON.
  const json = JSON.stringify(content);
  // A path can have half a character in it, for which RFC 8785 has no form.
  return `${kind} ${digestOf(json.includes("\\ud") ? json : JSON.parse(json))}`;
}

/** A sentence as plain text of at most 200 characters. A cut never leaves a quotation open. */
function whatOf(phrase: Phrase): string {
  const { head, cut } = bounded(phraseText(phrase).replace(/\.$/, ""), WHAT - 2);
  if (cut === 0) return head;
  return (head.match(/`/g)?.length ?? 0) % 2 === 0 ? `${head}…` : `${head}…\``;
}
