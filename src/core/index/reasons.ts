/**
 * Every reason for which a call is allowed or refused. Where several hold, the first in this order is given (DESIGN §4);
 * the docs have a row for each.
 */
export const REASONS = {
  allowed: "The card, the grants and the live list all permit this call.",
  "unknown-server": "The registry has no card for this server, or the card can't be read.",
  suspended: "The server is suspended: no tool of it may be called.",
  "not-enrolled": "The agent is not enrolled with this card, by its id.",
  "not-granted": "The agent has no grant for this tool and this job.",
  "not-on-card": "The tool is not on the card.",
  unreadable: "The server's live list could not be read.",
  "too-old": "The last complete reading is too old.",
  "other-address": "What was read is at another address than the card's.",
  gone: "The server no longer lists this tool.",
  malformed: "The server lists this tool twice, or in a form that can't be used.",
  unapproved: "It is in the registry, but not approved yet.",
  "beyond-card": "The card does not permit these arguments.",
  "beyond-approved": "The last approved card does not permit these arguments.",
  "beyond-live": "The live schema does not permit these arguments.",
} as const;

/** The id of a reason. */
export type ReasonCode = keyof typeof REASONS;
