import type { Context } from "./context.ts";
import { widenedWords } from "./counts.ts";
import { plain } from "./inert.ts";
import { plural } from "./phrase.ts";

const SERVER_LIMIT = 63;

/** The title of a drift: the server's name and counts, nothing that a server wrote. */
export function titleOf(context: Context): string {
  const { drift } = context;
  const server = plain(drift.server, { form: "name", limit: SERVER_LIMIT });
  const widened = widenedWords(context);
  const revokes = revokesWords(context);
  const widens = widened.length === 0 ? "widens nothing" : `widens ${widened.join(", ")}`;
  const warnings = drift.warnings.length === 0 ? [] : [plural(drift.warnings.length, "warning")];
  const facts = revokes === "revokes nothing" ? [widens, revokes] : [revokes, widens];
  // `diff` may be told no name.
  return `${server === "" ? "The tools" : server}: ${[...warnings, ...facts].join("; ")}`;
}

function revokesWords({ drift, grantsKnown }: Context): string {
  if (drift.grants.length > 0) return `revokes ${plural(drift.grants.length, "grant")}`;
  if (drift.revokes.length === 0 || grantsKnown) return "revokes nothing";
  return `revokes every grant of ${plural(drift.revokes.length, "tool")}`;
}
