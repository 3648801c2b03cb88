/**
 * The main job on the sample registry, against real servers: read live, hold against the cards, explain, update in
 * place. Works on a copy and leaves the checkout as it found it.
 *
 *     npm run demo
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createTwoFilesPatch } from "diff";
import { whyNotRun } from "../src/core/reading/may-run.ts";
import { approveOnGitHub } from "./approve.ts";
import { proposeOnGitHub } from "./propose.ts";
import { startSampleServers } from "./sample-servers.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What a command may see: beside a GitHub token toolcard starts none, and whoever tries the demo may well have one set. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => whyNotRun({ allowCommands: true, set: [name], own: [], credentials: [] }) === undefined,
  ),
);

/** Runs the command line as a user does; gives its output, whatever its exit status. */
function toolcard(...args: string[]): Promise<{ status: number; out: string }> {
  return new Promise((resolve, reject) => {
    const command = [join(ROOT, "src/cli/main.ts"), ...args];
    execFile(
      process.execPath,
      command,
      { cwd: ROOT, env: environment, maxBuffer: 1 << 26 },
      (error, out, err) => {
        const status = error === null ? 0 : error.code;
        if (typeof status === "number") resolve({ status, out: out + err });
        else reject(error ?? new Error("toolcard did not start"));
      },
    );
  });
}

async function textFiles(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith(".yaml")).toSorted();
  return new Map(
    await Promise.all(files.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
}

function heading(text: string): void {
  console.log(`\n${"=".repeat(78)}\n${text}\n${"=".repeat(78)}\n`);
}

const work = await mkdtemp(join(tmpdir(), "toolcard-demo-"));
const registry = join(work, "registry");
try {
  await cp(join(ROOT, "registry"), registry, { recursive: true });
  await using servers = await startSampleServers();
  for (const [name, text] of await textFiles(registry)) {
    await writeFile(join(registry, name), servers.moved(text));
  }
  const before = await textFiles(registry);

  heading("1. The drift of claims-tools, as data:  toolcard scan --server claims-tools --json");
  const json = await toolcard("scan", registry, "--server", "claims-tools", "--json");
  const { drifts } = JSON.parse(json.out) as { drifts: Record<string, unknown>[] };
  for (const { server, added, removed, changed, revokes } of drifts) {
    console.log(JSON.stringify({ server, added, removed, changed, revokes }, null, 2));
  }

  heading("2. All servers, explained:  toolcard scan --allow-commands --write");
  const scan = await toolcard("scan", registry, "--allow-commands", "--write");
  console.log(scan.out);

  heading("3. What it wrote to cards and grants, in place");
  for (const [name, text] of await textFiles(registry)) {
    const old = before.get(name) ?? "";
    if (old !== text) console.log(createTwoFilesPatch(name, name, old, text, "", "", { context: 2 }));
  }

  heading("4. Once it is merged, the registry is in line:  toolcard scan --allow-commands");
  const again = await toolcard("scan", registry, "--allow-commands");
  console.log(again.out);
  console.log(
    `exit status ${scan.status} before (drift), ${again.status} after (clean); ${relative(tmpdir(), work)} is removed`,
  );

  const proposed = await proposeOnGitHub(before, heading);
  const approved = await approveOnGitHub(before, environment, heading);
  if (scan.status !== 2 || again.status !== 0 || !proposed || !approved) process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}
