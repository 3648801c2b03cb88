/** Starts a strict GitHub for tests: over real HTTP on loopback, with everything in memory. */
import type { AddressInfo } from "node:net";
import { ACTIONS_APP } from "./actor.ts";
import { callsSince, createCallLog, type LoggedCall } from "./call-log.ts";
import { createClock, type Clock } from "./clock.ts";
import { issueToken } from "./directory.ts";
import { createFaults, type Fault } from "./faults.ts";
import type { RepositoryHandle } from "./handles.ts";
import { createHooks, send, settled, type Delivery, type Hook } from "./hooks.ts";
import type { Permissions } from "./people.ts";
import { actionsInstallation, addApp, population } from "./population.ts";
import { QUEUE_BOT } from "./queue.ts";
import { createRateLimits } from "./rate-limit.ts";
import { createHttpServer, type Door, type Gate } from "./server.ts";
import { addAccount, type World } from "./world.ts";

export type GitHub = Awaited<ReturnType<typeof startGitHub>>;

/** `start`: the time it is, which moves one second a call. */
export type GitHubOptions = { start?: string };

export async function startGitHub({ start = "2026-01-05T08:00:00Z" }: GitHubOptions = {}) {
  const clock = createClock(start);
  const world = createWorld(clock);
  const faults = createFaults();
  const gate: Door["gate"] = { current: undefined };
  const server = createHttpServer({ world, faults, gate });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const bot of [QUEUE_BOT.login, "web-flow"]) addAccount(world, bot, "Bot");
  const actions = addApp(world, { slug: ACTIONS_APP, id: 15368, permissions: {}, events: [] });
  return {
    url: world.url,
    clock,
    world,
    latency: world.latency,
    rates: world.rates,
    /** What clients did that they never may; a test ends with this being empty. */
    failures: world.failures,
    ...population(world),
    /** A workflow's GITHUB_TOKEN in a repository, with the permissions its job asks for. */
    actionsToken: (repository: RepositoryHandle, permissions: Permissions): string => {
      // No workflow can ask for these.
      const { members: _members, administration: _administration, ...asked } = permissions;
      const installation = actionsInstallation(world, actions, repository.state);
      return issueToken(world, installation, { metadata: "read", ...asked });
    },
    /** Every call so far, or those after the first `from`. */
    calls: (from = 0): LoggedCall[] => callsSince(world.calls, from),
    /** Something goes wrong with the n-th call from now (1 is the next). */
    failAt: (n: number, fault: Fault): void => {
      const at = world.calls.all.length + n;
      faults.planned.push({ when: (call) => call.n === at, fault, times: 1 });
    },
    /** Something goes wrong with the first `times` calls that a test describes. */
    failWhen: (when: (call: LoggedCall) => boolean, fault: Fault, times = 1): void =>
      void faults.planned.push({ when, fault, times }),
    /** Nothing goes wrong any more. */
    heal: (): void => void faults.planned.splice(0),
    /** Puts a gate before every call, or takes it away. */
    setGate: (next: Gate | undefined): void => void (gate.current = next),
    webhooks: webhooks(world),
    /** Stops it; open connections are cut. Throws when a client did what none may. */
    close: async (): Promise<void> => {
      await settled(world.hooks);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (world.failures.length > 0) throw new Error(`the strict GitHub saw:\n${world.failures.join("\n")}`);
    },
  };
}

function createWorld(clock: Clock): World {
  let last = 1000;
  return {
    url: "",
    clock,
    accounts: new Map(),
    teams: new Map(),
    apps: new Map(),
    installations: new Map(),
    repositories: new Map(),
    renamed: new Map(),
    tokens: new Map(),
    hooks: createHooks(),
    calls: createCallLog(),
    rates: createRateLimits(Math.floor(clock.milliseconds() / 1000) + 3600),
    latency: { newPullHidden: 0, mergeableUnknown: 0 },
    failures: [],
    nextId: () => (last += 1),
  };
}

/** Webhooks: those of repositories, and what becomes of the deliveries of all. */
function webhooks(world: World) {
  const { hooks } = world;
  return {
    /** A repository's own webhook; an App's is made with the App. */
    add: (repository: RepositoryHandle, hook: Pick<Hook, "url" | "secret" | "events">): void =>
      void hooks.listeners.push({ id: world.nextId(), ...hook, of: { repository: repository.state } }),
    deliveries: hooks.deliveries,
    /** From now on nothing is sent until a test takes it from `waiting` and sends it, in any order, again or never. */
    hold: (): void => void (hooks.mode = "held"),
    waiting: hooks.waiting,
    send: (delivery: Delivery): Promise<void> => send(delivery),
    /** Waits until all that was to be sent was answered. */
    settled: (): Promise<void> => settled(hooks),
  };
}
