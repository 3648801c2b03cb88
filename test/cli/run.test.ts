import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EXIT, worst } from "../../src/cli/exit.ts";
import { ROOT, sandbox } from "./sandbox.ts";

describe("toolcard", () => {
  it("says its version, that of package.json", async () => {
    const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8")) as { version: string };
    expect(await sandbox().toolcard("--version")).toEqual({ status: 0, out: `${version}\n`, err: "" });
  });

  it("lists its commands when asked for help, and ends with status 0", async () => {
    const said = await sandbox().toolcard("--help");
    expect(said.status).toBe(0);
    for (const command of ["scan", "publish", "diff", "scope", "decline", "lint"])
      expect(said.out).toContain(`  ${command} `);
  });

  it.each([
    ["no command", []],
    ["an unknown command", ["nonsense"]],
    ["a missing argument", ["diff", "one"]],
    ["a timeout that is no number of seconds", ["scan", "--timeout", "0"]],
    ["a format that is none", ["scan", "--format", "pdf"]],
  ])("answers %s with status 1 and what to do, on standard error", async (_what, argv) => {
    const said = await sandbox().toolcard(...argv);
    expect(said.status).toBe(1);
    expect(said.out).toBe("");
    expect(said.err).not.toBe("");
  });

  it("shows nothing of an error that a terminal would act on", async () => {
    const said = await sandbox().toolcard("diff", "\u001b[31m\u202e\u0007.json", "x.json");
    expect(said.status).toBe(1);
    expect(said.err).toContain("\\u{1B}[31m\\u{202E}\\u{7}.json");
    expect(said.err).toMatch(/^[ -~]+\n$/);
  });

  it("keeps its status, and says nothing, when nobody reads its output any more", async () => {
    const { folder } = sandbox({ "registry/cards/one.yaml": "a: 1\n" });
    const child = spawn(process.execPath, [`${ROOT}/src/cli/main.ts`, "lint"], { cwd: folder });
    child.stdout.destroy();
    let err = "";
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    const [status] = (await once(child, "close")) as [number];
    expect({ status, err }).toEqual({ status: 4, err: "" });
  });

  it("ends with the gravest status: an invalid registry over an unreadable server over drift", () => {
    expect(worst([])).toBe(EXIT.clean);
    expect(worst([EXIT.drift, EXIT.clean])).toBe(EXIT.drift);
    expect(worst([EXIT.unreadable, EXIT.drift])).toBe(EXIT.unreadable);
    expect(worst([EXIT.drift, EXIT.invalid, EXIT.unreadable])).toBe(EXIT.invalid);
  });
});
