import { isObject } from "../json/value.ts";
import { NotModelled } from "../json/bounds.ts";
import { buildSchema, type Known } from "./build.ts";
import type { Side } from "../differences/change.ts";
import { closeWorld } from "../schema/close.ts";
import { dialectOf } from "../schema/dialect.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { lower } from "../schema/lower.ts";
import { survey } from "../schema/survey.ts";

/** A schema as one world reads it. */
export interface Loaded {
  /** In the words of 2020-12, for ajv. */
  readonly document: unknown;
  /** What is compared: of an output, without what only says that something may not be lacking. */
  readonly node: Node;
  /** Whether the document may become a part of another: it has no references and no name. */
  readonly isPlain: boolean;
  /** The whole of it. For an input the same as `node`. */
  readonly whole: Node;
}

/** What a schema must be read with. */
export interface LoadOptions {
  readonly side: Side;
  readonly dialect?: string;
}

/** The worlds in which a schema is read. */
export type World = "closed" | "open";

/**
 * Reads a schema; the result gives it as each world reads it. No schema at all means anything.
 * @throws NotModelled for what is malformed, can't be resolved or is not modelled; so may the result
 */
export function read(schema: unknown, options: LoadOptions, store: Store): (world: World) => Loaded {
  const anything = { document: true, isPlain: true, node: store.anything, whole: store.anything };
  if (schema === undefined) return () => anything;
  const { dialect, strange } = dialectOf(schema, options.dialect);
  if (strange) throw new NotModelled("an unknown $schema");
  const notes = survey(schema, dialect);
  if (notes.foreign !== undefined) throw new NotModelled(notes.foreign);
  const lowered = notes.rewrite && dialect !== "2020-12" ? lower(schema, dialect) : schema;
  const shared: Known = [new Map(), new Map()];
  return (world) => {
    const known: Known = notes.references ? [new Map(), new Map()] : shared;
    const document = world === "closed" ? closeWorld(lowered, options.side) : lowered;
    const whole = buildSchema(document, store, false, known);
    const node = options.side === "output" ? buildSchema(document, store, true, known) : whole;
    const isPlain = !notes.references && !(isObject(schema) && Object.hasOwn(schema, "$id"));
    return { document, isPlain, node, whole };
  };
}
