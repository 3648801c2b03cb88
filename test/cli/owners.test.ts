import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sandbox, type Sandbox } from "./sandbox.ts";

const CARD = "registry/cards/claims-tools.yaml";

/** A repository with these files, all of them committed on `main`. */
function repository(files: Readonly<Record<string, string | Uint8Array>>): Sandbox {
  const made = sandbox(files);
  made.git("init", "-q", "-b", "main");
  made.git("add", "-A");
  made.git("commit", "-q", "--allow-empty", "-m", "first");
  return made;
}

describe("owners", () => {
  it("names the owners of each path and the line that decides", async () => {
    const made = repository({
      ".github/CODEOWNERS":
        "* @everyone\n/registry/ @Acme/claims lee@example.com @lee @LEE\n/registry/cards/free.yaml\n",
    });
    const said = await made.toolcard("owners", CARD, "README.md", "registry/cards/free.yaml");
    expect(said).toEqual({
      status: 2,
      err: "",
      out: [
        `${CARD}: @Acme/claims lee@example.com @lee by .github/CODEOWNERS:2: /registry/`,
        "README.md: @everyone by .github/CODEOWNERS:1: *",
        "registry/cards/free.yaml: unowned by .github/CODEOWNERS:3: /registry/cards/free.yaml",
        "",
      ].join("\n"),
    });
    expect(await made.toolcard("owners", CARD, "README.md")).toMatchObject({ status: 0 });
  });

  it("ends with status 2 where nobody may approve, and says why", async () => {
    const none = await repository({}).toolcard("owners", CARD);
    expect(none).toMatchObject({
      status: 2,
      out: `${CARD}: unowned: there is no CODEOWNERS file (.github/CODEOWNERS, CODEOWNERS, docs/CODEOWNERS)\n`,
    });
    const unmatched = await repository({ CODEOWNERS: "/docs/ @a\n" }).toolcard("owners", CARD);
    expect(unmatched).toMatchObject({
      status: 2,
      out: `${CARD}: unowned: no line of CODEOWNERS matches it\n`,
    });
  });

  it("gives the same as JSON", async () => {
    const made = repository({ CODEOWNERS: "/registry/ @a\n*.[ch] @b\n!x @c\n" });
    const said = await made.toolcard("owners", CARD, "x", "--json");
    expect(said).toMatchObject({ status: 2, err: "" });
    expect(JSON.parse(said.out)).toEqual({
      codeowners: "CODEOWNERS",
      paths: [
        { path: CARD, owners: ["@a"], rule: { line: 1, pattern: "/registry/" } },
        { path: "x", owners: [], rule: null },
      ],
      invalid: [expect.objectContaining({ file: "CODEOWNERS", line: 3 })],
      doubtful: [expect.objectContaining({ file: "CODEOWNERS", line: 2 })],
    });
    expect(JSON.parse((await sandbox().toolcard("owners", "x", "--json")).out)).toMatchObject({
      codeowners: null,
    });
  });

  it("takes the first file in GitHub's order, and never a second", async () => {
    const files = { ".github/CODEOWNERS": "/x @a\n", CODEOWNERS: "* @b\n", "docs/CODEOWNERS": "* @c\n" };
    const made = repository(files);
    for (const [place, said] of [
      [".github/CODEOWNERS", "y: unowned: no line of .github/CODEOWNERS matches it\n"],
      ["CODEOWNERS", "y: @b by CODEOWNERS:1: *\n"],
      ["docs/CODEOWNERS", "y: @c by docs/CODEOWNERS:1: *\n"],
    ] as const) {
      for (const base of [[], ["--base", "HEAD"]])
        expect((await made.toolcard("owners", "y", ...base)).out).toBe(said);
      made.git("rm", "-q", place);
      made.git("commit", "-q", "-m", "gone");
    }
  });

  it("reports each line that GitHub skips, and each that may be meant otherwise, with its place", async () => {
    const lines = [
      "!/a @x",
      "\\#b @x",
      "c/***/d @x",
      "/ @x",
      "e//f @x",
      "g\\",
      "h @x nobody",
      "[i] @x",
      "j#k @x",
      "* @y",
    ];
    const made = repository({ CODEOWNERS: `${lines.join("\n")}\n` });
    const said = await made.toolcard("owners", "z");
    expect(said).toMatchObject({ status: 0, out: "z: @y by CODEOWNERS:10: *\n" });
    const told = said.err.trimEnd().split("\n");
    expect(told.map((line) => line.slice(0, "CODEOWNERS:1:1: GitHub skips".length))).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7].map((line) => `CODEOWNERS:${line}:1: GitHub skips`),
      "CODEOWNERS:8:1: [ and ] are ",
      "CODEOWNERS:9:1: # begins a c",
    ]);
    expect(told[6]).toContain('"nobody" is no owner; write @person');
    expect(new Set(told.map((line) => line.replace(/^\S+/, ""))).size).toBe(9);
  });

  it("tells of a hundred lines at most, and counts the others", async () => {
    const made = repository({ CODEOWNERS: "!a @x\n".repeat(1000) });
    const { err } = await made.toolcard("owners", "z");
    expect(err.split("\n")).toHaveLength(102);
    expect(err).toContain("CODEOWNERS: 900 more such lines\n");
  });

  it.each([[[]], [["--base", "main"]]])(
    "finds nobody in a file of 3 MB, as GitHub reads none (%j)",
    async (base) => {
      const rule = "* @a\n";
      const pad = (bytes: number) => rule + "#".repeat(bytes - rule.length);
      const made = repository({ ".github/CODEOWNERS": pad(3_000_000), CODEOWNERS: "* @b\n" });
      expect(await made.toolcard("owners", "z", ...base)).toMatchObject({
        status: 2,
        err: ".github/CODEOWNERS:1:1: GitHub skips the whole file: it has 3 MB or more; shorten it\n",
      });
      const below = repository({ ".github/CODEOWNERS": pad(2_999_999) });
      expect(await below.toolcard("owners", "z", ...base)).toMatchObject({ status: 0 });
    },
  );

  it.each([
    [".github/CODEOWNERS", "../other"],
    [".github", "other"],
    ["CODEOWNERS", "other"],
    ["docs", "other"],
  ])("tells nobody's name where %s is a link", async (path, target) => {
    const made = sandbox({ other: "* @b\n", ...(path !== "docs" && { "docs/CODEOWNERS": "* @a\n" }) });
    if (path.includes("/")) mkdirSync(join(made.folder, ".github"));
    symlinkSync(target, join(made.folder, path));
    made.git("init", "-q", "-b", "main");
    made.git("add", "-A");
    made.git("commit", "-qm", "first");
    for (const base of [[], ["--base", "main"]])
      expect(await made.toolcard("owners", "z", ...base)).toMatchObject({
        status: 1,
        out: "",
        err: expect.stringContaining(`toolcard: ${path}:1:1: this is no f`),
      });
  });

  it("shows paths, patterns and owners of others inert", async () => {
    const made = repository({ CODEOWNERS: "/a\u001b[31m\u202e* @x \n/b @\u001b[2J\n" });
    const said = await made.toolcard("owners", "a\u001b[31m\u202e\nb", "b");
    expect(said.out).toBe(
      "a\\u{1B}[31m\\u{202E}␤b: @x by CODEOWNERS:1: /a\\u{1B}[31m\\u{202E}*\nb: unowned: no line of CODEOWNERS matches it\n",
    );
    expect(said.err).toContain('"@\\u001b[2J" is no owner');
    const json = await made.toolcard("owners", "a\u001b\u202e\n", "--json");
    expect(json.out).toMatch(/^[ -~\n]+$/);
  });

  it("goes by the CODEOWNERS of a commit with --base, also in a bare repository", async () => {
    const made = repository({ CODEOWNERS: "* @before\n" });
    made.write("CODEOWNERS", "* @now\n");
    expect((await made.toolcard("owners", "x")).out).toContain("@now");
    expect((await made.toolcard("owners", "x", "--base", "main")).out).toContain("@before");
    const commit = made.git("rev-parse", "main").trim();
    const said = await made.toolcard("owners", "x", "--base", "main", "--json");
    expect(JSON.parse(said.out)).toMatchObject({ base: commit });
    const bare = sandbox();
    made.git("clone", "-q", "--bare", ".", bare.folder);
    expect((await bare.toolcard("owners", "x", "--base", "main")).out).toContain("@before");
    expect(await made.toolcard("owners", "x", "--base", "gone")).toMatchObject({
      status: 1,
      err: 'toolcard: git knows no commit "gone" here\n',
    });
  });

  it("reads paths from the folder it is run in", async () => {
    const made = repository({ CODEOWNERS: "/docs/ @docs\n/x @x\n", "docs/a.md": "" });
    for (const base of [[], ["--base", "main"]]) {
      const said = await made.inside("docs", "owners", "a.md", "../x", "./b/../c", ...base);
      expect(said.out).toBe(
        "docs/a.md: @docs by CODEOWNERS:1: /docs/\nx: @x by CODEOWNERS:2: /x\ndocs/c: @docs by CODEOWNERS:1: /docs/\n",
      );
    }
  });

  it.each(["../x", "/etc/passwd", "..", ""])("takes no path out of the repository: %j", async (path) => {
    const made = repository({ CODEOWNERS: "* @a\n" });
    expect(await made.toolcard("owners", path)).toMatchObject({
      status: 1,
      err: expect.stringContaining("is no path inside the repository"),
    });
  });

  it.each([".", "registry/", "./", "docs", "docs/x/.."])("takes no folder: %j", async (path) => {
    const made = repository({ CODEOWNERS: "* @a\n", "docs/a.md": "" });
    for (const base of [[], ["--base", "main"]])
      expect(await made.toolcard("owners", path, ...base)).toMatchObject({
        status: 1,
        err: expect.stringContaining("is a folder; name a file"),
      });
  });
});
