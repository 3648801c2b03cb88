import { isReadable } from "./published.ts";
import type { LabelEvent, Moment, OwnVerdict, PullRequestNow } from "./pull-request.ts";

/** How the label stands, before anybody asks who may put it on. Only `standing` can count. */
export type LabelState =
  /** Nobody ever put it on, or it was taken off again. `by`: the person who put it on last. */
  | { readonly kind: "absent"; readonly by: string | undefined }
  /** A bot, an app or a deleted account put it on, or GitHub does not say who did. */
  | { readonly kind: "not-by-person"; readonly by: string | undefined }
  /** It was put on before this check had read this commit, so nobody could read what it is for. */
  | { readonly kind: "too-early"; readonly by: string }
  | { readonly kind: "standing"; readonly by: string; readonly at: Moment };

/**
 * How a label stands on a pull request, by GitHub's own record alone (DESIGN §10): it is on now, its last event put it
 * on, a person did that, and not through an app, and strictly before that our own check had completed on this very head,
 * strictly after the pull request was opened or last pointed at another base. Times are whole seconds: what happened in
 * the same one does not count as before.
 */
export function labelState(pull: PullRequestNow, label: string): LabelState {
  const wanted = label.toLowerCase();
  const events = pull.labelEvents.filter((event) => event.label.toLowerCase() === wanted);
  const last = events.at(-1);
  if (!pull.labels.some((each) => each.toLowerCase() === wanted))
    return { kind: "absent", by: lastPerson(events) };
  if (last?.kind !== "labeled" || last.actor?.kind !== "person" || last.viaApp)
    return { kind: "not-by-person", by: last?.kind === "labeled" ? last.actor?.login : undefined };
  const by = last.actor.login;
  return hadRead(pull, last.at) ? { kind: "standing", by, at: last.at } : { kind: "too-early", by };
}

function lastPerson(events: readonly LabelEvent[]): string | undefined {
  const last = events.findLast(
    ({ kind, actor, viaApp }) => kind === "labeled" && actor?.kind === "person" && !viaApp,
  );
  return last?.actor?.login;
}

/** Whether a verdict of ours on this head was there to be read before a moment. */
function hadRead(pull: PullRequestNow, before: Moment): boolean {
  return pull.verdicts.some(
    (verdict) => isReadable(verdict) && isAimed(verdict, pull) && verdict.at < before,
  );
}

/** Whether a verdict is of this head, and of the pull request as it is aimed now. */
export function isAimed(verdict: OwnVerdict, { head, aimedAt }: PullRequestNow): boolean {
  return verdict.commit === head && verdict.at > aimedAt;
}
