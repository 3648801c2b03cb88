import type { FileAt } from "./snapshot.ts";

/**
 * What keeps the record of approvals from being relied on where it is in use, and what to do: no label helps (DESIGN §12).
 * What is in code spans here is ours.
 */
export const RECORD_FAULTS = {
  "record-missing":
    "`approval.genesis` is set, and the record is not there: push the branch `toolcard-approvals` again as it was",
  "record-broken":
    "A line of the record is not as it was written: `toolcard verify` names it; put the branch `toolcard-approvals` back as it was",
  "record-other":
    "The record is not the one that `approval.genesis` names: put the branch `toolcard-approvals`, or the key, back as it was",
  "record-behind":
    "What landed last in a file that the pull request touches is not in the record: run the check again when it is; if it was, entries were cut off, and `toolcard verify` says more",
  "approved-content-lost":
    "The last approved content of a file can't be had, or is not what was approved: `toolcard verify` says more; an owner who may pass over this check approves the file anew by merging",
} as const;

/** One of these, and the file where it is about one. */
export interface RecordFault {
  readonly kind: keyof typeof RECORD_FAULTS;
  readonly file?: string;
}

/**
 * What the record says where approvals are in use: the files that a pull request touches and that are on the default
 * branch otherwise than they were approved, as they were; undefined: as none. Or why it can't be told.
 */
export type ApprovedNow =
  | { readonly files: ReadonlyMap<string, FileAt | undefined>; readonly fault?: undefined }
  | { readonly fault: RecordFault; readonly files?: undefined };
