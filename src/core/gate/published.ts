import type { ObjectId } from "../propose/state.ts";
import type { OwnVerdict } from "./pull-request.ts";

/** The short form that stands for a verdict which could not be published: nobody could read there what a label is for. */
const SHORT = " (short)";

/** What a published verdict is known by: its own id, marked when it is only the short form. */
export function publishedId(id: string, form: "long" | "short"): string {
  return form === "long" ? id : id + SHORT;
}

/** Whether somebody could read in it what they decide about: a short form is no verdict to label after. */
export function isReadable({ id }: OwnVerdict): boolean {
  return id?.endsWith(SHORT) !== true;
}

/** Whether the newest verdict on a commit is this one already. Of two from one second nobody knows which is newer. */
export function isPublished(
  verdicts: readonly OwnVerdict[],
  { commit, id, passes }: { readonly commit: ObjectId; readonly id: string; readonly passes: boolean },
): boolean {
  const on = verdicts.filter((verdict) => verdict.commit === commit);
  const newest = Math.max(...on.map(({ at }) => at));
  const last = on.filter(({ at }) => at === newest);
  return last.length > 0 && last.every((verdict) => verdict.id === id && verdict.passes === passes);
}
