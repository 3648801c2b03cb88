/** Keywords that the walk compares by what they mean, in one of the walk-*.ts beside this one. */
export const COMPARED: ReadonlySet<string> = words(`
  type enum const multipleOf pattern format uniqueItems minimum exclusiveMinimum maximum
  exclusiveMaximum minLength maxLength minItems maxItems minProperties maxProperties minContains
  maxContains properties required additionalProperties patternProperties propertyNames
  dependentRequired dependentSchemas unevaluatedProperties items prefixItems contains
  unevaluatedItems allOf anyOf oneOf not if then else $ref $defs definitions $schema`);

/**
 * Keywords that restrict values, or may, and that the walk takes as a whole: `nullable` and `dependencies` are live in
 * ajv though no part of 2020-12; the rest changes what other keywords mean.
 */
export const UNMODELLED: ReadonlySet<string> = words(`
  nullable dependencies $dynamicRef $recursiveRef $dynamicAnchor $recursiveAnchor $vocabulary
  extends disallow divisibleBy`);

/** True for a keyword that restricts no value. Names in no vocabulary are such (DESIGN §5). */
export function isAnnotation(key: string): boolean {
  return !COMPARED.has(key) && !UNMODELLED.has(key);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
