import { sorted } from "../json/order.ts";
import { whyNotHeld } from "../json/hold.ts";
import { dialectOf } from "./walk-dialect.ts";
import { fieldPath } from "./walk-path.ts";
import { declaredAt } from "./walk-union.ts";
import { documentOf, followedView, plainView, rootOf } from "./walk-view.ts";

/** The names that a schema declares at its root, all branches and references taken together, as paths; sorted. */
export function declaredNames(schema: unknown): string[] {
  if (whyNotHeld(schema) !== undefined) return [];
  const document = documentOf(schema, dialectOf(schema));
  const root = rootOf(document);
  const { names } = declaredAt(document, followedView(document, root) ?? plainView(root));
  return sorted([...names].map((name) => fieldPath("", name)));
}
