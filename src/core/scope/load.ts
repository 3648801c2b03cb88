import { isObject } from "../json/value.ts";
import { NotModelled, type Budget } from "../json/bounds.ts";
import { buildSchema, newKnown, type Sharing } from "./build.ts";
import type { Side } from "../differences/change.ts";
import { shareEqual, type Shared } from "../differences/share-equal.ts";
import { closeWorld, type Remembered } from "../schema/close.ts";
import { dialectOf, type Dialect } from "../schema/dialect.ts";
import type { Node } from "./formula.ts";
import type { Store } from "./store.ts";
import { lower } from "../schema/lower.ts";
import { survey, type Surveyed } from "../schema/survey.ts";

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

/** A schema that can be read as each world reads it. @throws NotModelled, OutOfSteps */
export type Readable = (world: World) => Loaded;

/** Reads the schemas of one comparison; what two of them have in common is read once. */
export interface Reader {
  /**
   * Reads two schemas that are to be compared. No schema at all means anything.
   * @throws NotModelled for what is malformed, can't be resolved or is not modelled; OutOfSteps. So may the results
   */
  readonly readPair: (before: unknown, after: unknown, options: LoadOptions) => readonly [Readable, Readable];
  /** An output's schema, in the words of 2020-12, in the closed world. @throws NotModelled */
  readonly closeOutput: (schema: unknown) => unknown;
}

/** A schema in the words of 2020-12. */
interface Prepared {
  readonly document: unknown;
  readonly hasReferences: boolean;
  readonly surveyed: Surveyed;
}

/** Makes the reader of a store. */
export function createReader(store: Store, budget: Budget, shared: Shared): Reader {
  const surveys = new Map<Dialect, Surveyed>();
  const [positions, bodies] = [new WeakMap<object, object>(), new WeakMap<object, object>()];
  const known = newKnown();
  const loaded = new WeakMap<object, Map<string, Loaded>>();

  const prepare = (schema: unknown, options: LoadOptions): Prepared => {
    const { dialect, strange } = dialectOf(schema, options.dialect);
    if (strange) throw new NotModelled("an unknown $schema");
    const surveyed: Surveyed = surveys.get(dialect) ?? new WeakMap();
    surveys.set(dialect, surveyed);
    if (schema === undefined) return { document: true, hasReferences: false, surveyed };
    const notes = survey(schema, dialect, surveyed, budget);
    if (notes.foreign !== undefined) throw new NotModelled(notes.foreign);
    const document = notes.rewrite && dialect !== "2020-12" ? lower(schema, dialect) : schema;
    return { document, hasReferences: notes.references, surveyed };
  };

  const rememberedOf = ({ hasReferences, surveyed }: Prepared): Remembered => {
    const isPlain = (at: object) => !hasReferences || surveyed.get(at)?.references === false;
    const note = (closed: object, at: object) => {
      const notes = surveyed.get(at);
      if (notes !== undefined) surveyed.set(closed, notes);
    };
    return { budget, isPlain, positions, bodies, note };
  };

  const load = (prepared: Prepared, { side }: LoadOptions, world: World): Loaded => {
    const { document: open, hasReferences } = prepared;
    const remembered = rememberedOf(prepared);
    const document = world === "closed" ? closeWorld(open, side, remembered) : open;
    const sharing: Sharing = { known, isPlain: remembered.isPlain };
    const whole = buildSchema(document, store, false, budget, sharing);
    const node = side === "output" ? buildSchema(document, store, true, budget, sharing) : whole;
    const isPlain = !hasReferences && !(isObject(open) && Object.hasOwn(open, "$id"));
    return { document, isPlain, node, whole };
  };

  const readable =
    (prepared: Prepared, options: LoadOptions): Readable =>
    (world) => {
      const { document } = prepared;
      if (!isObject(document)) return load(prepared, options, world);
      const forms = loaded.get(document) ?? new Map<string, Loaded>();
      loaded.set(document, forms);
      const form = `${world} ${options.side}`;
      const old = forms.get(form) ?? load(prepared, options, world);
      forms.set(form, old);
      return old;
    };

  return {
    readPair: (before, after, options) => {
      const old = prepare(before, options);
      const now = prepare(shareEqual(before, after, shared), options);
      // What was put into other words is to be shared again.
      const document = shareEqual(old.document, now.document, shared);
      return [readable(old, options), readable({ ...now, document }, options)];
    },
    closeOutput: (schema) => {
      const prepared = prepare(schema, { side: "output", dialect: "2020-12" });
      return closeWorld(schema, "output", rememberedOf(prepared));
    },
  };
}
