import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { cardText } from "../cli/texts.ts";
import { CARD, NEW } from "../propose-shell/scene.ts";
import { SECRET, startScene, type Scene, type SceneOptions } from "./scene.ts";
import { openSimplePort, simpleGate } from "./simple-gate.ts";

const start = async (options: SceneOptions = {}): Promise<Scene> => {
  scene = await startScene({
    ...options,
    start: { gate: simpleGate, openPort: openSimplePort, ...options.start },
  });
  return scene;
};
let scene: Scene | undefined;

afterEach(async () => {
  await scene?.close();
  scene = undefined;
});

/** Bob's pull request with a wider card; gives its number. */
function widen({ repo }: Scene, branch = "work"): number {
  repo.as("bob").push(branch, { [CARD]: cardText("https://one.example/mcp", NEW) });
  return repo.as("bob").openPull(branch, "main", "Wider");
}

describe("the App", () => {
  it("judges what is opened, labelled, unlabelled and pushed to, as it is then", async () => {
    const { repo, settle, verdict, ...rest } = await start();
    const number = widen({ repo, settle, verdict, ...rest });
    await settle();
    expect(verdict(repo.pull(number).head.sha)).toBe("failure");
    repo.as("alice").label(number, "widens-scope");
    await settle();
    expect(verdict(repo.pull(number).head.sha)).toBe("success");
    repo.as("alice").unlabel(number, "widens-scope");
    await settle();
    expect(verdict(repo.pull(number).head.sha)).toBe("failure");
  });
});

describe("a delivery", () => {
  const post = (url: string, body: string, headers: Record<string, string>) =>
    fetch(`${url}/api/github/webhooks`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-github-event": "push",
        "x-github-delivery": "d1",
        ...headers,
      },
    });
  const sign = (body: string, secret = SECRET) =>
    `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

  it("without the right signature is refused, and nothing of it is logged", async () => {
    const { url, text } = await start();
    const body = JSON.stringify({ repository: { full_name: "attacker/words" }, note: "attacker's words" });
    for (const signature of [undefined, "", "sha256=00", sign(body, "another secret"), sign(`${body} `)]) {
      const answer = await post(
        url,
        body,
        signature === undefined ? {} : { "x-hub-signature-256": signature },
      );
      expect(answer.status).toBe(401);
    }
    expect(text()).not.toMatch(/attacker|another secret/);
    expect((await post(url, body, { "x-hub-signature-256": sign(body) })).status).toBe(200);
  });
});
