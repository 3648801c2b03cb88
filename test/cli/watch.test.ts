import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Index } from "../../src/core/index/model.ts";
import { offer, runV1, type Running } from "../guard/servers.ts";
import { plain } from "../servers/listen.ts";
import { cardText, grantsText, ROOT, sandbox, type Sandbox } from "./sandbox.ts";

// The two commands that go on until they are told to end, as processes of their own.

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A server, a registry with its card, and the command running there. */
async function started(...argv: string[]) {
  const offered = offer([plain("a")]);
  const running: Running = await runV1(offered);
  const made = sandbox({
    "registry/cards/one.yaml": cardText(running.url, [plain("a")]),
    "registry/grants/intake-bot.yaml": grantsText("a"),
  });
  const child = spawn(process.execPath, [join(ROOT, "src/cli/main.ts"), ...argv], { cwd: made.folder });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  ends.push(running.stop, () => ended(child));
  return { offered, made, child, said: () => said };
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    child.kill("SIGTERM");
  });
}

const states = (made: Sandbox) => {
  if (!existsSync(join(made.folder, "index.json"))) return undefined;
  // Never half of it: it is replaced as a whole.
  const [server] = (JSON.parse(made.read("index.json")) as Index).servers;
  return [server?.suspended, ...(server?.tools ?? []).map(({ name, state }) => `${name}: ${state}`)];
};
const soon = { timeout: 20_000, interval: 50 };

test(
  "index --watch keeps its file current, with what the servers list and what the registry says, and ends when told to",
  { timeout: 60_000 },
  async () => {
    const { offered, made, child, said } = await started(
      "index",
      "--watch",
      "--out",
      "index.json",
      "--every",
      "0.2",
    );
    await expect.poll(() => states(made), soon).toEqual([undefined, "a: callable"]);
    offered.tools = [];
    await expect.poll(() => states(made), soon).toEqual([undefined, "a: gone"]);
    offered.tools = [plain("a"), plain("b")];
    await expect.poll(() => states(made), soon).toEqual([undefined, "a: callable", "b: new"]);
    made.write("registry/cards/one.yaml", `${made.read("registry/cards/one.yaml")}suspended: INC-1\n`);
    await expect.poll(() => states(made)?.[0], soon).toBe("INC-1");
    made.write("registry/cards/two.yaml", "server: [\n");
    await expect.poll(said, soon).toContain("two.yaml");
    expect(await ended(child)).toBe(4);
    expect(readdirSync(made.folder).toSorted()).toEqual(["index.json", "registry"]);
  },
);

test(
  "serve answers from what it reads meanwhile, and what is suspended counts within seconds",
  { timeout: 60_000 },
  async () => {
    // The servers are asked again only in an hour: what changes is the registry.
    const { made, child, said } = await started("serve", "--port", "0", "--every", "3600");
    await expect.poll(said, soon).toContain("Listening on ");
    const at = /http:\S+/.exec(said())?.[0] ?? "";
    const ask = async () => {
      const call = { agent: "intake-bot", job: "intake", server: "one", tool: "a", arguments: {} };
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${at}/authorize`, { method: "POST", headers, body: JSON.stringify(call) });
      return ((await answer.json()) as { reason: string }).reason;
    };
    expect(await ask()).toBe("allowed");
    made.write("registry/cards/one.yaml", `${made.read("registry/cards/one.yaml")}suspended: INC-1\n`);
    await expect.poll(ask, soon).toBe("suspended");
    made.write("registry/toolcard.yaml", "index: [\n");
    await expect.poll(ask, soon).toBe("unknown-server");
    expect(await ended(child)).toBe(0);
  },
);
