import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startApp, type Started } from "../../src/app/start.ts";
import { cardText } from "../cli/texts.ts";
import { CARD, OLD, tool } from "../propose-shell/scene.ts";
import { SECRET, startScene, type Scene } from "./scene.ts";

/** Two of the App at once, as where a host starts a function for each request: neither knows of the other. */
let scene: Scene;
let other: Started;
let server: Server;
let urls: readonly string[] = [];

beforeEach(async () => {
  scene = await startScene();
  const { app, github, url } = scene;
  const settings = {
    appId: app.id,
    privateKey: app.privateKey(),
    webhookSecret: SECRET,
    apiUrl: github.url,
    webhookPath: "/api/github/webhooks",
    host: "127.0.0.1",
    port: 0,
    logLevel: "error",
  } as const;
  other = await startApp(settings, { answers: "at-once", lookMs: 30_000, write: () => {} });
  server = createServer((request, response) => void other.handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  urls = [url, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  github.webhooks.hold();
});

afterEach(async () => {
  await other.idle();
  server.closeAllConnections();
  server.close();
  await scene.close();
});

const card = (...fields: string[]) =>
  cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", ...fields)]);

/** Delivers everything that waits to one of the two or to both, and does not wait for what comes of it. */
async function deliver(to: readonly number[]): Promise<void> {
  for (const { body, event, guid } of scene.github.webhooks.waiting.splice(0)) {
    const headers = {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": guid,
      "x-hub-signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
    };
    await Promise.all(
      to.map((n) => fetch(`${urls[n]}/api/github/webhooks`, { method: "POST", body, headers })),
    );
  }
}

async function rest(): Promise<void> {
  await scene.started.idle();
  await other.idle();
}

it.each([0, 1, 2, 3])(
  "two at once come to the same verdict as one that looks afterwards (%d)",
  async (turn) => {
    const { repo } = scene;
    repo.as("bob").push("work", { [CARD]: card("public") });
    const number = repo.as("bob").openPull("work", "main", "Wider");
    await deliver([0, 1]);
    await rest();
    // Each event goes to another of the two, while the one before it is still looked into.
    const doings = [
      () => repo.as("alice").label(number, "widens-scope"),
      () => repo.as("alice").unlabel(number, "widens-scope"),
      () => repo.as("alice").label(number, "widens-scope"),
      () => repo.as("bob").push("work", { [CARD]: card("public", "more") }),
      () => repo.as("bob").push("work", { [CARD]: card() }),
      () => repo.as("bob").push("work", { [CARD]: card("public") }),
    ];
    for (const [n, doing] of doings.slice(0, 3 + turn).entries()) {
      doing();
      await deliver(turn % 2 === 0 ? [n % 2] : [0, 1]);
    }
    await rest();
    await deliver([0, 1]);
    await rest();
    const { sha } = repo.pull(number).head;
    const before = scene.verdict(sha);
    const runs = repo.state.runs.length;
    repo.as("bob").rerequest(repo.state.runs.findLast((run) => run.sha === sha)?.id ?? 0);
    await deliver([0]);
    await rest();
    expect([scene.verdict(sha), repo.state.runs.length]).toEqual([before, runs]);
  },
);

it("a command that two are told of is carried out once", async () => {
  const { repo, scan } = scene;
  await scan();
  await deliver([0]);
  await rest();
  repo.as("alice").comment(1, "/toolcard decline list");
  await deliver([0, 1]);
  await rest();
  const pull = repo.pull(1);
  expect(pull.comments.filter(({ body }) => body.startsWith("<!-- toolcard:commands"))).toHaveLength(1);
  expect(repo.read(CARD, "toolcard/one")?.match(/name: list, digest:/g)).toHaveLength(1);
});
