import type { ActorNode } from "./answer.ts";

/**
 * Whether somebody is ourselves. GraphQL names a bot with its suffix as the viewer, and without it everywhere else.
 * @param viewer our own login, with its suffix
 */
export function isUs(actor: ActorNode | null | undefined, viewer: string): boolean {
  if (actor === null || actor === undefined) return false;
  const login = actor.__typename === "Bot" ? `${actor.login.replace(/\[bot\]$/, "")}[bot]` : actor.login;
  return login.toLowerCase() === viewer.toLowerCase();
}
