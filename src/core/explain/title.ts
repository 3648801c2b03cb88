import type { Context } from "./context.ts";
import { widenedWords } from "./counts.ts";
import { plain } from "./inert.ts";
import { plural } from "./phrase.ts";

const SERVER_LIMIT = 63;

// What no name of a server has in it, and the codes that stand for more of that.
const ODD = /[^\w.\\{}-]/g;

/**
 * A server's name as its title begins with it; empty where there is none, as `diff` may be told none. A title stands where
 * nothing is code, so of a name that no registry could hold all is escaped but letters.
 */
export function shownServer(server: string): string {
  return plain(server.slice(0, SERVER_LIMIT), { form: "name" }).replaceAll(ODD, (odd) => {
    return `\\u{${odd.charCodeAt(0).toString(16).toUpperCase()}}`;
  });
}

/** The title of a drift: the server's name and counts, nothing that a server wrote. */
export function titleOf(context: Context): string {
  const { drift } = context;
  const server = shownServer(drift.server);
  const widened = widenedWords(context);
  const revokes = revokesWords(context);
  const widens = widened.length === 0 ? "widens nothing" : `widens ${widened.join(", ")}`;
  const warnings = drift.warnings.length === 0 ? [] : [plural(drift.warnings.length, "warning")];
  const facts = revokes === "revokes nothing" ? [widens, revokes] : [revokes, widens];
  return `${server === "" ? "The tools" : server}: ${[...warnings, ...facts].join("; ")}`;
}

function revokesWords({ drift, grantsKnown }: Context): string {
  if (drift.grants.length > 0) return `revokes ${plural(drift.grants.length, "grant")}`;
  if (drift.revokes.length === 0 || grantsKnown) return "revokes nothing";
  return `revokes every grant of ${plural(drift.revokes.length, "tool")}`;
}
