import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startApp, type Started } from "../../src/app/start.ts";
import { EVENTS } from "../../src/core/gate/event-tasks.ts";
import { gateGroup, gatePullRequest } from "../../src/jobs/gate.ts";
import type { Delivery } from "../github/hooks.ts";
import { Machine, type Step } from "./machine.ts";
import { commitPasses } from "./oracle.ts";
import type { Pull } from "./world.ts";
import { hear, stageOf, startMirror, type Mirror } from "./twin.ts";

const PATH = "/api/github/webhooks";
const SECRET = "the secret that webhooks are signed with";

/** A machine whose gate is the App on a real server, and hears of the world by GitHub's webhooks alone; `mayLose`: not by all of them. */
export async function startAppMachine(
  mayLose: boolean,
): Promise<{ machine: Machine; close: () => Promise<void> }> {
  let started: Started | undefined;
  const server: Server = createServer((request, response) => void started?.handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  const mirror = await startMirror({ events: EVENTS, webhook: { url, secret: SECRET } });
  mirror.github.webhooks.hold();
  const { app, github } = mirror;
  const settings = {
    appId: app.id,
    privateKey: app.privateKey(),
    webhookSecret: SECRET,
    apiUrl: github.url,
    webhookPath: PATH,
    host: "127.0.0.1",
    port: 0,
    logLevel: "error",
  } as const;
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  started = await startApp(settings, { answers: "at-once", lookMs: 30_000, write });
  const { idle } = started;
  return {
    machine: new AppMachine(mirror, idle, mayLose),
    close: async () => {
      await idle();
      await github.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (lines.length > 0) throw new Error(`the App logged: ${lines[0]}`);
    },
  };
}

class AppMachine extends Machine {
  private readonly mirror: Mirror;
  private readonly idle: () => Promise<void>;
  private edits = 0;
  private readonly mayLose: boolean;
  private isLost = false;

  constructor(mirror: Mirror, idle: () => Promise<void>, mayLose: boolean) {
    super({ pullRequest: gatePullRequest, group: gateGroup }, stageOf(mirror));
    this.mirror = mirror;
    this.idle = idle;
    this.mayLose = mayLose;
  }

  override async step(step: Step): Promise<void> {
    const { waiting, deliveries } = this.mirror.github.webhooks;
    const at = step.a % Math.max(1, waiting.length);
    switch (step.what) {
      case "a webhook comes":
        this.steps++;
        await this.send(waiting.splice(at, 1));
        return;
      case "a webhook is lost":
        this.steps++;
        if (this.mayLose && waiting.splice(at, 1).length > 0) this.isLost = true;
        return;
      case "a webhook comes again":
        this.steps++;
        await this.send(deliveries.slice(step.a % deliveries.length).slice(0, 1));
        return;
      case "somebody rerequests":
        this.steps++;
        await this.rerequest(step.a);
        return;
      default:
        await super.step(step);
    }
  }

  private async rerequest(roll: number): Promise<void> {
    const { repo, github } = this.mirror;
    const run = repo.state.runs[roll % Math.max(1, repo.state.runs.length)];
    if (run === undefined) return;
    repo.as("root").rerequest(run.id);
    await this.send(github.webhooks.waiting.splice(-1));
  }

  /** An edit of the title is a reason to look again, and changes nothing. */
  protected override async look(number: number): Promise<void> {
    const { repo, pulls, github, world } = this.mirror;
    const real = pulls.get(number)?.number;
    const pull = world.pulls.find((each) => each.number === number);
    if (real === undefined || pull?.state !== "open") return;
    const passes = commitPasses(world, world.head(pull));
    repo.as("root").edit(real, { title: `A change, edited ${++this.edits} times` });
    await this.send(github.webhooks.waiting.splice(-1));
    const said = world.verdictOf(world.head(pull))?.passes;
    if (said !== passes)
      throw new Error(`the App says ${said} where ${passes} is right: ${this.told(number)}`);
  }

  /** Deliveries come in, and are worked on; what is green then must be so by right. */
  private async send(deliveries: readonly Delivery[]): Promise<void> {
    const { world, github } = this.mirror;
    const heads = new Set(world.open().map((pull) => world.head(pull)));
    const right = new Set([...heads].filter((head) => commitPasses(world, head)));
    for (const delivery of deliveries) await github.webhooks.send(delivery);
    await this.idle();
    for (const { commit, passes } of hear(this.mirror)) {
      if (passes && !right.has(commit)) throw new Error(`the App made ${commit} green without a right to it`);
    }
  }

  /** Where no webhook was lost they are enough; where one was, another look is. */
  override async settle(): Promise<void> {
    const { waiting } = this.mirror.github.webhooks;
    while (waiting.length > 0) await this.send(waiting.splice(0));
    if (!this.isLost) this.compare();
    this.isLost = false;
    await super.settle();
  }

  /** Where no webhook is lost, those of what happened are all that makes it look. */
  protected override async looks(pull: Pull): Promise<void> {
    if (this.mayLose) {
      await super.looks(pull);
      return;
    }
    this.stage.happened();
    const { waiting } = this.mirror.github.webhooks;
    while (waiting.length > 0) await this.send(waiting.splice(0));
    this.compare();
  }

  /** Pull requests for main only: what happens to another base, only a look at the pull request finds out. */
  private compare(): void {
    const { world } = this;
    const elsewhere = new Set(
      world.open().flatMap((pull) => (pull.base === "main" ? [] : [world.head(pull)])),
    );
    for (const pull of world.open()) {
      const head = world.head(pull);
      const said = world.verdictOf(head)?.passes;
      if (!elsewhere.has(head) && said !== commitPasses(world, head))
        throw new Error(`the webhooks left it at ${said}: ${this.told(pull.number)}`);
    }
  }

  /** The App remembers people for five minutes of real time. */
  protected override comesOrGoes(): void {}
}
