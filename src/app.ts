import type { Probot } from "probot";
import type { Delivery } from "./app/work.ts";
import { EVENTS } from "./core/gate/event-tasks.ts";

/** What a delivery is handed to; it is answered once that is done. */
export type Hear = (delivery: Delivery) => Promise<void>;

/** The App: every event that it is told of means "look again" (DESIGN §8). */
export function toolcardApp(hear: Hear): (probot: Probot) => void {
  return (probot) => probot.on([...EVENTS], ({ id, name, payload }) => hear({ id, name, payload }));
}
