import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { NotModelled, OutOfSteps, refuseHuge, spend, type Budget } from "../json/bounds.ts";
import { createMatcher } from "../pattern/matcher.ts";
import { prepare, STEP } from "./prepare.ts";

/** A compiled schema: it always answers, and `false` where it can't. */
export type Validator = (value: unknown) => boolean;

/** How many references one validation may follow: nested choices would multiply them without end. */
const MAX_STEPS = 100_000;

/** Values of more JSON values than this are refused, and with `uniqueItems` longer arrays. */
const MAX_VALUES = 50_000;
const MAX_UNIQUE = 1000;

/** What the patterns of one document may cost together: a million ranges take about a tenth of a second to compile. */
const MAX_PATTERNS = 2_000_000;

/**
 * Compiles a document (in the words of 2020-12) with ajv. Whatever the schema and the value, compiling and validating
 * end soon: patterns run in RE2, references are counted, size is limited. With `names` it is only for values that have
 * no property of another name: what the schema says of others is left out, which saves most of the work. Undefined for
 * what can't be compiled so.
 */
export function createValidator(document: unknown, names?: ReadonlySet<string>): Validator | undefined {
  if (typeof document === "boolean") return () => document;
  try {
    const { schema, hasUnique, alone } = prepare(document, names);
    const { ajv, budget, patterns } = alone ? createCompiler() : borrowCompiler();
    patterns.left = MAX_PATTERNS;
    const validate = ajv.compile(schema);
    ajv.removeSchema(schema);
    return (value) => {
      try {
        refuseHuge(value, MAX_VALUES);
        if (hasUnique) refuseLongArrays(value);
        budget.left = MAX_STEPS;
        // Never only truthy: an asynchronous validator answers with a promise.
        const answer: unknown = validate(value);
        return answer === true;
      } catch {
        return false;
      }
    };
  } catch {
    return undefined;
  }
}

interface Compiler {
  readonly ajv: Ajv2020;
  readonly budget: Budget;
  /** What patterns may still cost, in the document that is being compiled. */
  readonly patterns: Budget;
}

/** ajv keeps something of every schema that it compiles, so after so many another one takes over. */
const MAX_COMPILED = 100;

let shared: (Compiler & { uses: number }) | undefined;

/**
 * A compiler that is shared, as making one takes longer than compiling a small schema. Not for schemas that name
 * themselves.
 */
function borrowCompiler(): Compiler {
  if (shared === undefined || shared.uses >= MAX_COMPILED) shared = { ...createCompiler(), uses: 0 };
  shared.uses++;
  return shared;
}

function createCompiler(): Compiler {
  const budget: Budget = { left: 0 };
  const patterns: Budget = { left: 0 };
  const regExp = Object.assign(
    (pattern: string) => {
      const matcher = createMatcher(pattern, patterns.left);
      if (matcher === undefined) throw new NotModelled("a pattern that RE2 can't match");
      patterns.left -= matcher.cost;
      return { test: matcher.test, toString: () => pattern };
    },
    { code: "createMatcher" },
  );
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    meta: false,
    messages: false,
    ownProperties: true,
    inlineRefs: false,
    code: { regExp, optimize: false },
  });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: STEP,
    // Else it would come after the reference, and not at all where that fails.
    before: "$ref",
    errors: false,
    validate: () => {
      spend(budget, 1);
      return true;
    },
  });
  return { ajv, budget, patterns };
}

/** Comparing all items with each other takes the square of their number. */
function refuseLongArrays(value: unknown): void {
  const rest: unknown[] = [value];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (Array.isArray(at) && at.length > MAX_UNIQUE) throw new OutOfSteps("an array too long to compare");
    if (typeof at === "object" && at !== null) for (const inner of Object.values(at)) rest.push(inner);
  }
}
