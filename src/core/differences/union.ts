import { isObject, own } from "../json/value.ts";
import type { Declared } from "./state.ts";
import { stepInto, type Document, type Spot, type View } from "./view.ts";

const LISTS = ["allOf", "anyOf", "oneOf"];
const SINGLE = ["if", "then", "else"];

/** True when a schema composes others at its own place; a reference that was followed is none. */
export function composes(view: View): boolean {
  const keys = [...LISTS, ...SINGLE, "dependentSchemas", "$ref"];
  return view.layers.some(({ node }) => isObject(node) && keys.some((key) => Object.hasOwn(node, key)));
}

/** What a schema and all that it composes at its place declare; through references, each schema once. */
export function declaredAt(document: Document, view: View): Declared {
  const names = new Set<string>();
  let closes = false;
  const seen = new Set<unknown>();
  const rest: (Spot | undefined)[] = view.layers.length > 0 ? [...view.layers] : [view.spot];
  while (rest.length > 0) {
    const spot = rest.pop();
    const node = spot?.node;
    if (spot === undefined || !isObject(node) || seen.has(node)) continue;
    seen.add(node);
    const properties = own(node, "properties");
    if (isObject(properties)) for (const name of Object.keys(properties)) names.add(name);
    closes ||= Object.hasOwn(node, "properties") || Object.hasOwn(node, "patternProperties");
    rest.push(...composedBy(document, spot, node));
  }
  return { names, closes };
}

function composedBy(
  document: Document,
  spot: Spot,
  node: Readonly<Record<string, unknown>>,
): (Spot | undefined)[] {
  const parts: (Spot | undefined)[] = [];
  for (const key of LISTS) {
    const list = own(node, key);
    if (Array.isArray(list))
      for (const index of list.keys()) parts.push(stepInto(document, spot, key, index));
  }
  for (const key of SINGLE) if (Object.hasOwn(node, key)) parts.push(stepInto(document, spot, key));
  const dependent = own(node, "dependentSchemas");
  if (isObject(dependent)) {
    for (const name of Object.keys(dependent)) parts.push(stepInto(document, spot, "dependentSchemas", name));
  }
  const reference = own(node, "$ref");
  if (typeof reference === "string") parts.push(document.resolve(reference));
  return parts;
}
