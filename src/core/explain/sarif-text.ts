import { bounded } from "./inert.ts";
import type { Phrase, Piece } from "./phrase.ts";

// A result is read in a list: what is longer is read in the explanation.
const MESSAGE_LIMIT = 4000;

/**
 * A phrase as the plain text of a SARIF message. There, `[a](b)` is a link and `{0}` a placeholder (SARIF 2.1.0, 3.11.5
 * and 3.11.6): braces are doubled, as it asks, and what could still be read as one of the two is shown as a code.
 */
export function sarifText(phrase: Phrase): string {
  const { head, cut } = bounded(phrase.map(pieceText).join(""), MESSAGE_LIMIT);
  const text = head
    .replaceAll("](", `]${code("(")}`)
    .replaceAll(/\{(?=\d+\})/g, code("{"))
    .replaceAll(/[{}]/g, "$&$&");
  return cut === 0 ? text : `${text} (and ${cut} more characters)`;
}

function pieceText(piece: Piece): string {
  if ("own" in piece) return piece.own;
  if ("code" in piece) return quoted(piece.code);
  if ("added" in piece) return `[+${quoted(piece.added)}+]`;
  if ("removed" in piece) return `[-${quoted(piece.removed)}-]`;
  if ("strong" in piece) return piece.strong.map(pieceText).join("");
  return "[+this+] was added, [-this-] was removed";
}

/** What is not ours, in backticks; hidden characters as ‹U+200B›, a form without braces that no text of a server's has. */
function quoted(shown: string): string {
  if (shown === "") return "(empty)";
  const plain = shown.replaceAll(/[‹`]/g, code);
  return `\`${plain.replaceAll(/\\u\{([0-9A-F]+)\}/g, "‹U+$1›")}\``;
}

function code(character: string): string {
  return `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}›`;
}
