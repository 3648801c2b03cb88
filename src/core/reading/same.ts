import { byCodePoint } from "../json/order.ts";
import { toolDigest } from "../tool/normal.ts";
import { toolList } from "../tool/tool.ts";

/** A name of a tool list that is not the same in another one; without a name for an item that has none. */
export interface ListDifference {
  readonly name?: string;
  readonly how: "only-first" | "only-second" | "differs";
}

/**
 * Where two tool lists differ, by name. Compared by normal form, as sets: the order of tools, keys, `required` and `enum`
 * never is a difference. Malformed items are compared by name and reason.
 */
export function listDifferences(first: readonly unknown[], second: readonly unknown[]): ListDifference[] {
  const one = formsOf(first);
  const two = formsOf(second);
  const differences: ListDifference[] = [];
  for (const [key, { name, form }] of one) {
    const other = two.get(key);
    if (other === undefined) differences.push(difference(name, "only-first"));
    else if (other.form !== form) differences.push(difference(name, "differs"));
  }
  for (const [key, { name }] of two) if (!one.has(key)) differences.push(difference(name, "only-second"));
  return differences.toSorted((a, b) => byCodePoint(a.name ?? "", b.name ?? ""));
}

/** Whether two tool lists say the same: `listDifferences` finds none. */
export function sameLists(first: readonly unknown[], second: readonly unknown[]): boolean {
  return listDifferences(first, second).length === 0;
}

interface Form {
  readonly name: string | undefined;
  readonly form: string;
}

function formsOf(items: readonly unknown[]): Map<string, Form> {
  const { tools, malformed } = toolList(items);
  const forms = new Map<string, Form>();
  for (const tool of tools) forms.set(`name ${tool.name}`, { name: tool.name, form: toolDigest(tool) });
  for (const { name, why } of malformed) {
    const key = name === undefined ? `unnamed ${why}` : `name ${name}`;
    // Items of one name or one reason are told apart by how many there are.
    forms.set(key, { name, form: `${forms.get(key)?.form ?? ""} ${why}` });
  }
  return forms;
}

function difference(name: string | undefined, how: ListDifference["how"]): ListDifference {
  return name === undefined ? { how } : { name, how };
}
