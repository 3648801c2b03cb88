import type { ReadingNote } from "../reading/reading.ts";
import type { MalformedWhy } from "../tool/tool.ts";

/** Why a tool that the live list lacks is not believed to be gone. */
export type KeptWhy =
  | "unnamed-item" // an item of the list has no readable name: it may be any of them
  | "other-credential" // the list was read under another credential than the card names
  | "other-capabilities"; // the list was read with other client capabilities than the card names

/** What a reviewer should look at before deciding; it changes no verdict. */
export type Warning =
  /** Items of the live list that a card can't hold: one warning for each name and reason, with how many there are. */
  | {
      readonly kind: "malformed-tool";
      readonly tool?: string;
      readonly why: MalformedWhy;
      readonly count: number;
    }
  /** The live form is one that a reviewer said no to: a new tool stays off, a tool on the card keeps its form. */
  | { readonly kind: "declined-form"; readonly tool: string }
  /** A new or changed tool has a text with characters that don't show. `pointer` is into the tool. */
  | {
      readonly kind: "hidden-characters";
      readonly tool: string;
      readonly pointer: string;
      readonly count: number;
    }
  /** A new tool's name looks like another name (`like`) of the list or the card. */
  | { readonly kind: "look-alike-name"; readonly tool: string; readonly like: string }
  /** A new or changed tool has a text with a word (`text`) of Latin letters and others that look like Latin ones. */
  | { readonly kind: "mixed-scripts"; readonly tool: string; readonly pointer: string; readonly text: string }
  /** A text names a web address that no text of the tool (for a new tool: of any tool) named before. */
  | {
      readonly kind: "web-address-appeared";
      readonly tool: string;
      readonly pointer: string;
      readonly text: string;
    }
  /** The same of a path of a file. */
  | {
      readonly kind: "file-path-appeared";
      readonly tool: string;
      readonly pointer: string;
      readonly text: string;
    }
  /** A tool has the name of one that was on the card once; the first revision without it. Old grants stay gone. */
  | { readonly kind: "retired-name-returned"; readonly tool: string; readonly revision: number }
  /** Tools that the live list lacks were kept. */
  | {
      readonly kind: "nothing-counts-as-removed";
      readonly why: KeptWhy;
      readonly tools: readonly string[];
    }
  /** Tools are gone by one reading alone. */
  | { readonly kind: "read-once" }
  /** The list was read from another address than the card's: nothing was compared. */
  | { readonly kind: "other-address" }
  | { readonly kind: "reading-note"; readonly note: ReadingNote };

/** The id of a kind of warning. */
export type WarningKind = Warning["kind"];
