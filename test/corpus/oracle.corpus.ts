import { describe, expect, it } from "vitest";
import { diffTools } from "../../src/core/drift/diff-tools.ts";
import type { Grant } from "../../src/core/drift/drift.ts";
import { renderExplanation } from "../../src/core/explain/render-markdown.ts";
import { sorted } from "../../src/core/json/order.ts";
import { fieldsOf, listChange, outerFields, type RawTool } from "./field-oracle.ts";
import { listPairs } from "./lists.ts";
import { pointsOf, type Point } from "./told.ts";

const pairs = listPairs().flatMap(({ title, server, before, after }) => [
  { title, server, before, after },
  { title: `${title}, backwards`, server, before: after, after: before },
]);

/** Grants on two tools of three, some with several agents and jobs. */
function grantsOn(tools: readonly RawTool[]): Grant[] {
  return tools.flatMap(({ name: tool }, at) => {
    const grants = [
      { agent: "intake-bot", tool, job: "claims-intake" },
      { agent: "audit-bot", tool, job: "quarterly-audit" },
      { agent: "intake-bot", tool, job: "storm-watch" },
    ];
    return grants.slice(0, at % 3 === 2 ? 0 : 1 + (at % 4));
  });
}

const cases = pairs.map(({ title, server, before, after }) => {
  const grants = grantsOn(before);
  const drift = diffTools(before, after, { server, grants });
  const options = { grants, tools: { before, after }, maxBytes: Number.MAX_SAFE_INTEGER };
  const points = pointsOf(
    renderExplanation(drift, { ...options, place: "pull-request", owners: ["@acme/owners"] }),
  );
  return { title, before, after, grants, points, change: listChange(before, after) };
});

const keyOf = ({ agent, tool, job }: Grant) => JSON.stringify([agent, tool, job]);
/** Names that a path in an explanation is made of: `a[].b` is `a` and `b`. */
const namesIn = (code: string) => code.split(/\.\*|\[\]|\./).filter((name) => name !== "");
const lastOf = (path: string) => path.slice(path.lastIndexOf("\n") + 1);

function isNamed(points: readonly Point[], tool: string, field?: string): boolean {
  return points.some(({ codes }) => {
    if (!codes.includes(tool)) return false;
    return field === undefined || codes.some((code) => code === field || namesIn(code).includes(field));
  });
}

type Told = Pick<(typeof cases)[number], "before" | "after" | "points" | "change">;

/** What came, went or changed and has no point that names it, with its tool. */
function unnamed({ points, change: { added, removed, changed } }: Told): string[] {
  const missing = (tool: string, fields: Iterable<string>) => {
    const left = [...fields].filter((path) => !isNamed(points, tool, lastOf(path)));
    return [...(isNamed(points, tool) ? [] : [tool]), ...left.map((path) => `${tool}: ${path}`)];
  };
  return [
    ...removed.flatMap(({ name }) => missing(name, [])),
    ...added.flatMap((tool) => missing(tool.name, outerFields(tool))),
    ...changed.flatMap(({ tool, fields }) => missing(tool, fields)),
  ];
}

/** Tools and fields of which a point says that they changed, and that did not. */
function madeUp({ before, after, points, change: { added, removed, changed } }: Told): string[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  const moved = new Map(changed.map(({ tool, fields }) => [tool, fields]));
  const isMoved = (tool: string) =>
    moved.has(tool) || [...added, ...removed].some(({ name }) => name === tool);
  const told = points.filter(({ section }) => section !== "Your decision" && !section.includes("warning"));
  return told.flatMap(({ codes, subjects }) => {
    const [tool] = subjects.length > 0 ? subjects : codes;
    if (tool === undefined || !names.has(tool)) return [];
    const fields = moved.get(tool);
    if (fields === undefined) return isMoved(tool) ? [] : [tool];
    return subjects
      .slice(1)
      .filter((code) => !isChanged(code, fields) && isField(code, tool, before, after))
      .map((code) => `${tool}: ${code}`);
  });
}

describe("the explanation of two versions of a published server, held against both lists", () => {
  it.each(cases)("$title: names every tool and field that came, went or changed", (told) => {
    expect(unnamed(told)).toEqual([]);
  });

  it.each(cases)(
    "$title: names each revoked grant once in its block, and no other",
    ({ points, grants, change }) => {
      const gone = new Set(change.removed.map(({ name }) => name));
      const block = points.filter(({ section }) => section.startsWith("Revokes")).flatMap(grantsIn);
      const revoked = grants.filter(({ tool }) => gone.has(tool)).map(keyOf);
      expect(sorted(block)).toEqual(sorted(revoked));
    },
  );

  it.each(cases)("$title: says of nothing that it changed when it did not", (told) => {
    expect(madeUp(told)).toEqual([]);
  });

  it("would notice each point that is left out, and each that is made up", () => {
    const nothing = { added: [], removed: [], changed: [] };
    const some = cases.filter(({ change }) => change.changed.some(({ fields }) => fields.size > 0));
    expect(some.length).toBeGreaterThan(20);
    for (const told of some) {
      expect(unnamed({ ...told, points: [] })).not.toEqual([]);
      expect(madeUp({ ...told, change: nothing })).not.toEqual([]);
    }
    expect(cases.filter(({ change }) => change.removed.length > 0).length).toBeGreaterThan(10);
  });
});

/** The grants that a point of the block names: one of one agent, or one agent and job with all tools. */
function grantsIn({ text, codes }: Point): string[] {
  const [agent = "", second = "", ...rest] = codes;
  if (/ may no longer call .* for the job /.test(text))
    return [keyOf({ agent, tool: second, job: rest[0] ?? "" })];
  return rest.map((tool) => keyOf({ agent, job: second, tool }));
}

/** True for a field that changed, for one inside a new or removed one, and for one that has a changed field inside. */
function isChanged(code: string, fields: ReadonlySet<string>): boolean {
  const path = namesIn(code).join("\n");
  return [...fields].some((field) => {
    return field === path || path.startsWith(`${field}\n`) || field.startsWith(`${path}\n`);
  });
}

function isField(code: string, tool: string, ...lists: readonly (readonly RawTool[])[]): boolean {
  const path = namesIn(code).join("\n");
  return lists.flat().some((one) => {
    return one.name === tool && ["inputSchema", "outputSchema"].some((side) => fieldsOf(one[side]).has(path));
  });
}
