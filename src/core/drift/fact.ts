import { byCodePoint } from "../json/order.ts";
import type { Change, Grant } from "./drift.ts";

/** A change before anybody has asked which grants it touches. */
export type FactOf = Omit<Change, "tool" | "grants">;

/** Which grants name which tool. */
export class GrantsByTool {
  readonly known: boolean;
  readonly all: readonly Grant[];
  readonly #byTool = new Map<string, Grant[]>();

  constructor(grants: readonly Grant[] | undefined) {
    this.known = grants !== undefined;
    this.all = (grants ?? []).map(({ agent, tool, job }) => ({ agent, tool, job })).toSorted(byGrant);
    for (const grant of this.all) {
      const list = this.#byTool.get(grant.tool) ?? [];
      this.#byTool.set(grant.tool, list);
      list.push(grant);
    }
  }

  of(tool: string): readonly Grant[] {
    return this.#byTool.get(tool) ?? [];
  }
}

function byGrant(a: Grant, b: Grant): number {
  return byCodePoint(a.agent, b.agent) || byCodePoint(a.tool, b.tool) || byCodePoint(a.job, b.job);
}

/** A change in its fixed order of keys; what it has not is left out. */
export function changeOf(fact: FactOf, grants: readonly Grant[], tool?: string): Change {
  const { kind, side, pointer, path, alsoAt, elsewhere, before, after, scope, world, breaks } = fact;
  return {
    kind,
    ...(tool !== undefined && { tool }),
    ...(side && { side }),
    pointer,
    ...(path !== undefined && { path }),
    ...(alsoAt && { alsoAt }),
    ...(elsewhere && { elsewhere }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    scope,
    ...(world && { world }),
    breaks,
    grants,
  };
}

/** The order of the changes of a drift. */
export function byPlace(a: Change, b: Change): number {
  return (
    byCodePoint(a.tool ?? "", b.tool ?? "") ||
    byCodePoint(a.side ?? "", b.side ?? "") ||
    byCodePoint(a.pointer, b.pointer) ||
    byCodePoint(a.kind, b.kind) ||
    byCodePoint(a.path ?? "", b.path ?? "")
  );
}
