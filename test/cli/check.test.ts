import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plain } from "../servers/listen.ts";
import { cardText, grantsText, sandbox, type Sandbox } from "./sandbox.ts";

const CARD = "registry/cards/one.yaml";
const GRANTS = "registry/grants/intake-bot.yaml";
const url = "https://tools.example.com/mcp";
const tools = [plain("create_note"), plain("lookup_policy")];

const main = {
  [CARD]: cardText(url, tools),
  [GRANTS]: grantsText("create_note"),
  "registry/toolcard.yaml": "gate: { wording: note }\n",
  ".github/CODEOWNERS": "* @acme/admins\n/registry/cards/ @acme/claims\n",
};

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A repository whose `main` is this, and whose checked out `topic` has `changed` over it. */
function pull(changed: Files, base: Files = main): Sandbox {
  const made = sandbox(base);
  made.git("init", "-q", "-b", "main");
  commit(made);
  made.git("checkout", "-q", "-b", "topic");
  for (const [path, content] of Object.entries(changed)) made.write(path, content);
  commit(made);
  return made;
}

function commit(made: Sandbox): string {
  made.git("add", "-A");
  made.git("commit", "-q", "--allow-empty", "-m", "a commit");
  return made.git("rev-parse", "HEAD").trim();
}

const WIDER = { [GRANTS]: grantsText("create_note", "lookup_policy") };

