import { isObject, own } from "../json/value.ts";
import { editYaml } from "../yaml/edit.ts";
import { failure, listUnder, readMapping, withKey, type Mapping } from "./read-card.ts";

/** A tool whose grants end, whoever has them. */
export interface RevokedTool {
  readonly server: string;
  /** The card's id: an enrolment with another card has no grants that could end. */
  readonly card: string;
  readonly tool: string;
}

/**
 * Takes every grant of some tools out of a grants file, in place. An enrolment that loses its last grant stays, with
 * `grants: []`: whether an agent is enrolled is not for an update to decide.
 * @returns The same text when no grant names one of the tools.
 * @throws Error when the text is no grants file.
 */
export function revokeGrants(text: string, revoked: readonly RevokedTool[]): string {
  const file = readMapping(text, "grants");
  const tools = new Map<unknown, Set<unknown>>();
  for (const { server, card, tool } of revoked) {
    const known = tools.get(keyOf(server, card));
    if (known === undefined) tools.set(keyOf(server, card), new Set([tool]));
    else known.add(tool);
  }
  const enrolments = listUnder(file, "grants", "enrolments").map((enrolment, i) => {
    if (!isObject(enrolment))
      throw failure(file.document, "grants", `/enrolments/${i}`, "an enrolment is a mapping");
    const gone = tools.get(keyOf(own(enrolment, "server"), own(enrolment, "card")));
    return gone === undefined ? enrolment : withoutGrants(file, enrolment, i, gone);
  });
  if (enrolments.length === 0) return text;
  return editYaml(text, withKey(file.value, "enrolments", enrolments, []));
}

function keyOf(server: unknown, card: unknown): string {
  return JSON.stringify([server, card]);
}

function withoutGrants(
  file: Mapping,
  enrolment: Readonly<Record<string, unknown>>,
  place: number,
  gone: ReadonlySet<unknown>,
): Record<string, unknown> {
  const pointer = `/enrolments/${place}/grants`;
  const grants = own(enrolment, "grants");
  if (!Array.isArray(grants))
    throw failure(file.document, "grants", pointer, "the grants of an enrolment are a list");
  const left = grants.filter((grant) => !isObject(grant) || !gone.has(own(grant, "tool")));
  return withKey(enrolment, "grants", left, []);
}
