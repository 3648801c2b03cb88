import { isObject, own } from "../json/value.ts";
import { normalTool } from "../tool/normal.ts";
import type { Tool } from "../tool/tool.ts";
import { editYaml } from "../yaml/edit.ts";
import { identities } from "../yaml/same.ts";
import { arrange } from "./arrange.ts";
import { checkedTools, listUnder, readMapping, revisionOf, toolsOf, withKey } from "./read-card.ts";

/** A live form of a tool that a reviewer said no to. */
export interface Declined {
  readonly name: string;
  /** The digest of the tool's normal form; see `toolDigest`. */
  readonly digest: string;
}

/** Lists that a card gets with one item a line. */
const INLINE = { inline: ["retired", "declined"] } as const;

/**
 * Puts another list of tools on a card, in place (DESIGN §3): the card's order, comments, quotes and blank lines stay.
 * `revision` rises by one; each name that leaves is appended to `retired`, unless it is there from an earlier time. Tools
 * that are equal up to order change no byte.
 * @param text The YAML text of a card.
 * @param tools All tools that the card shall list; the caller chose them.
 * @param returned Names that left and came back in another form before that was approved: they are appended too.
 * @returns The card's new text, with the line breaks and the byte order mark it had.
 * @throws Error when the text is no card, when a card can't hold one of the tools or its name is there twice, or when the
 * card would grow larger than 1 MiB.
 */
export function updateCard(text: string, tools: readonly Tool[], returned: readonly string[] = []): string {
  const card = readMapping(text, "card");
  const current = toolsOf(card);
  const wanted = arrange(checkedTools(tools), current);
  const same = identities();
  if (same(wanted.map(normalTool)) === same(current.map(normalTool))) return text;
  const revision = revisionOf(card) + 1;
  const changed = withKey(withKey(card.value, "tools", wanted, []), "revision", revision, ["id", "server"]);
  const retired = listUnder(card, "card", "retired");
  const names = new Set<unknown>(tools.map((tool) => tool.name));
  for (const name of returned) names.delete(name);
  for (const entry of retired) names.add(nameOf(entry));
  const added = current.filter(({ name }) => !names.has(name)).map(({ name }) => ({ name, revision }));
  if (added.length === 0) return editYaml(text, changed, INLINE);
  return editYaml(text, withKey(changed, "retired", [...retired, ...added], ["tools"]), INLINE);
}

/**
 * Sets the revision of a card, in place.
 * @throws Error when the text is no YAML mapping.
 */
export function setRevision(text: string, revision: number): string {
  const { value } = readMapping(text, "card");
  return editYaml(text, withKey(value, "revision", revision, ["id", "server"]));
}

/**
 * Writes on a card, in place, that a live form of a tool was declined. It takes the place of an earlier one of that name.
 * @throws Error when the text is no YAML mapping.
 */
export function addDeclined(text: string, { name, digest }: Declined): string {
  const card = readMapping(text, "card");
  const declined = listUnder(card, "card", "declined");
  const place = declined.findIndex((entry) => nameOf(entry) === name);
  const entries = place < 0 ? [...declined, { name, digest }] : declined.with(place, { name, digest });
  return editYaml(text, withKey(card.value, "declined", entries, ["tools", "retired"]), INLINE);
}

function nameOf(entry: unknown): unknown {
  return isObject(entry) ? own(entry, "name") : undefined;
}
