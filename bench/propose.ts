import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cardText } from "../test/cli/texts.ts";
import { readsIn, writesIn } from "../test/github/call-log.ts";
import { NEW, NEWER, OLD, startScene, type Ran } from "../test/propose-shell/scene.ts";
import { alternating, node, row } from "./measure.ts";

const ACTION = fileURLToPath(new URL("../dist/action/index.js", import.meta.url));
const CARDS = 200;

/** Calls to GitHub, counted at the strict GitHub: they are the same in every run. */
export async function calls(): Promise<void> {
  const others = Array.from({ length: CARDS }, (_, at) => `other-${at}`);
  const files = others.map((server) => [`registry/cards/${server}.yaml`, otherCard(server)] as const);
  const scene = await startScene({ files: Object.fromEntries(files) });
  scene.live = OLD;
  say(`nothing drifted, ${CARDS + 1} cards`, await scene.run(), { calls: 1, writes: 0 });
  scene.live = NEW;
  say("a new proposal", await scene.run(), { calls: 8, writes: 7 });
  const same = await scene.run();
  row("an unchanged open proposal: reads", readsIn(same.calls).length, "calls", 2);
  row("an unchanged open proposal: writes", writesIn(same.calls).length, "calls", 0);
  scene.live = NEWER;
  say("an updated proposal", await scene.run(), { calls: 6, writes: 5 });
  scene.live = OLD;
  say("a drift that is gone", await scene.run(), { calls: 6, writes: 3 });
  await scene.github.close();
}

function say(what: string, { calls: made }: Ran, wanted: { calls: number; writes: number }): void {
  row(`${what}: calls to GitHub`, made.length, "calls", wanted.calls);
  row(`${what}: of them writes`, writesIn(made).length, "calls", wanted.writes);
}

function otherCard(server: string): string {
  const id = `${server.slice("other-".length).padStart(8, "0")}-0000-4000-8000-000000000000`;
  return cardText("https://other.example/mcp", OLD, server).replace(/^id: .*$/m, `id: ${id}`);
}

/** The built Action, from the start of its process to its first call, against a Node that does nothing. */
export async function action(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "toolcard-bench-"));
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "registry/cards"), { recursive: true });
  const url = "https://one.example/mcp";
  writeFileSync(join(folder, "registry/cards/one.yaml"), cardText(url, OLD));
  const reading = { server: "one", address: url, outcome: "complete", tools: NEW, confirmed: true };
  writeFileSync(join(folder, "readings.json"), JSON.stringify([reading]));
  const times = await alternating({
    floor: () => node(["-e", "0"]),
    action: () => firstCall(folder),
  });
  rmSync(folder, { recursive: true });
  row("the Action, to its first call to GitHub, beyond node -e 0", times.action - times.floor, "ms", 100);
}

/** Starts the Action and waits for its first call. */
async function firstCall(folder: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const asked = new Promise<void>((resolve) => server.once("request", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: "acme/cards",
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
    "INPUT_GITHUB-TOKEN": "token",
    INPUT_READINGS: join(folder, "readings.json"),
  };
  const child = spawn(process.execPath, [ACTION], { env, stdio: "ignore" });
  await asked;
  child.kill("SIGKILL");
  server.closeAllConnections();
  server.close();
}
