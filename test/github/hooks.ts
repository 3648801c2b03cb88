/** Webhooks: who listens, what is delivered to them, signed, in order; or held, to be lost, doubled, reordered. */
import { createHmac } from "node:crypto";
import type { JsonObject } from "../../src/core/json/value.ts";
import type { App } from "./people.ts";
import type { Repository } from "./repository.ts";
import type { World } from "./world.ts";

/** Somebody who listens: a repository's own webhook, or that of an App wherever it is installed. */
export type Hook = {
  id: number;
  url: string;
  secret: string;
  events: readonly string[] | "*";
  of: { app: App } | { repository: Repository };
};

/** One event for one listener. `body` is signed as it is. */
export type Delivery = {
  guid: string;
  event: string;
  action: string | undefined;
  hook: Hook;
  body: string;
  /** The status of each attempt; 0 when nobody answered. */
  answers: number[];
};

export type Hooks = {
  listeners: Hook[];
  /** `at-once`: sent after the call that caused it; `held`: kept in `waiting` until a test sends it. */
  mode: "at-once" | "held";
  waiting: Delivery[];
  deliveries: Delivery[];
  sending: Promise<void>;
};

export const createHooks = (): Hooks => ({
  listeners: [],
  mode: "at-once",
  waiting: [],
  deliveries: [],
  sending: Promise.resolve(),
});

/** The listeners that an event of a repository reaches. */
export function listenersFor(world: World, repository: Repository, event: string): Hook[] {
  return world.hooks.listeners.filter(({ events, of }) => {
    if (events !== "*" && !events.includes(event)) return false;
    if ("repository" in of) return of.repository.id === repository.id;
    return installedOn(world, of.app, repository) !== undefined;
  });
}

/** The installation of an App that covers a repository. */
export function installedOn(world: World, app: App, repository: Repository): { id: number } | undefined {
  return [...world.installations.values()].find(
    ({ app: installed, account, repositories }) =>
      installed.id === app.id &&
      account.toLowerCase() === repository.owner.toLowerCase() &&
      (repositories === "all" || repositories.has(repository.name.toLowerCase())),
  );
}

/** Hands a payload to every listener: queued at once, sent after the present call. */
export function deliver(world: World, hook: Hook, event: string, payload: JsonObject): void {
  const { hooks } = world;
  const action = typeof payload["action"] === "string" ? payload["action"] : undefined;
  const guid = `00000000-0000-4000-8000-${String(world.nextId()).padStart(12, "0")}`;
  const delivery: Delivery = { guid, event, action, hook, body: JSON.stringify(payload), answers: [] };
  hooks.deliveries.push(delivery);
  if (hooks.mode === "held") hooks.waiting.push(delivery);
  else hooks.sending = hooks.sending.then(() => send(delivery));
}

/** Sends a delivery, again if it was sent before: the id stays, as when GitHub redelivers. */
export async function send(delivery: Delivery): Promise<void> {
  const { hook, body, event, guid } = delivery;
  try {
    const answer = await fetch(hook.url, {
      method: "POST",
      body,
      headers: headersOf(hook, body, event, guid),
    });
    await answer.arrayBuffer();
    delivery.answers.push(answer.status);
  } catch {
    delivery.answers.push(0);
  }
}

function headersOf(hook: Hook, body: string, event: string, guid: string): Record<string, string> {
  const app = "app" in hook.of ? hook.of.app : undefined;
  return {
    accept: "*/*",
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/0000000",
    "x-github-event": event,
    "x-github-delivery": guid,
    "x-github-hook-id": String(hook.id),
    "x-github-hook-installation-target-type": app === undefined ? "repository" : "integration",
    "x-github-hook-installation-target-id": String("repository" in hook.of ? hook.of.repository.id : app?.id),
    "x-hub-signature-256": `sha256=${createHmac("sha256", hook.secret).update(body).digest("hex")}`,
  };
}

/** Waits until everything that was to be sent at once has been answered. */
export async function settled(hooks: Hooks): Promise<void> {
  for (let seen: Promise<void> | undefined; seen !== hooks.sending;) {
    seen = hooks.sending;
    await seen;
  }
}
