import { boundedDetail } from "../core/reading/detail.ts";
import type { FailedReading } from "../core/reading/reading.ts";
import { addressOf, connectionOf } from "../core/registry/address.ts";
import type { Card } from "../core/registry/card.ts";
import { credentialFor, credentialVariables, type CredentialFailure } from "../core/registry/credential.ts";
import type { Settings } from "../core/registry/settings.ts";
import { templateVariables } from "../core/registry/template.ts";
import type { ReadRequest } from "../live/read-tools.ts";

/** What the reading of a server depends on beside its card. */
export interface RequestContext {
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether commands and packages may run, if the settings do not allow it already. */
  readonly allowCommands: boolean;
  /** For each request; the settings' where left out. */
  readonly timeoutSeconds?: number;
  readonly now: () => Date;
}

/**
 * What to ask of a card's server, and with which secrets; or, as a failed reading, why it is not even contacted: its
 * credential is not set here, or bound to another place.
 */
export function readRequest(card: Card, context: RequestContext): ReadRequest | FailedReading {
  const { settings, environment, now } = context;
  const requestMs = 1000 * (context.timeoutSeconds ?? settings.scan.timeoutSeconds);
  const secrets = credentialFor(settings, card, environment);
  if (!secrets.ok) {
    return {
      server: card.server,
      address: addressOf(card),
      readAs: card.readAs ?? { capabilities: [] },
      time: now().toISOString(),
      outcome: "failed",
      reason: secrets.reason,
      detail: boundedDetail(credentialWords(secrets)),
    };
  }
  return {
    server: card.server,
    connection: connectionOf(card),
    ...(card.readAs !== undefined && { readAs: card.readAs }),
    headers: secrets.headers,
    environment: secrets.environment,
    allowCommands: context.allowCommands || settings.scan.allowCommands,
    secretVariables: { own: ownVariables(settings, card), all: credentialVariables(settings) },
    limits: { requestMs, totalMs: 4 * requestMs },
    now,
  };
}

function ownVariables(settings: Settings, card: Card): string[] {
  const parts = settings.credentials.filter((part) => part.id === card.readAs?.credential);
  return parts.flatMap((part) => templateVariables(part.value));
}

function credentialWords(failure: CredentialFailure): string {
  switch (failure.why) {
    case "not-in-settings":
      return `toolcard.yaml has no credential ${failure.credential}`;
    case "unset":
      return `not set in the environment: ${failure.variables.join(", ")}`;
    case "unsendable":
      return `holds a character that can't be sent: ${failure.variables.join(", ")}`;
    case "bound-elsewhere":
      return `${failure.credential} is bound to ${failure.boundTo}, the card's connection is ${failure.found}`;
    case "variable-not-named":
      return `the card does not name ${failure.variable} as a secret of its environment`;
  }
}
