import { afterEach, beforeEach, expect, it } from "vitest";
import { createClient } from "../../src/github/client.ts";
import { createGatePort } from "../../src/github/gate-port.ts";
import { lookAtPullRequest, type Looking } from "../../src/jobs/look.ts";
import type { GatePort } from "../../src/jobs/gate-port.ts";
import { cardText } from "../cli/texts.ts";
import { CARD, OLD, tool } from "../propose-shell/scene.ts";
import { startScene, type Scene } from "./scene.ts";

let scene: Scene;
let number: number;

beforeEach(async () => {
  scene = await startScene();
  const { repo, github, settle } = scene;
  const wider = cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", "public")]);
  repo.as("bob").push("work", { [CARD]: wider });
  number = repo.as("bob").openPull("work", "main", "Wider");
  await settle();
  github.webhooks.hold();
});

afterEach(() => scene.close());

/** Somebody who looks, apart from the App of the scene; `before`: what happens between a look and its publication. */
function looker(before: () => Promise<void> = async () => {}): Looking {
  const { github, app, installation } = scene;
  const client = createClient({ apiUrl: github.url, token: installation.token(), repository: "acme/cards" });
  const port: GatePort = createGatePort(client, { by: "app", appId: app.id });
  return {
    by: "app",
    port: {
      ...port,
      publish: async (output) => {
        await before();
        await port.publish(output);
      },
    },
  };
}

const verdict = () => scene.verdict(scene.repo.pull(number).head.sha);

it("what was seen before somebody else looked does not have the last word", async () => {
  const { repo } = scene;
  repo.as("alice").label(number, "widens-scope");
  let first = true;
  const slow = looker(async () => {
    if (!first) return;
    first = false;
    repo.as("alice").unlabel(number, "widens-scope");
    await lookAtPullRequest(number, looker());
    expect(verdict()).toBe("failure");
  });
  await lookAtPullRequest(number, slow);
  expect(first).toBe(false);
  expect(verdict()).toBe("failure");
});

it("however often something changes while it is looked at, it ends", async () => {
  const { repo } = scene;
  let times = 0;
  const shaken = looker(async () => {
    times++;
    if (times % 2 === 1) repo.as("alice").label(number, "widens-scope");
    else repo.as("alice").unlabel(number, "widens-scope");
  });
  repo.as("alice").label(number, "widens-scope");
  await lookAtPullRequest(number, shaken);
  expect(times).toBeLessThanOrEqual(3);
});
