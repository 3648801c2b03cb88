import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isObject, own, put } from "../json/value.ts";
import { NotModelled, OutOfSteps, refuseHuge, spend, type Budget } from "./bounds.ts";
import { createMatcher } from "./pattern.ts";
import { createResolver } from "./resolve.ts";
import { innerSchemas, LISTS, MAPS, ONES } from "./schema-positions.ts";

/** A compiled schema: it always answers, and `false` where it can't. */
export type Validator = (value: unknown) => boolean;

/** How many keywords ajv may be given: its code for 5,000 takes about half a second to make. */
const MAX_KEYWORDS = 5000;

/** What compiling costs: steps for a keyword, and ranges of characters in patterns for a step. */
const KEYWORD_STEPS = 80;
const RANGES_PER_STEP = 10;

/** How many references one validation may follow: nested choices would multiply them without end. */
const MAX_STEPS = 100_000;

/** Values of more JSON values than this are refused, and with `uniqueItems` longer arrays. */
const MAX_VALUES = 50_000;
const MAX_UNIQUE = 1000;

/** What the patterns of one document may cost together: a million ranges take about a tenth of a second to compile. */
const MAX_PATTERNS = 2_000_000;

const STEP = "toolcardStep";

/**
 * Compiles a document (in the words of 2020-12) with ajv. Whatever the schema and the value, compiling and validating
 * end soon: patterns run in RE2, references are counted, size is limited. With `names` it is only for values that have no property of another name:
 * what the schema says of others is left out, which saves most of the work. Undefined for what can't be compiled so.
 */
export function createValidator(
  document: unknown,
  names?: ReadonlySet<string>,
  steps: Budget = { left: Infinity },
): Validator | undefined {
  if (typeof document === "boolean") return () => document;
  try {
    const prepared = copySchema(document, names);
    const { hasUnique, alone, keywords } = prepare(prepared, steps.left / KEYWORD_STEPS);
    steps.left -= keywords * KEYWORD_STEPS;
    const { ajv, budget, patterns } = alone ? createCompiler() : borrowCompiler();
    const room = Math.min(MAX_PATTERNS, steps.left * RANGES_PER_STEP);
    patterns.left = room;
    const validate = ajv.compile(prepared as object);
    ajv.removeSchema(prepared as object);
    steps.left -= (room - patterns.left) / RANGES_PER_STEP;
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

/** A copy that may be changed, without what is said of properties that are not among the names. */
function copySchema(schema: unknown, names: ReadonlySet<string> | undefined): unknown {
  if (!isObject(schema)) return schema;
  const copy = (inner: unknown) => copySchema(inner, names);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    if (LISTS.has(key) && Array.isArray(value)) out[key] = value.map(copy);
    else if (ONES.has(key)) out[key] = copy(value);
    else if (MAPS.has(key) && isObject(value)) {
      const map: Record<string, unknown> = {};
      const leavesOut = key === "properties" ? names : undefined;
      for (const name of Object.keys(value)) {
        put(map, name, leavesOut?.has(name) === false ? true : copy(value[name]));
      }
      out[key] = map;
    } else put(out, key, DATA.has(key) ? value : structuredClone(value));
  }
  return out;
}

/** Keywords whose values are no schemas, and are never changed. */
const DATA = new Set(["enum", "const", "default", "examples", "required", "type"]);

interface Compiler {
  readonly ajv: Ajv2020;
  readonly budget: Budget;
  /** What patterns may still cost, in the document that is being compiled. */
  readonly patterns: Budget;
}

/** ajv keeps something of every schema that it compiles, so after so many another one takes over. */
const MAX_COMPILED = 100;

let shared: (Compiler & { uses: number }) | undefined;

/** A compiler that is shared, as making one takes longer than compiling a small schema. Not for schemas that name themselves. */
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

/**
 * Makes a document safe for ajv, in place. ajv never matches a property named `__proto__`: nothing is permitted there.
 * @returns whether it uses `uniqueItems`, and whether it must be compiled alone. @throws NotModelled
 */
function prepare(
  document: unknown,
  maxKeywords: number,
): { hasUnique: boolean; alone: boolean; keywords: number } {
  if (!isObject(document)) throw new NotModelled("a schema is an object or a boolean");
  // ajv would look for what it names.
  delete (document as Record<string, unknown>)["$schema"];
  const resolver = createResolver(document);
  const seen = new Set<unknown>();
  const rest: unknown[] = [document];
  let keywords = 0;
  let [hasUnique, alone] = [false, false];
  while (rest.length > 0) {
    const at = rest.pop();
    if (!isObject(at) || seen.has(at)) continue;
    seen.add(at);
    keywords += weight(at);
    if (keywords > Math.min(MAX_KEYWORDS, maxKeywords)) throw new NotModelled("too large for ajv");
    if (Object.hasOwn(at, "$async")) throw new NotModelled("$async");
    hasUnique ||= at["uniqueItems"] === true;
    alone ||= Object.hasOwn(at, "$id");
    prepareNames(at);
    prepareClosing(at);
    for (const key of ["$ref", "$dynamicRef"]) {
      const ref = own(at, key);
      if (typeof ref !== "string") continue;
      const target = resolver.find(ref);
      rest.push(target);
      // A compiler that has seen other schemas might know one by that name.
      alone ||= target === undefined;
      put<unknown>(at, STEP, true);
    }
    for (const inner of innerSchemas(at)) rest.push(inner);
  }
  return { hasUnique, alone, keywords };
}

/** Keywords, and the names that they list. */
function weight(schema: Readonly<Record<string, unknown>>): number {
  let sum = 1;
  for (const key of Object.keys(schema)) {
    const value = schema[key];
    sum += 1 + (key === "required" && Array.isArray(value) ? value.length : 0);
  }
  return sum;
}

function prepareNames(schema: Readonly<Record<string, unknown>>): void {
  const properties = own(schema, "properties");
  const patterns = own(schema, "patternProperties");
  const renamed: Record<string, unknown> = {};
  for (const [source, inner] of Object.entries(isObject(patterns) ? patterns : {})) {
    put(renamed, source === "__proto__" ? "(?:__proto__)" : source, inner);
  }
  if (isObject(properties) && Object.hasOwn(properties, "__proto__")) {
    delete (properties as Record<string, unknown>)["__proto__"];
    renamed["^__proto__$"] = false;
  }
  if (Object.keys(renamed).length > 0) put(schema as Record<string, unknown>, "patternProperties", renamed);
}

const COMPOSING = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/** Where a schema composes nothing the two ways to close are one, and ajv can do the older one with many names. */
function prepareClosing(schema: Record<string, unknown>): void {
  if (!Object.hasOwn(schema, "unevaluatedProperties")) return;
  if (COMPOSING.some((key) => Object.hasOwn(schema, key))) return;
  if (!Object.hasOwn(schema, "additionalProperties")) {
    schema["additionalProperties"] = schema["unevaluatedProperties"];
  }
  delete schema["unevaluatedProperties"];
}

/** Comparing all items with each other takes the square of their number. */
function refuseLongArrays(value: unknown): void {
  const rest: unknown[] = [value];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    if (Array.isArray(at) && at.length > MAX_UNIQUE) throw new OutOfSteps("an array too long to compare");
    if (typeof at === "object" && at !== null) for (const inner of Object.values(at)) rest.push(inner);
  }
}
