import { describe, expect, it } from "vitest";
import { plain } from "../servers/listen.ts";
import { cardText, grantsText, sampleSandbox, sandbox } from "./sandbox.ts";

const card = "registry/cards/one.yaml";
const url = "https://tools.example.com/mcp";

describe("lint", () => {
  it("finds nothing wrong with the sample, and prints what its credentials for commands would be bound to", async () => {
    const said = await sampleSandbox().toolcard("lint");
    expect(said.status).toBe(0);
    expect(said.out).toMatch(/^files: connection sha256:[0-9a-f]{64}$/m);
  });

  it("tells every problem of every file at once, each with its place, and ends with status 4", async () => {
    const made = sandbox({
      [card]: cardText(url, [plain("a")]).replace("revision: 1", "revision: one"),
      "registry/grants/intake-bot.yaml": grantsText("a", "a"),
      "registry/toolcard.yaml": "labels: x\ngate: { by: me }\n",
    });
    const said = await made.toolcard("lint", "--json");
    expect(said.status).toBe(4);
    const { problems } = JSON.parse(said.out) as { problems: { file: string; line: number }[] };
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "registry/cards/one.yaml:4",
      "registry/grants/intake-bot.yaml:7",
      "registry/toolcard.yaml:1",
      "registry/toolcard.yaml:2",
    ]);
  });

  it("says that a card changed since a commit without a higher revision, and --fix raises it and no more", async () => {
    const made = sandbox({ [card]: cardText(url, [plain("a")]) });
    made.git("init", "-q");
    made.git("add", ".");
    made.git("commit", "-qm", "first");
    const changed = cardText(url, [plain("a"), plain("b")]);
    made.write(card, changed);
    const said = await made.toolcard("lint");
    expect(said.status).toBe(4);
    expect(said.out).toContain("registry/cards/one.yaml:4:11: the revision is 1");
    expect(await made.toolcard("lint", "--fix")).toMatchObject({ status: 0 });
    expect(made.read(card)).toBe(changed.replace("revision: 1", "revision: 2"));
    expect(await made.toolcard("lint")).toMatchObject({ status: 0 });
  });

  it("says that the ref is unknown when it is asked to compare with one that git has not", async () => {
    const made = sandbox({ [card]: cardText(url, []) });
    made.git("init", "-q");
    const said = await made.toolcard("lint", "--base", "nonsense");
    expect(said).toMatchObject({ status: 1, err: expect.stringContaining("nonsense") });
  });

  it("of a folder without a registry says where it looked", async () => {
    expect(await sandbox().toolcard("lint")).toMatchObject({
      status: 4,
      out: expect.stringContaining("there is no registry here"),
    });
  });
});
