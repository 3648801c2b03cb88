import { sorted } from "../json/order.ts";
import { MAX_DEPTH } from "../json/hold.ts";
import { measure } from "../json/size.ts";
import { dialectOf } from "./dialect.ts";
import { fieldPath } from "./path.ts";
import { declaredAt } from "./union.ts";
import { documentOf, followedView, plainView, rootOf } from "./view.ts";

/** The names that a schema declares at its root, all branches and references taken together, as paths; sorted. */
export function declaredNames(schema: unknown): string[] {
  if (measure(schema).depth > MAX_DEPTH) return [];
  const document = documentOf(schema, dialectOf(schema));
  const root = rootOf(document);
  const { names } = declaredAt(document, followedView(document, root) ?? plainView(root));
  return sorted([...names].map((name) => fieldPath("", name)));
}
