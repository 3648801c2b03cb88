/** Runs clients against each other call by call: one order that a test chooses, or every order that can matter. */
import type { LoggedCall } from "./call-log.ts";
import type { GitHub } from "./github.ts";

/** Clients by name: the token each is known by, and what it does. Calls of other tokens pass freely. */
export type Clients = Readonly<Record<string, { token: string; run: () => Promise<unknown> }>>;

/** The next call of each client that is waiting. */
export type Waiting = ReadonlyMap<string, LoggedCall>;

/** What came of a run: the order in which clients were let through, and how each ended. */
export type Ran = { order: string[]; ended: Record<string, PromiseSettledResult<unknown>> };

/**
 * Lets one call through at a time, when every client that has not ended stands at the door; `choose` names whose.
 * Nothing depends on time: the same choices give the same run.
 */
export async function interleave(
  github: GitHub,
  clients: Clients,
  choose: (waiting: Waiting) => string,
): Promise<Ran> {
  const held = new Map<string, { call: LoggedCall; open: () => void }[]>(
    Object.keys(clients).map((name) => [name, []]),
  );
  const live = new Set(Object.keys(clients));
  const ended: Ran["ended"] = {};
  const order: string[] = [];
  let inside: LoggedCall | undefined;

  const next = (): void => {
    const waiting = [...live].map((name) => [name, held.get(name)?.[0]] as const);
    if (inside !== undefined || live.size === 0) return;
    const calls = new Map<string, LoggedCall>();
    for (const [name, first] of waiting) {
      if (first === undefined) return;
      calls.set(name, first.call);
    }
    const name = choose(calls);
    const chosen = held.get(name)?.shift();
    if (chosen === undefined) throw new Error(`${name} is not waiting`);
    order.push(name);
    inside = chosen.call;
    chosen.open();
  };

  github.setGate({
    enter: (call) =>
      new Promise((open) => {
        const name = Object.keys(clients).find((one) => clients[one]?.token === call.token);
        const queue = name === undefined ? undefined : held.get(name);
        if (queue === undefined) {
          open();
          return;
        }
        queue.push({ call, open });
        next();
      }),
    leave: (call) => {
      if (inside !== call) return;
      inside = undefined;
      next();
    },
  });
  const runs = Object.entries(clients).map(async ([name, { run }]) => {
    const [result] = await Promise.allSettled([run()]);
    ended[name] = result;
    live.delete(name);
    next();
  });
  await Promise.all(runs);
  github.setGate(undefined);
  return { order, ended };
}

/** One fresh world for each order, with the clients that meet in it. */
export type Scene = { github: GitHub; clients: Clients };

/** A place where a choice was made: who waited with what, who went, and whom it is useless to let go here. */
type Choice = { waiting: Map<string, LoggedCall>; chosen: string; asleep: Set<string>; tried: Set<string> };

/**
 * Every order of the clients' calls that can give another result, one after the other (depth first, with sleep
 * sets: P. Godefroid, Partial-Order Methods, 1996). Two calls may change places freely when both only read, when
 * one makes a git object, or when they are about different repositories. `look` sees the end of each run; gives
 * how many there were. More than `most` is an error.
 */
export async function everyInterleaving<Raced extends Scene>(
  start: () => Promise<Raced>,
  look: (scene: Raced, ran: Ran) => Promise<void>,
  most = 2000,
): Promise<number> {
  let path: Choice[] = [];
  let runs = 0;
  for (;;) {
    if (runs >= most) throw new Error(`more than ${most} interleavings`);
    const scene = await start();
    const fixed = path;
    const made: Choice[] = [];
    let useless = false;
    const ran = await interleave(scene.github, scene.clients, (waiting) => {
      const choice = fixed[made.length] ?? firstAwake(waiting, made.at(-1));
      if (!waiting.has(choice.chosen)) throw new Error("the clients do not repeat themselves");
      useless ||= choice.asleep.has(choice.chosen);
      made.push(choice);
      return choice.chosen;
    });
    runs += 1;
    if (!useless) await look(scene, ran);
    await scene.github.close();
    path = nextPath(made);
    if (path.length === 0) return runs;
  }
}

function firstAwake(waiting: Waiting, parent: Choice | undefined): Choice {
  const asleep = new Set<string>();
  const before = parent?.waiting.get(parent.chosen);
  for (const name of [...(parent?.asleep ?? []), ...(parent?.tried ?? [])]) {
    const call = waiting.get(name);
    if (name !== parent?.chosen && call !== undefined && before !== undefined && areIndependent(call, before))
      asleep.add(name);
  }
  const names = [...waiting.keys()];
  const chosen = names.find((name) => !asleep.has(name)) ?? names[0] ?? "";
  return { waiting: new Map(waiting), chosen, asleep, tried: new Set() };
}

/** Goes back to the last place where somebody else could go, and lets them. */
function nextPath(made: readonly Choice[]): Choice[] {
  for (let at = made.length - 1; at >= 0; at -= 1) {
    const choice = made[at];
    if (choice === undefined || choice.asleep.has(choice.chosen)) continue;
    const tried = new Set([...choice.tried, choice.chosen]);
    const other = [...choice.waiting.keys()].find((name) => !tried.has(name) && !choice.asleep.has(name));
    if (other !== undefined) return [...made.slice(0, at), { ...choice, chosen: other, tried }];
  }
  return [];
}

function areIndependent(a: LoggedCall, b: LoggedCall): boolean {
  if (a.effect === "read" && b.effect === "read") return true;
  if (a.effect === "object" || b.effect === "object") return true;
  if (a.operation === "graphql" || b.operation === "graphql") return false;
  return repositoryOf(a) !== repositoryOf(b);
}

const repositoryOf = ({ path }: LoggedCall): string => path.split("/").slice(2, 4).join("/").toLowerCase();
