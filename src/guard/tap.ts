import { isObject, own } from "../core/json/value.ts";

/** As much of a transport as both generations of the SDK share. */
export interface TappedTransport {
  send: (message: never, options?: never) => Promise<void>;
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

/** What passes beneath a connected client. */
export interface Tap {
  /** Waits for the next page of `tools/list` that is asked for with this cursor. */
  readonly nextPage: (cursor: string | undefined) => AwaitedPage;
  /** Called when the server says that its list changed. */
  readonly listeners: Set<() => void>;
}

/** A page that is waited for. */
interface AwaitedPage {
  /** Its raw result; undefined for an error. */
  readonly heard: Promise<unknown>;
  /** Waits no longer: else the answer to a later request would be taken for this one's. */
  readonly stop: () => void;
}

interface Waiting {
  readonly cursor: string | undefined;
  readonly heard: (result: unknown) => void;
}

const taps = new WeakMap<TappedTransport, Tap>();

/**
 * Listens beneath a client that is connected already: the SDK strips fields, hides tools and refuses a whole list for one
 * bad tool, so the raw results are taken where they come in. Nothing is changed on its way. One tap serves all guards.
 */
export function tapOf(transport: TappedTransport): Tap {
  const known = taps.get(transport) ?? tap(transport);
  taps.set(transport, known);
  return known;
}

function tap(transport: TappedTransport): Tap {
  const waiting: Waiting[] = [];
  const asked = new Map<unknown, Waiting>();
  const listeners = new Set<() => void>();
  const send = transport.send.bind(transport);
  transport.send = (message: never, options?: never) => {
    const { method, id, params } = message as Readonly<Record<string, unknown>>;
    if (method === "tools/list") {
      const cursor = isObject(params) ? own(params, "cursor") : undefined;
      const at = waiting.findIndex((one) => one.cursor === cursor);
      const [found] = at < 0 ? [] : waiting.splice(at, 1);
      if (found !== undefined) asked.set(id, found);
    }
    return send(message, options);
  };
  const hear = (message: unknown) => {
    if (!isObject(message)) return;
    if (message["method"] === "notifications/tools/list_changed") for (const heard of listeners) heard();
    const found = message["method"] === undefined ? asked.get(message["id"]) : undefined;
    if (found === undefined) return;
    asked.delete(message["id"]);
    found.heard(message["result"]);
  };
  listen(transport, hear);
  return {
    nextPage: (cursor) => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const one: Waiting = { cursor, heard: resolve };
      waiting.push(one);
      const stop = () => {
        if (waiting.includes(one)) waiting.splice(waiting.indexOf(one), 1);
        for (const [id, other] of asked) if (other === one) asked.delete(id);
      };
      return { heard: promise, stop };
    },
    listeners,
  };
}

/** Hears every message before whichever handler the SDK sets. */
function listen(transport: TappedTransport, hear: (message: unknown) => void): void {
  let handler = transport.onmessage;
  const between = (message: never, extra?: never) => {
    hear(message);
    handler?.(message, extra);
  };
  Object.defineProperty(transport, "onmessage", {
    configurable: true,
    enumerable: true,
    get: () => (handler === undefined ? undefined : between),
    set: (given: typeof handler) => {
      handler = given;
    },
  });
}
