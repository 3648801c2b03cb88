import { NotModelled, OutOfSteps, refuseHuge, type Budget } from "./bounds.ts";
import { buildSchema } from "./build.ts";
import type { Side } from "./change.ts";
import { closeWorld } from "./close.ts";
import { dialectOf } from "./dialect.ts";
import type { Found } from "./find.ts";
import { createEvaluator } from "./holds.ts";
import { createStore, type Node, type Store } from "./ir.ts";
import { lower, refuseForeign } from "./lower.ts";
import { createProver } from "./prove.ts";
import { sameJson } from "./same-json.ts";

export type Trit = "no" | "yes" | "unknown";
export interface WorldDecision {
  readonly gain: Trit;
  readonly loss: Trit;
  readonly witness?: unknown;
}
export interface DecideOptions {
  readonly side: Side;
  readonly world: "strict" | "closed" | "open";
  readonly dialect?: string;
}
export interface Decision extends WorldDecision {
  readonly world?: "closed" | "open" | "both";
}

export function decide(before: unknown, after: unknown, options: DecideOptions): Decision {
  if (sameJson(before, after)) return { gain: "no", loss: "no" };
  const store = createStore();
  const rs: WorldDecision[] = [];
  for (const world of ["closed", "open"] as const) {
    if (options.world !== "strict" && options.world !== world) continue;
    try {
      const [b, a] = [before, after].map((s) => load(s, store, world, options)) as [Node, Node];
      const run = (x: Node, y: Node): Found => {
        if (x === y) return { is: "no" };
        const budget: Budget = { left: 3_000_000 };
        const ev = createEvaluator(store, budget);
        try {
          return createProver(store, ev, budget).find([
            { node: x, not: false },
            { node: y, not: true },
          ]);
        } catch (e) {
          if (e instanceof OutOfSteps) return { is: "maybe" };
          throw e;
        }
      };
      const g = run(a, b),
        l = run(b, a);
      const T = { no: "no", yes: "yes", maybe: "unknown" } as const;
      rs.push({ gain: T[g.is], loss: T[l.is], ...("value" in g ? { witness: g.value } : {}) });
    } catch (e) {
      if (e instanceof NotModelled) rs.push({ gain: "unknown", loss: "unknown" });
      else throw e;
    }
  }
  const j = (k: "gain" | "loss"): Trit =>
    rs.some((r) => r[k] === "yes") ? "yes" : rs.some((r) => r[k] === "unknown") ? "unknown" : "no";
  const w = rs.find((r) => r.gain === "yes");
  return { gain: j("gain"), loss: j("loss"), ...(w && "witness" in w ? { witness: w.witness } : {}) };
}

function load(schema: unknown, store: Store, world: "closed" | "open", options: DecideOptions): Node {
  if (schema === undefined) return store.anything;
  refuseHuge(schema);
  const { dialect, strange } = dialectOf(schema, options.dialect);
  if (strange) throw new NotModelled("an unknown $schema");
  refuseForeign(schema, dialect);
  const lowered = lower(schema, dialect);
  const doc = world === "closed" ? closeWorld(lowered, options.side) : lowered;
  return buildSchema(doc, store, options.side === "output");
}
