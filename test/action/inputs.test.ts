import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runnerOf } from "../../src/action/runner.ts";
import { commandsIn, newFolder, removeFolders } from "./run-action.ts";
import { startStage } from "./stage.ts";

afterAll(removeFolders);

test.each([
  [{ mode: "write" }, 'the input mode is "write"; it may be read or scan or gate or record'],
  [{ "allow-commands": "yes" }, 'the input allow-commands is "yes"; it may be true or false'],
  [{ "dry-run": "1" }, 'the input dry-run is "1"; it may be true or false'],
  [{ shard: "3/2" }, 'the input shard is "3/2"; it may be a part and how many there are, as 2/5'],
  [{ "max-pull-requests": "-1" }, "the input max-pull-requests is"],
  [{ "fail-on": "drift, all" }, 'the input fail-on is "all"; it may be drift or unreadable or invalid'],
  [{}, "mode: scan needs github-token"],
  [{ servers: "one,two", "github-token": "x" }, "the registry has no card of two"],
] as const)("inputs that are wrong are said, and nothing is done: %o", async (inputs, says) => {
  const stage = await startStage();
  const acted = await stage.act({ inputs: { "github-token": "", ...inputs } });
  expect([acted.status, acted.calls, acted.log]).toEqual([1, [], expect.stringContaining(says)]);
  await stage.close();
});

test("the step fails on what fail-on names, and on nothing else", async () => {
  const stage = await startStage();
  const ends = async (failOn: string) =>
    (await stage.act({ inputs: { "dry-run": "true", "fail-on": failOn } })).status;
  expect([await ends("nothing"), await ends("invalid"), await ends("drift, invalid")]).toEqual([0, 0, 1]);
  stage.serve(undefined);
  expect([await ends("drift"), await ends("unreadable")]).toEqual([0, 1]);
  await stage.close();
});

test("a registry that is not there is said, and closes nothing", async () => {
  const stage = await startStage();
  await stage.runQuickly();
  const acted = await stage.act({ inputs: { registry: "elsewhere" } });
  expect([acted.status, acted.writes, acted.log]).toEqual([1, 0, expect.stringContaining("elsewhere")]);
  expect(stage.repo.pull(1).state).toBe("open");
  await stage.close();
});

test("only the servers of a shard are looked at", async () => {
  const stage = await startStage();
  const acted = await stage.act({ inputs: { shard: "2/2" } });
  expect([acted.status, acted.outputs["drift"], acted.writes]).toEqual([0, "[]", 0]);
  await stage.close();
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");

test("a secret is masked as it is, line by line and in base64, before anything else is printed", async () => {
  const secret = "first line of a key\nsecond % line";
  const settings =
    'credentials:\n  - { id: k, address: "https://k.example/", header: Authorization, value: "Bearer ${KEY_OF_K}" }\n';
  const stage = await startStage({ settings });
  const acted = await stage.act({ env: { KEY_OF_K: secret } });
  const masks = commandsIn(acted.log).filter((line) => line.startsWith("::add-mask::"));
  for (const form of [
    "first line of a key%0Asecond %25 line",
    "first line of a key",
    "second %25 line",
    base64(secret),
    base64("second % line"),
  ]) {
    expect(masks).toContain(`::add-mask::${form}`);
  }
  expect(acted.log.lastIndexOf("::add-mask::")).toBeLessThan(acted.log.indexOf("::stop-commands::"));
  await stage.close();
});

test("a summary keeps within GitHub's limit, in whole lines, and says that it was cut", () => {
  const file = join(newFolder(), "summary");
  writeFileSync(file, "");
  const runner = runnerOf({ GITHUB_STEP_SUMMARY: file }, () => {});
  runner.summary("a line of the report é\n".repeat(60_000));
  const text = readFileSync(file, "utf8");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
  expect(text.slice(-80)).toMatch(/é\nThe rest is left out: GitHub takes no more\.\n$/);
});

test("an output can't be ended by what is in it", () => {
  const file = join(newFolder(), "output");
  writeFileSync(file, "");
  runnerOf({ GITHUB_OUTPUT: file }, () => {}).output("report", "a\nend\nb<<c\nmore=1");
  expect(readFileSync(file, "utf8")).toMatch(/^report<<(\S+)\na\nend\nb<<c\nmore=1\n\1\n$/);
});
