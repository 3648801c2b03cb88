import type { Notice } from "./state.ts";
import { noticeWords } from "./words.ts";

const NOTICES: readonly Notice[] = ["foreign-commit", "drift-gone", "card-gone", "resumed"];

/** The text of toolcard's one comment on a proposal: a first line that does not show, by which the next run knows it. */
export function noticeComment(notice: Notice): string {
  return `${markerOf(notice)}\n${noticeWords(notice)}\n`;
}

/** What a comment of ours says; undefined for a comment about anything else. */
export function noticeIn(comment: string): Notice | undefined {
  const line = comment.split(/\r?\n/, 1)[0]?.trim();
  return NOTICES.find((notice) => line === markerOf(notice));
}

function markerOf(notice: Notice): string {
  return `<!-- toolcard:notice ${notice} -->`;
}
