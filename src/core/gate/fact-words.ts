import { isObject, own } from "../json/value.ts";
import { list, listAtMost, name, say, value, words, type Phrase } from "../explain/phrase.ts";
import type { GateFact } from "./fact.ts";

const OWNERS = 5;

/** A fact in one sentence without its full stop. What differs within a card has sentences of its own. */
export function factWords(fact: GateFact): Phrase {
  switch (fact.kind) {
    case "card-added":
      return say`${fact.card.value.server} is a new card`;
    case "card-changed":
      return say`the card of ${fact.card.value.server} differs`;
    case "card-moved":
      return say`the card of ${fact.card.value.server} is moved here from ${fact.from}`;
    case "id-reused":
      return say`${fact.card.value.server} has the id that was the card of ${fact.from}`;
    case "address-shared":
      return say`${fact.card.value.server} points to the same address as ${listAtMost(fact.others.map(name), OWNERS)}`;
    case "card-deleted":
      return say`the card of ${fact.server} is deleted`;
    case "enrolment-added":
      return say`${fact.grant.agent} is enrolled with ${fact.grant.server}`;
    case "enrolment-removed":
      return say`${fact.grant.agent} is no longer enrolled with ${fact.grant.server}`;
    case "grant-added":
      return say`${fact.grant.agent} may call ${fact.grant.tool ?? ""} on ${fact.grant.server} for the job ${fact.grant.job ?? ""}`;
    case "grant-removed":
      return say`${fact.grant.agent} may no longer call ${fact.grant.tool ?? ""} on ${fact.grant.server} for the job ${fact.grant.job ?? ""}`;
    case "setting-changed":
      return settingWords(fact);
    case "folder-changed":
      return say`the registry is now the folder ${folderName(fact.after)}, was ${fact.before === undefined ? words("not known") : folderName(fact.before)}`;
    case "owners-changed":
      return say`${fact.path} is now owned by ${ownersWords(fact.after)}, was by ${ownersWords(fact.before)}`;
    case "owners-to-come":
      return say`cards or grants that could come and match ${fact.pattern} may be owned by others than before`;
    case "owners-unclear":
      return say`${fact.file} differs and is too large to tell who owned what before`;
    case "workflow-changed":
      return say`${fact.file} uses toolcard and is ${words(fact.before === undefined ? "new" : fact.after === undefined ? "deleted" : "changed")}`;
    default:
      return fact satisfies never;
  }
}

function settingWords({ key, before, after }: Extract<GateFact, { kind: "setting-changed" }>): Phrase {
  if (key.startsWith("credentials")) {
    const from = before === undefined ? [] : credentialWords(before, "is no longer bound to");
    return after === undefined ? from : credentialWords(after, "is now bound to");
  }
  const now = after === undefined ? words("not set") : value(after);
  return say`the setting ${key} is now ${now}, was ${before === undefined ? words("not set") : value(before)}`;
}

/** Where a credential goes; never what it is. */
function credentialWords(credential: unknown, verb: string): Phrase {
  if (!isObject(credential)) return words("a credential differs");
  const text = (key: string): string => {
    const at = own(credential, key);
    return typeof at === "string" ? at : "";
  };
  const place = text("address") === "" ? text("connection") : text("address");
  const as = text("header") === "" ? text("environmentVariable") : text("header");
  return say`the credential ${text("id")} ${words(verb)} ${place} as ${as}`;
}

function folderName(folder: string): Phrase {
  return folder === "" ? words("of the repository itself") : name(folder);
}

/** Owners as CODEOWNERS names them, or nobody. */
export function ownersWords(owners: readonly string[], last = "and"): Phrase {
  if (owners.length === 0) return words("nobody");
  if (owners.length <= OWNERS) return list(owners.map(name), last);
  return listAtMost(owners.map(name), OWNERS);
}
