import { canonicalJson } from "../json/canonical.ts";

/** The wanted names that were there before, in the order of before; each other behind the wanted one that it follows. */
export function inOrder(wanted: readonly string[], before: readonly string[]): string[] {
  const known = new Set(before);
  const isWanted = new Set(wanted);
  const first: string[] = [];
  const followers = new Map<string, string[]>();
  let group = first;
  for (const name of wanted) {
    if (!known.has(name)) {
      group.push(name);
      continue;
    }
    group = [];
    followers.set(name, group);
  }
  const ordered = [...first];
  for (const name of before) {
    if (isWanted.has(name)) ordered.push(name, ...(followers.get(name) ?? []));
  }
  return ordered;
}

/** The members of a set in the order of the one before; equal members count each. */
export function setInOrder(wanted: readonly unknown[], before: readonly unknown[]): unknown[] {
  const members = numbered(wanted);
  return inOrder([...members.keys()], [...numbered(before).keys()]).map((form) => members.get(form));
}

function numbered(members: readonly unknown[]): Map<string, unknown> {
  const times = new Map<string, number>();
  const found = new Map<string, unknown>();
  for (const member of members) {
    const form = typeof member === "string" ? `"${member}` : canonicalJson(member);
    const nth = times.get(form) ?? 0;
    times.set(form, nth + 1);
    found.set(`${nth} ${form}`, member);
  }
  return found;
}