describe("check", () => {
  it("ends with status 2 where the label is needed, and says for what, where, and whose it must be", async () => {
    const made = pull(WIDER);
    const said = await made.toolcard("check", "--base", "main");
    const [base, head] = ["main", "topic"].map((ref) => made.git("rev-parse", ref).trim());
    expect(said).toEqual({
      status: 2,
      err: "",
      out: `Needs the label widens-scope from an owner: 1 new grant

${GRANTS}:7: \`intake-bot\` may call \`lookup_policy\` on \`one\` for the job \`intake\`

${CARD}: owned by @acme/claims
${GRANTS}: owned by @acme/admins

Looked at the commits main (${base}) and HEAD (${head}) as they are here; the work tree is not looked at.
`,
    });
  });

  it("with --label says that it would pass, and how it was judged", async () => {
    const said = await pull(WIDER).toolcard("check", "--base", "main", "--label");
    expect(said.status).toBe(0);
    expect(said.out).toContain("Passes: an owner (somebody) allowed this widening");
    expect(said.out).toContain("Judged as if somebody who owns all that has an owner had put the label on.");
  });

  it.each([
    ["nothing", {}],
    ["a grant that goes", { [GRANTS]: grantsText("create_note") }, { ...main, ...WIDER }],
    [
      "words",
      { [CARD]: cardText(url, [{ ...plain("create_note"), description: "Notes." }, plain("lookup_policy")]) },
    ],
    ["files that decide nothing", { "src/x.yaml": "a: 1\n", "registry/README.md": "x\n" }],
  ])("passes %s without the label", async (_what, changed, base: Files = main) => {
    const said = await pull(changed, base).toolcard("check", "--base", "main");
    expect(said).toMatchObject({ status: 0, err: "" });
    expect(said.out).toMatch(/^Passes: /);
  });

  it.each([
    ["is not a registry's file", { [GRANTS]: "agent: intake-bot\nenrolments: [1]\n" }, `${GRANTS}:2:14: `],
    [
      "is not UTF-8",
      { [CARD]: Buffer.from("id: \xff\n", "latin1") },
      `${CARD}:1:5: a byte that is not UTF-8`,
    ],
    ["is 2 MB", { [CARD]: " ".repeat(2_000_000) }, `${CARD}:1:1: the file is larger than 1 MiB`],
    ["grants a tool that is on no card", { [GRANTS]: grantsText("gone") }, `${GRANTS}:6:`],
  ])("ends with status 4 where a file %s, label or not", async (_what, changed, says) => {
    const made = pull(changed);
    for (const label of [[], ["--label"]]) {
      const said = await made.toolcard("check", "--base", "main", ...label);
      expect(said.status).toBe(4);
      expect(said.out).toMatch(/^Refused: the registry is not valid: /);
      expect(said.out).toContain(says);
    }
  });

  it.each([
    ["a link", (made: Sandbox) => symlinkSync("../../other.yaml", join(made.folder, CARD)), "this is a link"],
    ["a folder", (made: Sandbox) => made.write(`${CARD}/x.yaml`, ""), "this is a folder"],
  ])("ends with status 4 where a card becomes %s", async (_what, put, says) => {
    const made = pull({ "other.yaml": main[CARD] ?? "" });
    rmSync(join(made.folder, CARD));
    put(made);
    commit(made);
    const said = await made.toolcard("check", "--base", "main");
    expect(said).toMatchObject({ status: 4, out: expect.stringContaining(says) });
  });

  it("ends with status 4 where a card becomes a submodule", async () => {
    const made = pull({});
    made.git("rm", "-q", CARD);
    made.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${CARD}`);
    made.git("commit", "-q", "-m", "sub");
    const said = await made.toolcard("check", "--base", "main");
    expect(said).toMatchObject({ status: 4, out: expect.stringContaining("this is a submodule") });
  });

  it.each([
    ["settings", { "registry/toolcard.yaml": "labelBy: anyone\n" }, "labelBy"],
    ["owners", { ".github/CODEOWNERS": "* @mallory\n" }, "@mallory"],
    [
      "the registry's folder",
      { ".github/toolcard.yml": "registry: other\n", "other/toolcard.yaml": "" },
      "other",
    ],
  ])(
    "goes by the base's rules where the head brings its own %s, and these need the label",
    async (_what, changed, says) => {
      const said = await pull({ ...changed, ...WIDER }).toolcard("check", "--base", "main", "--json");
      expect(said.status).toBe(2);
      const told = JSON.parse(said.out) as { title: string; widenings: { what: string }[]; owners: unknown };
      expect(told.title).toContain("Needs the label widens-scope from an owner");
      expect(told.widenings.map(({ what }) => what).join("\n")).toContain(says);
      expect(JSON.stringify(told.owners)).not.toContain("mallory");
    },
  );

  it("lets no label help where nobody owns what widens", async () => {
    const { ".github/CODEOWNERS": _owners, ...unowned } = main;
    const made = pull(WIDER, unowned);
    const said = await made.toolcard("check", "--base", "main", "--label");
    expect(said.status).toBe(2);
    expect((await made.toolcard("check", "--base", "main")).out).toContain(`${GRANTS}: owned by nobody`);
  });

  it("measures from where the branch left its base, and looks at commits alone", async () => {
    const made = pull({});
    made.git("checkout", "-q", "main");
    made.write(CARD, cardText(url, [plain("create_note")]));
    commit(made);
    made.git("checkout", "-q", "topic");
    made.write(GRANTS, WIDER[GRANTS] ?? "");
    made.git("add", "-A");
    made.write(CARD, "no card\n");
    expect(await made.toolcard("check", "--base", "main")).toMatchObject({ status: 0 });
    expect(await made.toolcard("check", "--base", "topic", "--head", "main")).toMatchObject({ status: 0 });
  });

  it("refuses a head that has no commit in common with the base", async () => {
    const made = pull({});
    made.git("checkout", "-q", "--orphan", "other");
    made.write("x", "");
    commit(made);
    const said = await made.toolcard("check", "--base", "main", "--json");
    expect(said.status).toBe(2);
    expect(JSON.parse(said.out)).toMatchObject({
      verdict: "refused",
      mergeBase: null,
      undeterminable: [expect.stringContaining("no commit in common")],
    });
  });

  it("gives everything as JSON, and the check's own summary as Markdown", async () => {
    const made = pull(WIDER);
    const said = await made.toolcard("check", "--base", "main", "--json");
    const [base, head] = ["main", "topic"].map((ref) => made.git("rev-parse", ref).trim());
    expect(JSON.parse(said.out)).toEqual({
      verdict: "needs-label",
      title: "Needs the label widens-scope from an owner: 1 new grant",
      base: { ref: "main", commit: base },
      head: { ref: "HEAD", commit: head },
      mergeBase: base,
      label: false,
      widenings: [
        {
          id: expect.stringMatching(/^grant-added /),
          file: GRANTS,
          line: 7,
          what: expect.any(String),
          needs: [GRANTS, CARD],
        },
      ],
      owners: [
        { file: CARD, owners: ["@acme/claims"] },
        { file: GRANTS, owners: ["@acme/admins"] },
      ],
      problems: [],
      undeterminable: [],
    });
    expect(await made.toolcard("check", "--base", "main", "--format", "json")).toEqual(said);
    const markdown = await made.toolcard("check", "--base", "main", "--format", "markdown");
    expect(markdown).toMatchObject({ status: 2, err: "" });
    expect(markdown.out).toContain("`lookup_policy`");
    const labelled = await made.toolcard("check", "--base", "main", "--format", "markdown", "--label");
    expect(labelled.out).toMatch(
      /^Judged as if somebody who owns all that has an owner had put the label on\.\n\n/,
    );
  });

  it("shows what a pull request brings inert", async () => {
    const odd = "pay\u001b[2J\u202e\u200b";
    const made = pull({
      [CARD]: cardText(url, [...tools, plain(odd)]),
      "registry/cards/\u001b]0;x\u0007.yaml": "x: [\n",
    });
    for (const format of ["text", "markdown", "json"]) {
      const said = await made.toolcard("check", "--base", "main", "--format", format);
      expect(said.status).toBe(4);
      expect(said.out + said.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u202e]/);
    }
    made.git("rm", "-q", "registry/cards/\u001b]0;x\u0007.yaml");
    commit(made);
    for (const format of ["text", "markdown", "json"]) {
      const said = await made.toolcard("check", "--base", "main", "--format", format);
      expect(said.status).toBe(2);
      expect(said.out + said.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u200b\u202e]/);
    }
  });
});

describe("check needs", () => {
  it("a base", async () => {
    const said = await pull({}).toolcard("check");
    expect(said).toMatchObject({ status: 1, err: expect.stringContaining("--base <ref>") });
  });

  it.each(["gone", "--upload-pack=touch ran", "main:registry", "", "$(touch ran)"])(
    "commits, and %j is none",
    async (ref) => {
      for (const words of [[`--base=${ref}`], ["--base", "main", `--head=${ref}`]]) {
        const said = await pull({}).toolcard("check", ...words);
        expect(said).toMatchObject({
          status: 1,
          out: "",
          err: expect.stringContaining("git knows no commit"),
        });
      }
    },
  );

  it("a repository", async () => {
    const said = await sandbox({ "x.yaml": "" }).toolcard("check", "--base", "main");
    expect(said).toMatchObject({ status: 1, out: "", err: expect.stringContaining("not a git repository") });
  });
});

describe("check judges the same in", () => {
  const places: [string, (made: Sandbox, to: string) => string][] = [
    ["a bare repository", (made, to) => (made.git("clone", "-q", "--bare", ".", to), to)],
    ["a work tree beside it", (made, to) => (made.git("worktree", "add", "-q", "--detach", to, "topic"), to)],
    ["a sparse checkout", (made, to) => (made.git("clone", "-q", "--sparse", ".", to), to)],
    [
      "a clone that holds no files of it",
      (made, to) => (made.git("clone", "-q", "--no-checkout", ".", to), to),
    ],
    ["a folder inside", (made, to) => (made.git("clone", "-q", ".", to), join(to, "registry/cards"))],
  ];
  it.each(places)("%s", async (_what, make) => {
    const made = pull(WIDER);
    const commits = ["main", "topic"].map((ref) => made.git("rev-parse", ref).trim());
    const [base = "", head = ""] = commits;
    const words = ["check", "--base", base, "--head", head];
    const before = await made.toolcard(...words);
    expect(before.status).toBe(2);
    const there = sandbox();
    const path = make(made, join(there.folder, "there"));
    expect(await there.inside(path.slice(there.folder.length + 1), ...words)).toEqual(before);
  });

  it("a repository whose settings and attributes would start programs, and starts none", async () => {
    const made = pull(WIDER);
    const before = await made.toolcard("check", "--base", "main", "--json");
    for (const key of [
      "core.fsmonitor",
      "filter.x.smudge",
      "diff.x.textconv",
      "core.pager",
      "core.sshCommand",
    ])
      made.git("config", key, "touch ran; false");
    made.write(".git/info/attributes", "* filter=x diff=x\n");
    mkdirSync(join(made.folder, ".git/hooks"), { recursive: true });
    expect(await made.toolcard("check", "--base", "main", "--json")).toEqual(before);
    expect(() => made.read("ran")).toThrow();
  });
});

describe("check says what to fetch in", () => {
  it("a shallow clone", async () => {
    const made = pull(WIDER);
    const there = sandbox();
    made.git(
      "clone",
      "-q",
      "--depth",
      "1",
      "--no-single-branch",
      `file://${made.folder}`,
      join(there.folder, "c"),
    );
    const parted = await there.inside("c", "check", "--base", "origin/main");
    expect(parted).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("run git fetch --unshallow"),
    });
    const gone = await there.inside("c", "check", "--base", "origin/main~1");
    expect(gone).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("run git fetch --unshallow"),
    });
  });

  it("a partial clone, and fetches nothing itself", async () => {
    const made = pull(WIDER);
    made.git("config", "uploadpack.allowFilter", "true");
    const there = sandbox();
    const to = join(there.folder, "c");
    made.git("clone", "-q", "--no-checkout", "--filter=blob:none", `file://${made.folder}`, to);
    const words = ["check", "--base", "origin/main", "--head", "origin/topic"];
    let said = await there.inside("c", ...words);
    expect(said).toMatchObject({ status: 1, out: "" });
    for (let tries = 0; tries < 9 && said.status === 1; tries++) {
      const command = /this fetches it: git (.*)\n$/.exec(said.err)?.[1] ?? "";
      there.git("-C", "c", ...command.split(" "));
      said = await there.inside("c", ...words);
    }
    expect(said.status).toBe(2);
  });
});
