import type { Drift } from "../drift/drift.ts";
import type { Card } from "../registry/card.ts";
import type { FileOf } from "./registry-at.ts";

/** An agent's enrolment with a card, or with `tool` and `job` one grant of it; and where it is written. */
export interface GrantAt {
  readonly agent: string;
  readonly server: string;
  readonly card: string;
  readonly tool?: string;
  readonly job?: string;
  /** From the repository's root. */
  readonly file: string;
  /** Looked up only where somebody is told of it. */
  readonly line: () => number;
}

/** One way in which what decides differs between two commits (DESIGN §10); `drift` has what differs within a card. */
export type GateFact =
  /** Nothing was known of this card before, or what was there was invalid and permitted nothing. */
  | { readonly kind: "card-added"; readonly card: FileOf<Card>; readonly drift: Drift }
  /** A card of the same server; or of another server with the same id, which is the card renamed. */
  | {
      readonly kind: "card-changed";
      readonly before: FileOf<Card>;
      readonly card: FileOf<Card>;
      readonly drift: Drift;
    }
  /** The same card in another folder. */
  | { readonly kind: "card-moved"; readonly card: FileOf<Card>; readonly from: string }
  /** The card has the id that another server's card had: its grants would be this one's. */
  | { readonly kind: "id-reused"; readonly card: FileOf<Card>; readonly from: string }
  /** Two cards point to one address, and before they did not. */
  | { readonly kind: "address-shared"; readonly card: FileOf<Card>; readonly others: readonly string[] }
  | { readonly kind: "card-deleted"; readonly server: string; readonly file: string }
  | { readonly kind: "enrolment-added" | "enrolment-removed"; readonly grant: GrantAt }
  | { readonly kind: "grant-added" | "grant-removed"; readonly grant: GrantAt }
  /** A value of toolcard.yaml, by its path in the file, as `gate.output`; both values as people read them. */
  | {
      readonly kind: "setting-changed";
      readonly file: string;
      readonly line: number | undefined;
      readonly key: string;
      readonly before: unknown;
      readonly after: unknown;
    }
  /** .github/toolcard.yml names another folder; undefined where it could not be read. */
  | {
      readonly kind: "folder-changed";
      readonly line: number | undefined;
      readonly before: string | undefined;
      readonly after: string;
    }
  /** A deciding file is owned by others than before. `file`: the CODEOWNERS file. */
  | {
      readonly kind: "owners-changed";
      readonly file: string;
      readonly line: number | undefined;
      readonly path: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  /** Cards or grants files that could come, and match the pattern, may be owned by others than before. */
  | {
      readonly kind: "owners-to-come";
      readonly file: string;
      readonly line: number | undefined;
      readonly pattern: string;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  /** CODEOWNERS differs and is too large to tell for each file who owned it before. */
  | { readonly kind: "owners-unclear"; readonly file: string; readonly content: string }
  /** A workflow or an action that uses toolcard, before or now. The values are blobs. */
  | {
      readonly kind: "workflow-changed";
      readonly file: string;
      readonly before: string | undefined;
      readonly after: string | undefined;
    };
