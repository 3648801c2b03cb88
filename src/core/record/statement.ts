import type { Entry } from "./entry.ts";
import { LEDGER_FILE } from "./ledger.ts";

/** An in-toto statement (https://in-toto.io/Statement/v1) that others' tools can sign: toolcard signs nothing itself. */
export interface Statement {
  readonly _type: "https://in-toto.io/Statement/v1";
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly predicateType: string;
  readonly predicate: Entry;
}

/** What the predicate of our statements is: an entry of approvals.jsonl, whole. */
const PREDICATE = "urn:toolcard:approval:v1";

/**
 * An entry as a statement about the content that it approves, or finds unapproved: the file with the SHA-256 of its bytes.
 * Of a file that was deleted, and of an adoption, the subject is the entry or its files.
 */
export function statementOf(entry: Entry): Statement {
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjectOf(entry),
    predicateType: PREDICATE,
    predicate: entry,
  };
}

function subjectOf(entry: Entry): Statement["subject"] {
  const itself = { name: `${LEDGER_FILE}#${entry.sequence}`, digest: { sha256: hex(entry.hash) } };
  if (entry.kind === "adoption") {
    const files = entry.files.map(({ file, digest }) => ({ name: file, digest: { sha256: hex(digest) } }));
    return [itself, ...files];
  }
  if (entry.after === null) return [itself];
  return [{ name: entry.file, digest: { sha256: hex(entry.after) } }];
}

function hex(digest: string): string {
  return digest.replace(/^sha256:/, "");
}
