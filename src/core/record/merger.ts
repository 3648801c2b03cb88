import { isAimed } from "../gate/label.ts";
import type { Actor, Moment } from "../gate/pull-request.ts";
import type { ObjectId } from "../propose/state.ts";
import type { Change } from "./entry.ts";
import type { MergedPull, MergeEvent } from "./evidence.ts";

type Asked = Extract<MergeEvent, { readonly kind: "armed" | "queued" }>;

/** Whose doing a merge was. */
export interface Merger {
  readonly via: NonNullable<Change["merged"]>["via"];
  /** Who executed it, or asked for it; null where the account is gone or is not known. */
  readonly actor: Actor;
  /** When it was asked for, and at which head; undefined for a direct merge. */
  readonly asked: { readonly at: Moment; readonly head: ObjectId | undefined } | undefined;
  /** Why it is nobody's approval; undefined when it can be one. */
  readonly notCounted: Exclude<NonNullable<Change["merged"]>["notCounted"], "contributed" | null> | undefined;
}

/** The queue takes an entry out right before it merges it. */
const CLEAN_UP = 2000;

/**
 * Whose doing a merge was, by GitHub's timeline (github.md §5). The queue's bot and auto-merge do what somebody asked for,
 * perhaps long before: that counts only when our check on this very head was there to be read, and no push followed.
 * Whoever GitHub names as the merger, and did not ask, executed it.
 */
export function mergerOf(merged: MergedPull): Merger {
  const { mergedBy } = merged;
  const { armed, queued } = standing(merged);
  const asked = queued ?? armed;
  const isOther = mergedBy?.kind === "person" && !samePerson(mergedBy, asked?.actor ?? null);
  if (asked === undefined || isOther)
    return { via: "direct", actor: mergedBy, asked: undefined, notCounted: whyNobody(mergedBy) };
  const { actor, at, head } = asked;
  return {
    via: queued === undefined ? "auto-merge" : "queue",
    actor,
    asked: { at, head },
    notCounted: whyNobody(actor) ?? whyTooEarly(asked, merged),
  };
}

/** What had been asked for and was not taken back when it was merged. */
function standing({ events, mergedAt }: MergedPull): { armed: Asked | undefined; queued: Asked | undefined } {
  let armed: Asked | undefined;
  let queued: Asked | undefined;
  for (const event of events) {
    if (event.at > mergedAt) continue;
    switch (event.kind) {
      case "armed":
        armed = { ...event, kind: "armed" };
        break;
      case "disarmed":
        armed = undefined;
        break;
      case "queued":
        queued = { ...event, kind: "queued" };
        break;
      case "unqueued": {
        const isCleanUp = event.actor?.kind !== "person" && mergedAt - event.at <= CLEAN_UP;
        if (!isCleanUp) queued = undefined;
        break;
      }
      case "head-changed":
        // It is what comes after that counts; see `whyTooEarly`.
        break;
      default:
        event satisfies never;
    }
  }
  return { armed, queued };
}

function whyNobody(actor: Actor): "account-gone" | "not-a-person" | undefined {
  if (actor === null) return "account-gone";
  return actor.kind === "person" ? undefined : "not-a-person";
}

/** Times are whole seconds: what happened in the same one does not count as before. */
function whyTooEarly(
  asked: Asked,
  { pull, events, mergedAt }: MergedPull,
): "asked-before-check" | "head-changed-after" | undefined {
  const followed = events.some(({ kind, at }) => kind === "head-changed" && at >= asked.at && at <= mergedAt);
  if (followed || (asked.head !== undefined && asked.head !== pull.head)) return "head-changed-after";
  const hadRead = pull.verdicts.some((verdict) => isAimed(verdict, pull) && verdict.at < asked.at);
  return hadRead ? undefined : "asked-before-check";
}

/** Whether two are one account; GitHub compares logins without their case. */
function samePerson(one: Actor, other: Actor): boolean {
  return one !== null && other !== null && one.login.toLowerCase() === other.login.toLowerCase();
}
