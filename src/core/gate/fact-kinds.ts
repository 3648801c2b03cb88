import type { GateFact } from "./fact.ts";

/** What a kind of fact says, and whether it needs the label; `by-change` where that follows from what differs inside. */
export interface FactKind {
  readonly needsLabel: "yes" | "no" | "by-change";
  readonly doc: string;
}

/** Every kind of fact of a pull request (DESIGN §10); a kind without an entry does not compile. */
export const FACT_KINDS: Readonly<Record<GateFact["kind"], FactKind>> = {
  "card-changed": {
    needsLabel: "by-change",
    doc: "A card differs: each change in it is a fact of its own, see [the drift as data](drift.md). A card with the id of one that is gone is that card, renamed.",
  },
  "card-added": {
    needsLabel: "yes",
    doc: "A card is new, or the one that was there was invalid and permitted nothing. Every tool on it is new as well.",
  },
  "card-moved": { needsLabel: "yes", doc: "A card lies in another folder." },
  "id-reused": { needsLabel: "yes", doc: "A card has the id that another server's card had." },
  "address-shared": { needsLabel: "yes", doc: "Two cards point to one address, and before they did not." },
  "card-deleted": { needsLabel: "no", doc: "A card is gone." },
  "enrolment-added": {
    needsLabel: "yes",
    doc: "An agent is enrolled with a card, or with another id of it.",
  },
  "enrolment-removed": { needsLabel: "no", doc: "An agent is no longer enrolled with a card." },
  "grant-added": {
    needsLabel: "yes",
    doc: "An agent may call a tool for a job. A grant that counted for nothing, as its tool was not on the card, is new when the tool comes.",
  },
  "grant-removed": { needsLabel: "no", doc: "An agent may no longer call a tool for a job." },
  "setting-changed": { needsLabel: "yes", doc: "A value of toolcard.yaml is another one, whichever way." },
  "folder-changed": { needsLabel: "yes", doc: "`.github/toolcard.yml` names another folder." },
  "owners-changed": {
    needsLabel: "yes",
    doc: "A file that decides is owned by others: CODEOWNERS says so, or another CODEOWNERS file is found first.",
  },
  "owners-to-come": {
    needsLabel: "yes",
    doc: "A card or a grants file that is not there yet, and could come, may be owned by others: whoever owns it could allow it then.",
  },
  "owners-unclear": {
    needsLabel: "yes",
    doc: "CODEOWNERS differs, and it is too large to tell for each file who owned it before.",
  },
  "workflow-changed": {
    needsLabel: "yes",
    doc: "A YAML file below `.github/` that names toolcard, before or after, is new, changed or gone.",
  },
};
