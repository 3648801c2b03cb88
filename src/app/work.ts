import { tasksOf, type GateTask } from "../core/gate/event-tasks.ts";
import { isObject, own } from "../core/json/value.ts";
import { failureOf } from "../github/failure.ts";
import { keepRecord, type Recording } from "../jobs/keep-record.ts";
import { lookAtGroup, lookAtPullRequest, pullRequestsOf, type Looked } from "../jobs/look.ts";
import { obey, type Obeying } from "../jobs/obey.ts";
import type { Place } from "./installations.ts";
import type { Fields, Log } from "./log.ts";
import type { Queue } from "./queue.ts";

/** A delivery whose signature was right. */
export interface Delivery {
  readonly id: string;
  readonly name: string;
  readonly payload: unknown;
}

/** What the App works with. */
export interface Working {
  readonly queue: Queue;
  readonly log: Log;
  /** Our own login; undefined where GitHub did not say. */
  readonly self: () => Promise<string | undefined>;
  /** What to look and to obey with, in one repository, as long as one of it takes. */
  readonly looking: (place: Place) => Promise<Obeying & Recording>;
  /** After how many milliseconds to look again when a look failed on the way. */
  readonly again: readonly number[];
}

/** An event, as far as it is worked on. */
interface Event extends Working {
  readonly place: Place;
  /** For the log. */
  readonly said: Fields;
}

/**
 * Does what an event asks for, and is done when all that is: each pull request by itself, one look after the other.
 * @throws Error when something could not be done; it is logged already
 */
export async function work({ id, name, payload }: Delivery, working: Working): Promise<void> {
  const place = placeOf(payload);
  if (place === undefined) return;
  const tasks = tasksOf(name, payload, await working.self());
  const said = { delivery: id, event: name, repository: place.repository };
  working.log("debug", "heard", { ...said, tasks: tasks.length });
  await all(tasks, { ...working, place, said });
}

async function all(tasks: readonly GateTask[], event: Event): Promise<void> {
  const done = await Promise.allSettled(tasks.map((task) => perform(task, event, 0)));
  if (done.some(({ status }) => status === "rejected")) throw new Error("not all could be done; see the log");
}

/** Does one task in its turn; where it failed on the way, again after a while. */
async function perform(task: GateTask, event: Event, before: number): Promise<void> {
  const { queue, log, place, said, again } = event;
  const name = nameOf(task);
  const key = "number" in task ? `#${task.number}` : name;
  let more: readonly GateTask[] = [];
  await queue.add(`${place.repository} ${key}`, name, async () => {
    try {
      const { outcome, tasks } = await step(task, event);
      more = tasks;
      log("info", name, { ...said, outcome });
    } catch (error) {
      const failure = failureOf(error);
      const wait = failure.kind === "not-done" ? again[before] : undefined;
      const words = error instanceof Error ? error.message : "";
      log("error", name, { ...said, failure: failure.kind, words, againAfterMs: wait });
      if (wait === undefined) throw error;
      setTimeout(() => void perform(task, event, before + 1).catch(() => {}), wait).unref();
    }
  });
  await all(more, event);
}

/** What came of a task, and what it leads to: each of that in a turn of its own. */
interface Stepped {
  readonly outcome: string;
  readonly tasks: readonly GateTask[];
}

async function step(task: GateTask, { looking, place }: Event): Promise<Stepped> {
  const look = await looking(place);
  switch (task.kind) {
    case "comment":
      return { outcome: await obey(task, look), tasks: [] };
    case "group":
      return { outcome: outcomeOf(await lookAtGroup(task, look)), tasks: [] };
    case "pull-request":
      return { outcome: outcomeOf(await lookAtPullRequest(task.number, look)), tasks: [] };
    case "record":
      return recordNow(look);
    case "head":
    case "all": {
      const numbers = await pullRequestsOf(task, look.port);
      const tasks = numbers.map((number): GateTask => ({ kind: "pull-request", number }));
      return { outcome: `leads to ${numbers.length} pull requests`, tasks };
    }
    default:
      return task satisfies never;
  }
}

/** Records what landed, and looks at all again where that says what is approved. @throws Error when the record is broken */
async function recordNow(look: Recording): Promise<Stepped> {
  const kept = await keepRecord(look);
  if (kept.kind !== "recorded") return { outcome: kept.kind, tasks: [] };
  const failed = kept.issues?.failed;
  const outcome = `recorded ${kept.added.length}${failed === undefined ? "" : `; issues could not be kept: ${failed}`}`;
  return { outcome, tasks: kept.added.length === 0 ? [] : [{ kind: "all" }] };
}

function nameOf(task: GateTask): string {
  switch (task.kind) {
    case "pull-request":
      return `look at #${task.number}`;
    case "head":
      return `look at ${task.commit}`;
    case "group":
      return `look at the group ${task.head}`;
    case "all":
      return "look at all";
    case "record":
      return "record what landed";
    case "comment":
      return `obey comment ${task.comment} on #${task.number}`;
    default:
      return task satisfies never;
  }
}

function outcomeOf(looked: Looked): string {
  return looked.kind === "judged" ? (looked.judged.passes ? "passes" : "fails") : looked.kind;
}

function placeOf(payload: unknown): Place | undefined {
  const repository = at(at(payload, "repository"), "full_name");
  const installation = at(at(payload, "installation"), "id");
  return typeof repository === "string" && typeof installation === "number"
    ? { repository, installation }
    : undefined;
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? own(value, key) : undefined;
}
