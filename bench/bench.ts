/**
 * Speed, as differences and ratios to a floor measured in the same run: `npm run bench`. Medians of 21 alternating runs.
 */
import { mkdtempSync, rmSync, cpSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { diffTools } from "../src/core/drift/diff-tools.ts";
import { explaining } from "./explain.ts";
import { gateCalls } from "./gate-calls.ts";
import { gate } from "./gate.ts";
import { alternating, node, row } from "./measure.ts";
import { index } from "./index.ts";
import { action, calls } from "./propose.ts";
import { scope } from "./scope.ts";
import { toolsOf } from "./tools.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLI = join(ROOT, "dist/cli/main.js");
const EVERYTHING = join(ROOT, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

async function start(): Promise<void> {
  const times = await alternating({
    floor: () => node(["-e", "0"]),
    version: () => node([CLI, "--version"]),
  });
  row("toolcard --version, beyond node -e 0", times.version - times.floor, "ms", 80);
}

/** A scan of one server over stdio, against the least a client of the same SDK can do: connect, list, close. */
async function scan(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "toolcard-bench-"));
  mkdirSync(join(folder, "cards"));
  cpSync(join(ROOT, "registry/cards/everything-stdio.yaml"), join(folder, "cards/everything-stdio.yaml"));
  const times = await alternating({
    bare: () => node([join(ROOT, "bench/bare-client.mjs"), EVERYTHING]),
    scan: () => node([CLI, "scan", folder, "--allow-commands"]),
  });
  rmSync(folder, { recursive: true });
  row(
    "scan of one stdio server, beyond a bare client's connect and list",
    times.scan - times.bare,
    "ms",
    250,
  );
}

async function diff(): Promise<void> {
  const sizes = [1000, 2000, 4000, 8000] as const;
  const lists = sizes.map((size) => [toolsOf(size, 0), toolsOf(size, 1)] as const);
  const actions = Object.fromEntries(
    sizes.map((size, at) => [size, () => diffTools(...(lists[at] ?? [[], []]))]),
  );
  const times = await alternating(actions);
  for (const [at, size] of sizes.entries()) {
    const before = sizes[at - 1];
    if (before === undefined) continue;
    row(`diff of ${size} tools, against ${before}`, (times[size] ?? 0) / (times[before] ?? 0), "×", 2.3);
  }
}

/** All of it, or the parts named on the command line. */
const PARTS = { start, scan, diff, explaining, index, calls, action, scope, gate, gateCalls };
const named = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS))
  if (named.length === 0 || named.includes(name)) await part();
