import { sameJson } from "../json/equal.ts";
import { own } from "../json/value.ts";
import type { SchemaObject } from "../schema/lower.ts";

/** Keywords that mean what they say only beside each other, by those for which that matters, and all that they touch. */
const GROUPS: readonly { readonly by: readonly string[]; readonly all: readonly string[] }[] = [
  { by: ["if", "then", "else"], all: ["if", "then", "else"] },
  { by: ["contains", "minContains", "maxContains"], all: ["contains", "minContains", "maxContains"] },
  { by: ["prefixItems", "unevaluatedItems"], all: ["prefixItems", "items", "unevaluatedItems"] },
  {
    by: ["patternProperties", "unevaluatedProperties"],
    all: ["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
  },
];

/**
 * Whether two schemas have keywords that would mean something else when they stood beside each other: the `else` of one
 * under the `if` of the other, or a map's values where the other names them by a pattern.
 */
export function entangled(left: SchemaObject, right: SchemaObject): boolean {
  return GROUPS.some(({ by, all }) => {
    const isTouched = by.some((key) => Object.hasOwn(left, key) || Object.hasOwn(right, key));
    const [one, other] = [left, right].map((schema) => all.some((key) => Object.hasOwn(schema, key)));
    return (
      isTouched &&
      one === true &&
      other === true &&
      !all.every((key) => sameJson(own(left, key), own(right, key)))
    );
  });
}
