import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSampleServers, type SampleServers } from "../../demo/sample-servers.ts";
import { withoutTokens } from "../servers/start.ts";
import { ROOT, sampleSandbox, type Sandbox } from "../cli/sandbox.ts";

const files = [
  "README.md",
  "CONTRIBUTING.md",
  "registry/README.md",
  ...readdirSync(`${ROOT}/docs`).map((name) => `docs/${name}`),
];
const commands = files.flatMap((file) => {
  const text = readFileSync(`${ROOT}/${file}`, "utf8");
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .trim()
      .split("\n")
      .map((line) => ({ file, line: line.replace(/\s+# .*$/, "") })),
  );
});
const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")) as {
  scripts: Record<string, string>;
};

/** A clone that GitHub has too is what the demo makes. */
const asksGitHub = (line: string) => line.endsWith(" --online");

describe("every command in README and docs", () => {
  let servers: SampleServers;
  let made: Sandbox;
  beforeAll(async () => {
    withoutTokens();
    servers = await startSampleServers(true);
    made = sampleSandbox();
    for (const [path, text] of Object.entries(made.registry()))
      made.write(`registry/${path}`, servers.moved(text));
    made.git("init", "-q");
    made.git("add", ".");
    made.git("commit", "-qm", "the sample");
    made.git("update-ref", "refs/remotes/origin/main", "HEAD");
  });
  afterAll(() => servers[Symbol.asyncDispose]());

  it.each(commands.filter(({ line }) => asksGitHub(line)))(
    "of $file stands in the demo, which CI runs: $line",
    ({ line }) => {
      const words = line.split(" ").slice(1);
      expect(readFileSync(`${ROOT}/demo/approve.ts`, "utf8")).toContain(
        words.map((word) => JSON.stringify(word)).join(", "),
      );
    },
  );

  it.each(commands.filter(({ line }) => line.startsWith("toolcard ") && !asksGitHub(line)))(
    "of $file runs: $line",
    async ({ line }) => {
      const [command = "", file] = line.split(" > ");
      const said = await made.toolcard(...command.split(/\s+/).slice(1));
      if (file !== undefined) made.write(file, said.out);
      expect(said.err).toBe("");
      expect([0, 2]).toContain(said.status);
    },
  );

  it.each(commands.filter(({ line }) => !line.startsWith("toolcard ")))(
    "of $file is there: $line",
    ({ line }) => {
      const words = line.split(" && ");
      for (const word of words) {
        const script = /^npm (?:run )?([a-z:]+)$/.exec(word)?.[1];
        if (script !== "ci") expect(scripts).toHaveProperty([script ?? word]);
      }
    },
  );
});
