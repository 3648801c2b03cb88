import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../../src/app/environment.ts";
import { createLog, logForProbot } from "../../src/app/log.ts";
import { createNodeMiddleware } from "../../src/app/middleware.ts";
import { cardText } from "../cli/texts.ts";
import { CARD, OLD, tool } from "../propose-shell/scene.ts";
import { SECRET, startScene, type Scene } from "./scene.ts";

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.close());

const sign = (body: string, secret = SECRET) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

function post(url: string, body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${url}/api/github/webhooks`, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": "push",
      "x-github-delivery": "d1",
      ...headers,
    },
  });
}

describe("a delivery", () => {
  const body = JSON.stringify({ repository: { full_name: "attacker/words" }, note: "attacker's words" });

  it.each([
    ["none", undefined],
    ["an empty one", ""],
    ["a short one", "sha256=00"],
    ["one by another secret", sign(body, "another secret")],
    ["one of another body", sign(`${body} `)],
    ["one by SHA-1", `sha1=${createHmac("sha1", SECRET).update(body).digest("hex")}`],
  ])("with a wrong signature, %s, is refused, and nothing of it is logged", async (_title, signature) => {
    const headers: Record<string, string> =
      signature === undefined ? {} : { "x-hub-signature-256": signature };
    expect((await post(scene.url, body, headers)).status).toBe(401);
    expect(scene.text()).toContain('"delivery":"d1"');
    expect(scene.text()).not.toMatch(/attacker|another secret/);
    expect(scene.github.calls()).toEqual([]);
  });

  it("with the right one is taken, and one that is no JSON is refused without a word of it", async () => {
    expect((await post(scene.url, body, { "x-hub-signature-256": sign(body) })).status).toBe(200);
    const text = "attacker's { words";
    const answer = await post(scene.url, text, { "x-hub-signature-256": sign(text) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(scene.text()).not.toContain("attacker's {");
  });

  it("of more than GitHub sends is not read to its end", async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = httpRequest(`${scene.url}/api/github/webhooks`, { method: "POST" }, (answer) => {
        resolve(answer.statusCode ?? 0);
        sent.destroy();
      });
      sent.on("error", reject);
      const part = Buffer.alloc(1024 * 1024);
      for (let n = 0; n < 26; n++) sent.write(part);
    });
    expect(status).toBe(413);
  });

  it("with a signature and an id made to disturb the log is refused quietly", async () => {
    const headers = { "x-hub-signature-256": sign(body, "no"), "x-github-delivery": 'a b{"level":"x"}' };
    expect((await post(scene.url, body, headers)).status).toBe(401);
    expect(scene.lines.at(-1)).not.toHaveProperty("delivery");
  });
});

it.each([
  ["GET", "/health", 200],
  ["HEAD", "/health", 200],
  ["GET", "/", 404],
  ["GET", "/probot", 404],
  ["GET", "/api/github/webhooks", 405],
  ["POST", "/api/github/webhooks/more", 404],
  ["GET", "//", 404],
])("%s %s is answered by %d", async (method, path, status) => {
  const answer = await fetch(`${scene.url}${path}`, { method });
  expect(answer.status).toBe(status);
  expect(scene.github.calls()).toEqual([]);
});

function environment() {
  return { APP_ID: "7", PRIVATE_KEY: scene.app.privateKey(), WEBHOOK_SECRET: SECRET };
}

describe("the environment", () => {
  it("is enough with three variables, and the rest is as usual", () => {
    expect(readSettings(environment())).toMatchObject({
      appId: 7,
      apiUrl: "https://api.github.com",
      webhookPath: "/api/github/webhooks",
      host: "localhost",
      port: 3000,
      logLevel: "info",
    });
  });

  it("may hold the key with line ends written out, or in base64", () => {
    const key = scene.app.privateKey();
    for (const given of [key.replaceAll("\n", String.raw`\n`), Buffer.from(key).toString("base64")])
      expect(readSettings({ ...environment(), PRIVATE_KEY: given }).privateKey).toBe(key);
  });

  it("that lacks something is an error that names all of it, and never what is in it", () => {
    const wrong = { APP_ID: "my app", PRIVATE_KEY: "my key is secret", PORT: "x1", LOG_LEVEL: "loud" };
    const all = [
      "APP_ID",
      "PRIVATE_KEY",
      "WEBHOOK_SECRET",
      "PORT",
      "LOG_LEVEL",
      "GITHUB_API_URL",
      "WEBHOOK_PATH",
    ];
    let said = "";
    try {
      readSettings({ ...wrong, GITHUB_API_URL: "ftp://x", WEBHOOK_PATH: "x y" });
    } catch (error) {
      said = String(error);
    }
    for (const name of all) expect(said).toContain(`- ${name}`);
    expect(said).not.toMatch(/my app|my key|x1|loud|ftp/);
  });
});

it("the log keeps what looks like a secret out of every line, whoever says it", () => {
  const lines: string[] = [];
  const log = createLog({
    write: (line) => lines.push(line),
    level: "debug",
    secrets: ["correct horse battery"],
    now: () => new Date(0),
  });
  const secrets = [
    "correct horse battery",
    `ghs_${"a".repeat(36)}`,
    `github_pat_${"b".repeat(40)}`,
    "eyJh.eyJi.c2ln",
  ];
  for (const secret of secrets) {
    log("info", `before ${secret} after`, { said: `x${secret === secrets[0] ? "" : " "}${secret}` });
    logForProbot(log).error(new AggregateError([new Error(`failed with ${secret}`)]), { payload: secret });
    logForProbot(log).child();
  }
  expect(lines).toHaveLength(8);
  for (const line of lines) {
    expect(line).toContain("[secret]");
    for (const secret of secrets) expect(line).not.toContain(secret);
    expect(line.indexOf("\n")).toBe(line.length - 1);
  }
});

describe("as a function of others' servers", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function listen(write: (line: string) => void): Promise<string> {
    const middleware = await createNodeMiddleware({
      environment: {
        APP_ID: String(scene.app.id),
        PRIVATE_KEY: scene.app.privateKey(),
        WEBHOOK_SECRET: SECRET,
        GITHUB_API_URL: scene.github.url,
      },
      write,
    });
    server = createServer((request, response) => {
      void middleware(request, response, () => response.writeHead(418).end());
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it("the App answers when the verdict is there, and leaves to them what is not for it", async () => {
    const { github, repo } = scene;
    github.webhooks.hold();
    repo.as("bob").push("work", {
      [CARD]: cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", "public")]),
    });
    const number = repo.as("bob").openPull("work", "main", "Wider");
    const url = await listen(() => {});
    const opened = github.webhooks.waiting.find(({ action }) => action === "opened");
    if (opened === undefined) throw new Error("nothing was opened");
    const headers = { "x-github-event": "pull_request", "x-hub-signature-256": sign(opened.body) };
    expect((await post(url, opened.body, headers)).status).toBe(200);
    expect(scene.verdict(repo.pull(number).head.sha)).toBe("failure");
    expect((await fetch(`${url}/elsewhere`)).status).toBe(418);
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });

  it("what could not be done is answered as an error, so that it can be delivered again", async () => {
    const { github, repo } = scene;
    github.webhooks.hold();
    repo.as("bob").push("work", { "a.txt": "a\n" });
    repo.as("bob").openPull("work", "main", "Words");
    const lines: string[] = [];
    const url = await listen((line) => lines.push(line));
    const opened = github.webhooks.waiting.find(({ action }) => action === "opened");
    if (opened === undefined) throw new Error("nothing was opened");
    github.failWhen(() => true, { kind: "status", status: 500 }, 50);
    const headers = { "x-github-event": "pull_request", "x-hub-signature-256": sign(opened.body) };
    expect((await post(url, opened.body, headers)).status).toBe(500);
    github.heal();
    expect(lines.join("")).toContain('"level":"error"');
    expect((await post(url, opened.body, headers)).status).toBe(200);
  });
});

describe("npm start", () => {
  const MAIN = fileURLToPath(new URL("../../src/app/main.ts", import.meta.url));

  function run(env: Record<string, string>) {
    const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout.on("data", (part: Buffer) => void (said += part.toString()));
    child.stderr.on("data", (part: Buffer) => void (said += part.toString()));
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { child, ended, said: () => said };
  }

  it("without its variables says which are missing, and ends", async () => {
    const { ended, said } = run({});
    expect(await ended).toBe(1);
    expect(said()).toMatch(/APP_ID[^]*PRIVATE_KEY[^]*WEBHOOK_SECRET/);
    expect(said()).not.toMatch(/^ +at /m);
  });

  it("listens, judges, and ends what it began when it is told to stop", async () => {
    const { app, github, repo } = scene;
    github.webhooks.hold();
    const { child, ended, said } = run({
      APP_ID: String(app.id),
      PRIVATE_KEY: app.privateKey(),
      WEBHOOK_SECRET: SECRET,
      GITHUB_API_URL: github.url,
      HOST: "127.0.0.1",
      PORT: "0",
    });
    const port = await new Promise<string>((resolve) => {
      child.stdout.on("data", () => {
        const found = /\\"port\\":(\d+)/.exec(said())?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
    repo.as("bob").push("work", { "a.txt": "a\n" });
    const number = repo.as("bob").openPull("work", "main", "Words");
    const opened = github.webhooks.waiting.find(({ action }) => action === "opened");
    if (opened === undefined) throw new Error("nothing was opened");
    const headers = { "x-github-event": "pull_request", "x-hub-signature-256": sign(opened.body) };
    expect((await post(url, opened.body, headers)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(scene.verdict(repo.pull(number).head.sha)).toBe("success");
    for (const line of said().trim().split("\n")) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
});
