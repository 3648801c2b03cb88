import { align } from "./align.ts";
import type { Lines } from "./lines.ts";
import type { Identity } from "./same.ts";
import type { Style } from "./style.ts";
import type { MapNode, SeqNode, YamlNode } from "./tree.ts";

/** One change of a text: what is between two offsets becomes another text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What all parts of one edit share. */
export interface Editing {
  readonly text: string;
  readonly lines: Lines;
  readonly style: Style;
  readonly same: Identity;
  readonly edits: Edit[];
  /** Keys of the root whose new list is written with one item a line. */
  readonly inline: ReadonlySet<string>;
  /** The second try: write no new text over several lines. */
  readonly noBlocks: boolean;
  /** Edits one value where it stands. */
  readonly change: (slot: Slot, node: YamlNode, wanted: unknown) => void;
}

/** Where a value hangs. */
export interface Slot {
  readonly kind: "root" | "map" | "seq";
  /** In brackets or braces, where indentation and line breaks mean nothing. */
  readonly flow: boolean;
  /** The offset after the colon or dash. */
  readonly after: number;
  /** The column of the key or dash. */
  readonly column: number;
  /** When a new list is put there, it gets one item a line. */
  readonly inline?: boolean;
}

/** An entry of a mapping or an item of a sequence. */
export interface Member {
  readonly start: number;
  /** The offset after the colon or dash; where the value starts when there is neither. */
  readonly after: number;
  readonly node: YamlNode;
  /** The key; an item has none. */
  readonly name?: string;
}

/** A new member; a new item has no name. */
export interface Added {
  readonly name?: string;
  readonly value: unknown;
}

/** What becomes of a collection's members. Those that are not kept are removed. */
export interface Plan {
  /** The value that each kept member shall have, by its index. */
  readonly kept: ReadonlyMap<number, unknown>;
  /** New members, by the index of the kept one that they follow; -1 stands for before all. */
  readonly added: ReadonlyMap<number, readonly Added[]>;
}

/** The members of a collection. */
export function membersOf(node: MapNode | SeqNode): Member[] {
  if (node.kind === "map") {
    return node.entries.map(({ start, afterColon, node: value, name }) => ({
      start,
      after: afterColon,
      node: value,
      name,
    }));
  }
  const width = node.flow ? 0 : 1;
  return node.items.map((item) => ({ start: item.start, after: item.start + width, node: item.node }));
}

/** Keys keep their order; a new one follows the nearest of the wanted keys before it that is there already. */
export function planMap(node: MapNode, wanted: Readonly<Record<string, unknown>>): Plan {
  const places = new Map(node.entries.map((entry, i) => [entry.name, i]));
  const kept = new Map<number, unknown>();
  const added = new Map<number, Added[]>();
  let anchor = -1;
  for (const name of Object.keys(wanted)) {
    const place = places.get(name);
    if (place === undefined) {
      push(added, anchor, { name, value: wanted[name] });
      continue;
    }
    kept.set(place, wanted[name]);
    anchor = place;
  }
  return { kept, added };
}

/** Items come in the wanted order. */
export function planSeq(node: SeqNode, wanted: readonly unknown[], same: Identity): Plan {
  const kept = new Map<number, unknown>();
  const added = new Map<number, Added[]>();
  let anchor = -1;
  for (const [j, place] of align(node.value, wanted, same).entries()) {
    if (place === undefined) {
      push(added, anchor, { value: wanted[j] });
      continue;
    }
    kept.set(place, wanted[j]);
    anchor = place;
  }
  return { kept, added };
}

function push(added: Map<number, Added[]>, anchor: number, member: Added): void {
  const group = added.get(anchor);
  if (group === undefined) added.set(anchor, [member]);
  else group.push(member);
}

/** True when only blanks stand before an offset in its line. */
export function startsLine(text: string, lines: Lines, offset: number): boolean {
  const start = lines.startOf(offset);
  let at = offset;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at === start;
}

/** True for a space or a tab. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
