import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSampleServers, type SampleServers } from "../../demo/sample-servers.ts";
import { ROOT, sampleSandbox } from "../cli/sandbox.ts";

const run = promisify(execFile);
let servers: SampleServers;
beforeAll(async () => {
  servers = await startSampleServers(true);
});
afterAll(() => servers[Symbol.asyncDispose]());

it.each(["guard-v1.ts", "guard-v2.ts"])(
  "examples/orchestrator/%s shows what may be called, and refuses the rest",
  async (name) => {
    const made = sampleSandbox();
    for (const [path, text] of Object.entries(made.registry()))
      made.write(`registry/${path}`, servers.moved(text));
    const card = load(made.read("registry/cards/claims-tools.yaml")) as { remote: { url: string } };
    const args = [`${ROOT}/examples/orchestrator/${name}`, `${made.folder}/registry`, card.remote.url];
    const { stdout } = await run(process.execPath, args, { cwd: ROOT });
    expect(stdout).toMatch(/^may call: .*\bcreate_note\b/);
    expect(stdout).toMatch(/toolcard refused this call \(beyond-card\): create_note: .*visibility/);
    expect(stdout).toMatch(/refused: 1\n$/);
  },
);
