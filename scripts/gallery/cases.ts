import { existsSync } from "node:fs";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Drift } from "../../src/core/drift/drift.ts";
import type { ExplanationOptions } from "../../src/core/explain/context.ts";
import type { ChangeKind } from "../../src/core/drift/kinds.ts";
import { listPairs } from "../../test/corpus/lists.ts";
import { EVERY_KIND } from "../../test/explain/every-kind.ts";
import { everyWarning } from "../../test/explain/every-warning.ts";
import { hostileStrings } from "../../test/explain/hostile-strings.ts";
import { billing, change, claims, devops, drift, weather } from "../../test/explain/stories.ts";

/** A drift to look at. */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly drift: Drift;
  readonly options: ExplanationOptions;
}

const CORPUS = new URL("../../../shared/corpus/pairs.json", import.meta.url);
const LARGEST = 10;

/** The largest drifts between two versions of published servers, where their lists lie beside this repository. */
export function corpusCases(): Case[] {
  if (!existsSync(CORPUS)) return [];
  const all = listPairs().map(({ title, server, before, after }) => {
    // Each agent holds some of the tools, so that there is something to revoke.
    const grants = before.flatMap(({ name: tool }, at) =>
      at % 3 === 0 ? [{ agent: at % 2 === 0 ? "intake-bot" : "audit-bot", tool, job: "claims-intake" }] : [],
    );
    const found = diffTools(before, after, { server, grants });
    return {
      title,
      drift: found,
      options: { owners: ["@acme/claims-owners"], grants, tools: { before, after } },
    };
  });
  return all
    .toSorted((a, b) => b.drift.changes.length - a.drift.changes.length)
    .slice(0, LARGEST)
    .map(({ title, drift: found, options }, at) => ({
      id: `corpus-${at + 1}`,
      title,
      drift: found,
      options,
    }));
}

/** The stories, every kind of change, and what a hostile server sends. */
export function madeCases(): Case[] {
  const stories = Object.entries({ claims, billing, weather, devops }).map(([id, story]) => {
    return { id, title: `The story ${id}`, drift: story.drift, options: story.options };
  });
  return [...stories, ...otherCases(), ...kindCases(), ...hostileCases()];
}

/** Where it is read, and how much there is. */
function otherCases(): Case[] {
  const { owners: _owners, ...unowned } = claims.options;
  const warned = drift([], { warnings: everyWarning });
  return [
    {
      id: "warnings",
      title: "Every warning, and nothing else",
      drift: warned,
      options: { owners: ["@acme/claims-owners"] },
    },
    {
      id: "diff",
      title: "The story claims, as a diff of two lists",
      drift: claims.drift,
      options: { place: "diff" },
    },
    {
      id: "check",
      title: "The story claims, in the check of a person's pull request",
      drift: claims.drift,
      options: { ...unowned, place: "check" },
    },
    {
      id: "shortened",
      title: "A drift that has to be shortened",
      drift: manyFields(150),
      options: claims.options,
    },
    {
      id: "too-large",
      title: "A drift that is too large to decide",
      drift: manyFields(5000),
      options: claims.options,
    },
  ];
}

/** So many tools that each got a field of its own, and new words. */
function manyFields(count: number): Drift {
  const changes = Array.from({ length: count }, (_none, at) => {
    const [tool, path] = [`tool_${at}`, `field_${at}`];
    const text = `What this tool of ours does for claim ${at}. `;
    return [
      change({
        kind: "field-added",
        tool,
        side: "input",
        world: "closed",
        path,
        pointer: `/inputSchema/properties/${path}`,
        after: { type: "string", description: text },
      }),
      change({
        kind: "tool-description-changed",
        tool,
        pointer: "/description",
        before: text,
        after: `${text}${text.repeat(8)}`,
        scope: "same",
      }),
    ];
  });
  return drift(changes.flat());
}

const PER_PAGE = 26;

function kindCases(): Case[] {
  const kinds = Object.keys(EVERY_KIND) as ChangeKind[];
  return chunks(kinds, PER_PAGE).map((some, at) => {
    const changes = some.map((kind) => {
      const { tool: _none, ...partial } = EVERY_KIND[kind];
      const made = change({ kind, ...partial, tool: `tool_${kind.replaceAll("-", "_")}` });
      if (!("tool" in EVERY_KIND[kind])) return made;
      const { tool: _tool, ...ofCard } = made;
      return ofCard;
    });
    const options = { owners: ["@acme/claims-owners"], grants: [] };
    return {
      id: `kinds-${at + 1}`,
      title: `Every kind of change, part ${at + 1}`,
      drift: drift(changes),
      options,
    };
  });
}

const HOSTILE_PER_PAGE = 60;

/** Hostile strings as names, values and words. */
function hostileCases(): Case[] {
  return chunks(hostileStrings, HOSTILE_PER_PAGE).map((some, at) => {
    const changes = some.flatMap(({ text }) => {
      const grants = [{ agent: text, tool: text, job: text }];
      const field = {
        tool: text,
        side: "input",
        path: text,
        pointer: "/inputSchema/properties/x",
        grants,
      } as const;
      return [
        change({
          kind: "field-added",
          ...field,
          world: "closed",
          after: { enum: [text, "x"], description: text },
        }),
        change({
          kind: "tool-description-changed",
          tool: text,
          pointer: "/description",
          before: "A note.",
          after: `A note. ${text}`,
          scope: "same",
        }),
      ];
    });
    const removed = some.slice(0, 3).map(({ text: tool }) => {
      const grants = [{ agent: "intake-bot", tool, job: tool }];
      return change({ kind: "tool-removed", tool, scope: "narrows", breaks: true, grants });
    });
    const options = { owners: ["@acme/claims-owners"], label: some[0]?.text ?? "", maxBytes: 200_000 };
    return {
      id: `hostile-${at + 1}`,
      title: `A hostile server, part ${at + 1}`,
      drift: drift([...changes, ...removed]),
      options,
    };
  });
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_none, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
