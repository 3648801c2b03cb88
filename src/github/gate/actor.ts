import type { Actor } from "../../core/gate/pull-request.ts";
import type { ActorNode } from "../answer.ts";

/** What GitHub puts in the place of somebody whose account is gone, where it has no null. */
const GHOST = "ghost";

/** Somebody as GraphQL answers: bots without their suffix, which they get here as everywhere else. */
export function actorOfNode(node: ActorNode | null | undefined): Actor {
  if (node === null || node === undefined || node.login.toLowerCase() === GHOST) return null;
  const kind = kindOf(node.__typename);
  const login = kind === "bot" ? `${node.login.replace(/\[bot\]$/, "")}[bot]` : node.login;
  return { login, kind };
}

/** Somebody as REST answers. */
export function actorOfUser(
  user: { readonly login?: string; readonly type?: string } | null | undefined,
): Actor {
  if (user?.login === undefined || user.login.toLowerCase() === GHOST) return null;
  return { login: user.login, kind: kindOf(user.type ?? "") };
}

function kindOf(type: string): NonNullable<Actor>["kind"] {
  if (type === "User") return "person";
  return type === "Bot" ? "bot" : "other";
}
