import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { ROOT, sandbox } from "./sandbox.ts";

const text = { type: "string" };
const object = (properties: object) => ({ type: "object", properties });
const widened = { old: object({ a: text }), new: object({ a: text, b: text }), side: "input" };
const narrowed = { old: object({ a: text }), new: object({ a: { ...text, maxLength: 3 } }), side: "input" };

async function answersTo(...chunks: (string | Uint8Array)[]) {
  const { out, err, status } = await sandbox().fed(chunks, "scope");
  expect(err).toBe("");
  const lines = out.split("\n");
  expect(lines.pop()).toBe("");
  return { status, lines, answers: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const asLines = (...pairs: unknown[]) => pairs.map((pair) => `${JSON.stringify(pair)}\n`).join("");

/** Brackets to a depth that no recursion bears. */
const deep = (depth: number, inner: string) => `${'{"items":'.repeat(depth)}${inner}${"}".repeat(depth)}`;

describe("toolcard scope", () => {
  it("answers each pair on a line of its own, in order", async () => {
    const { status, answers } = await answersTo(asLines(widened, narrowed, { ...widened, new: widened.old }));
    expect(status).toBe(0);
    expect(answers).toMatchObject([
      { verdict: "widens", changes: [{ kind: "field-added", path: "b", scope: "widens" }] },
      { verdict: "narrows", changes: [{ kind: "limit-added", path: "a", scope: "narrows" }] },
      { verdict: "same", changes: [] },
    ]);
    expect(answers.map((answer) => "witness" in answer)).toEqual([true, false, false]);
    expect(Object.keys(answers[0] ?? {})).toEqual(["verdict", "changes", "witness"]);
  });

  it("takes the side, and if it is asked to one world and the dialect of schemas that don't say", async () => {
    const required = { old: { ...object({ a: text }), required: ["a"] }, new: object({ a: text }) };
    const tuple = { old: { items: [text], additionalItems: false }, new: { items: [text] } };
    const { answers } = await answersTo(
      asLines(
        { ...required, side: "input" },
        { ...required, side: "output" },
        required,
        { ...widened, world: "closed" },
        { ...widened, world: "open" },
        { ...tuple, dialect: "draft-07" },
        { ...tuple, id: "other keys are the caller's" },
      ),
    );
    expect(answers.map(({ verdict }) => verdict)).toEqual([
      "widens",
      "same",
      "widens",
      "widens",
      "narrows",
      "widens",
      "unknown",
    ]);
  });

  it("says what is wrong with a line, goes on with the next, and ends with status 1", async () => {
    const { status, answers } = await answersTo(
      asLines(narrowed),
      "{not json\n",
      asLines([], null, { new: true }, { old: "a", new: {} }, { ...widened, side: "both" }),
      asLines({ ...widened, world: "half" }, { ...widened, dialect: "draft-03" }),
      new Uint8Array([0x22, 0xff, 0x22, 0x0a]),
      asLines(widened),
    );
    expect(status).toBe(1);
    expect(answers.map(({ verdict, error }) => verdict ?? error)).toEqual([
      "narrows",
      "line 2: not JSON",
      'line 3: not an object: write {"old": …, "new": …, "side": "input"}',
      'line 4: not an object: write {"old": …, "new": …, "side": "input"}',
      'line 5: "old" must be a schema: an object or a boolean; true stands for no schema',
      'line 6: "old" must be a schema: an object or a boolean; true stands for no schema',
      'line 7: "side" must be one of input, output',
      'line 8: "world" must be one of strict, closed, open',
      'line 9: "dialect" must be one of 2020-12, draft-07, draft-04',
      "line 10: not UTF-8",
      "widens",
    ]);
  });

  it("reads lines however they are cut into chunks, with any line end, the last one without", async () => {
    const bytes = Buffer.from(`\n${asLines(narrowed).replace("\n", "\r\n")}  \n${asLines(widened).trim()}`);
    const { status, answers } = await answersTo(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(status).toBe(0);
    expect(answers.map(({ verdict }) => verdict)).toEqual(["narrows", "widens"]);
  });

  it("keeps characters that are cut apart by a chunk", async () => {
    const line = Buffer.from(asLines({ old: { const: "é😀" }, new: { const: "é😀" } }));
    const { answers } = await answersTo(...Array.from(line, (byte) => Uint8Array.of(byte)));
    expect(answers).toEqual([{ verdict: "same", changes: [] }]);
  });

  it("refuses a line longer than 4 MiB without holding it, and reads on", async () => {
    const megabyte = "x".repeat(1024 * 1024);
    const { status, answers } = await answersTo(
      '{"old": "',
      ...Array<string>(40).fill(megabyte),
      '"}\n',
      asLines(narrowed),
    );
    expect(status).toBe(1);
    expect(answers).toMatchObject([{ error: "line 1: longer than 4194304 bytes" }, { verdict: "narrows" }]);
  });

  it("prints nothing but ASCII, so that no text of a server can act on a terminal", async () => {
    const nasty = "\u001B[31m\u009B\u202E\u2028\uFEFF😀\uD800";
    const { lines, answers } = await answersTo(
      asLines({
        old: object({ a: text }),
        new: object({ a: text, [nasty]: { const: nasty, title: nasty } }),
      }),
    );
    expect(lines.join("")).toMatch(/^[\x20-\x7e]+$/);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(answers)).toContain("😀");
  });

  it("answers what nests too deep to be compared, or even to be written", async () => {
    const { status, answers } = await answersTo(
      `{"old":${deep(10_000, '{"type":"string"}')},"new":${deep(10_000, "true")}}\n`,
      `{"old":${deep(200_000, "true")},"new":${deep(200_000, "false")}}\n`,
    );
    expect(status).toBe(0);
    expect(answers).toMatchObject([
      { verdict: "unknown", changes: [{ kind: "schema-replaced" }] },
      { verdict: "unknown", changes: [{ kind: "schema-replaced" }] },
    ]);
  });

  it("answers nothing, with status 0, when there is nothing to answer", async () => {
    expect(await sandbox().fed([], "scope")).toEqual({ status: 0, out: "", err: "" });
  });

  it("ends without a word when nobody reads on", async () => {
    const child = spawn(process.execPath, [`${ROOT}/src/cli/main.ts`, "scope"], { stdio: "pipe" });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => void (said += chunk.toString()));
    child.stdin.on("error", () => {});
    child.stdout.once("data", () => {
      child.stdout.destroy();
      for (let times = 0; times < 100; times++) child.stdin.write(asLines(widened));
    });
    child.stdin.write(asLines(widened));
    const [status] = (await once(child, "close")) as [number];
    expect([status, said]).toEqual([1, ""]);
  });

  it("as a process answers a line before it has seen the next", async () => {
    const child = spawn(process.execPath, [`${ROOT}/src/cli/main.ts`, "scope"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.write(asLines(widened));
    const [first] = (await once(child.stdout, "data")) as [Buffer];
    expect(JSON.parse(first.toString())).toMatchObject({ verdict: "widens" });
    child.stdin.end(`nonsense\n`);
    const [second] = (await once(child.stdout, "data")) as [Buffer];
    expect(JSON.parse(second.toString())).toEqual({ error: "line 2: not JSON" });
    const [status] = (await once(child, "exit")) as [number];
    expect(status).toBe(1);
  });
});
