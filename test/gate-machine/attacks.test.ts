import { describe, expect, test } from "vitest";
import { bytesOf, type Content } from "./content.ts";
import { cardOf, firstTree, grantsOf, toolOf } from "./edits.ts";
import { allTools, cardA, raw, Scene, settings, wider, type Files } from "./scene.ts";
import { person } from "./world.ts";

const OLGA = [{ path: "*", owners: ["@olga"] }];
const MALLORY = [{ path: "*", owners: ["@mallory"] }];

/** Mallory as somebody who may write, so that a line of CODEOWNERS can name her. */
function malloryWrites(scene: Scene): Scene {
  const people = scene.world.people();
  scene.world.setPeople({ ...people, writers: [...people.writers, "mallory"] });
  scene.world.tick(600);
  return scene;
}

function textOf(path: string, change: (text: string) => string): Files {
  const content = firstTree().get(path);
  const bytes = content === undefined ? undefined : bytesOf(content);
  return { [path]: raw(change(new TextDecoder().decode(bytes))) };
}

const enrolledInAll: Content = grantsOf("x", [
  { server: "a", id: 1, grants: [{ tool: "read", job: "night" }] },
  { server: "b", id: 2, grants: [{ tool: "send", job: "night" }] },
]);

const PACKAGE = `id: 5f0c1c9e-6a39-4f5e-9d0a-000000000007
server: p
revision: REVISION
package:
  registryType: npm
  identifier: "@acme/claims-mcp"
  version: 1.4.0
  packageArguments: [{ type: positional, value: "ARGUMENT" }]
tools: []
`;
function packaged(revision: number, argument: string): Content {
  return raw(PACKAGE.replace("REVISION", `${revision}`).replace("ARGUMENT", argument));
}

function credential(address: string): Content {
  return raw(
    `credentials: [{ id: key, address: "${address}", header: Authorization, value: "Bearer \${TOKEN}" }]\n`,
  );
}

interface Attack {
  readonly title: string;
  readonly before?: Files;
  readonly files: Files;
  /** Who owns some of what widens; Olga if nobody is named. */
  readonly by?: string;
}

const ATTACKS: readonly Attack[] = [
  {
    title: "a rename that moves an agent's grants to another agent",
    by: "carol",
    files: {
      "registry/grants/x.yaml": undefined,
      "registry/grants/z.yaml": grantsOf("z", [
        { server: "a", id: 1, grants: [{ tool: "read", job: "night" }] },
      ]),
    },
  },
  {
    title: "a card under a new name, with its agents behind it",
    files: {
      "registry/cards/a.yaml": undefined,
      "registry/cards/e.yaml": { ...cardA({ server: "e" }), revision: 1 },
      "registry/grants/x.yaml": grantsOf("x", [
        { server: "e", id: 1, grants: [{ tool: "read", job: "night" }] },
      ]),
    },
  },
  {
    title: "an id that is changed in place, with its agents behind it",
    by: "alice",
    files: {
      "registry/cards/a.yaml": cardA({ id: 9 }),
      "registry/grants/x.yaml": grantsOf("x", [
        { server: "a", id: 9, grants: [{ tool: "read", job: "night" }] },
      ]),
    },
  },
  {
    title: "a second card with the address of the first",
    files: { "registry/cards/c.yaml": { ...cardOf("c", 3, [toolOf("read")]), url: 1 } },
  },
  {
    title: "packageArguments that are loosened",
    before: { "registry/cards/p.yaml": packaged(1, "/srv/claims") },
    files: { "registry/cards/p.yaml": packaged(2, "/") },
  },
  {
    title: "a credential that is pointed at another address",
    before: { "registry/toolcard.yaml": credential("https://claims.example.com/mcp") },
    files: { "registry/toolcard.yaml": credential("https://mallory.example.com/mcp") },
  },
  {
    title: "settings that let anyone label",
    files: { "registry/toolcard.yaml": settings({ labelBy: "anyone" }) },
  },
  {
    title: "settings that are taken away",
    before: { "registry/toolcard.yaml": settings({ wording: "label" }) },
    files: { "registry/toolcard.yaml": undefined },
  },
  { title: "CODEOWNERS with another owner", files: { CODEOWNERS: { kind: "owners", lines: MALLORY } } },
  { title: "a CODEOWNERS that is taken away", files: { CODEOWNERS: undefined } },
  {
    title: "a CODEOWNERS in a place that GitHub looks at earlier",
    files: { ".github/CODEOWNERS": { kind: "owners", lines: MALLORY } },
  },
  {
    title: "another owner of CODEOWNERS alone",
    before: { CODEOWNERS: { kind: "owners", lines: OLGA } },
    files: {
      CODEOWNERS: { kind: "owners", lines: [...OLGA, { path: "/CODEOWNERS", owners: ["@mallory"] }] },
    },
  },
  {
    title: "the gate's workflow, edited",
    files: { ".github/workflows/gate.yml": { kind: "workflow", toolcard: true, version: 2 } },
  },
  { title: "the gate's workflow, taken away", files: { ".github/workflows/gate.yml": undefined } },
  {
    title: "another workflow that begins to use toolcard",
    files: { ".github/workflows/test.yml": { kind: "workflow", toolcard: true, version: 1 } },
  },
  {
    title: "a registry that is said to be elsewhere, where nothing is",
    files: { ".github/toolcard.yml": { kind: "folder", registry: "empty" } },
  },
  {
    title: "a retired name that is forgotten",
    by: "bob",
    files: { "registry/cards/b.yaml": { ...cardOf("b", 2, [toolOf("send")]), suspended: true } },
  },
  {
    title: "a suspension that ends",
    by: "bob",
    files: { "registry/cards/b.yaml": { ...cardOf("b", 2, [toolOf("send")]), retired: ["old"] } },
  },
  {
    title: "a grant on another team's tool",
    by: "carol",
    files: { "registry/grants/x.yaml": enrolledInAll },
  },
  {
    title: "a tool that no longer says it only reads",
    by: "alice",
    files: {
      "registry/cards/a.yaml": cardA({ tools: allTools({ readOnly: false }) }),
    },
  },
];

describe("what needs the label is red without it, and by the label of whoever it would make an owner", () => {
  test.each(ATTACKS)("$title", async ({ before, files }) => {
    const scene = malloryWrites(new Scene(before));
    const pull = scene.opens(files);
    const verdict = await scene.judge(pull);
    expect(verdict.kind).toBe("needs-label");
    expect(verdict.widenings.length).toBeGreaterThan(0);
    expect(scene.green(pull)).toBe(false);
    scene.labels(pull, "mallory");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test.each(ATTACKS)(
    "$title: it is green when all owners allowed it",
    async ({ before, files, by = "olga" }) => {
      const scene = malloryWrites(new Scene(before));
      const pull = scene.opens(files);
      await scene.judge(pull);
      scene.labels(pull, by);
      for (const login of ["olga", "alice", "bob", "carol"]) scene.world.review(pull, login, "approved");
      expect(await scene.isGreen(pull)).toBe(true);
    },
  );

  test("settings and owners that the same pull request brings do not count for it", async () => {
    const scene = malloryWrites(new Scene());
    const pull = scene.opens({
      ...wider(),
      "registry/toolcard.yaml": settings({ labelBy: "anyone", label: "mine" }),
      ".github/CODEOWNERS": { kind: "owners", lines: MALLORY },
    });
    await scene.judge(pull);
    scene.labels(pull, "mallory");
    scene.labels(pull, "mallory", "mine");
    expect(await scene.isGreen(pull)).toBe(false);
  });
});

const INVALID: readonly { readonly title: string; readonly files: Files }[] = [
  ...(["link", "submodule", "folder", "large", "utf8", "yaml", "alias", "shape"] as const).map((how) => ({
    title: `a card that is broken: ${how}`,
    files: { "registry/cards/a.yaml": { kind: "broken", how } as const },
  })),
  ...(["link", "utf8", "large"] as const).map((how) => ({
    title: `a grants file that is broken: ${how}`,
    files: { "registry/grants/x.yaml": { kind: "broken", how } as const },
  })),
  ...(["link", "shape"] as const).map((how) => ({
    title: `settings that are broken: ${how}`,
    files: { "registry/toolcard.yaml": { kind: "broken", how } as const },
  })),
  ...(["yaml", "shape", "link"] as const).map((how) => ({
    title: `a .github/toolcard.yml that is broken: ${how}`,
    files: { ".github/toolcard.yml": { kind: "broken", how } as const },
  })),
  {
    title: "a card copied under a new name with the same id",
    files: { "registry/cards/f.yaml": cardA({ server: "f" }) },
  },
  { title: "a card whose name is another's", files: { "registry/cards/f.yaml": cardOf("a", 6, []) } },
  { title: "a card in a folder of cards", files: { "registry/cards/team/f.yaml": cardOf("f", 6, []) } },
  { title: "a card with another ending", files: { "registry/cards/f.yml": cardOf("f", 6, []) } },
  { title: "a tool that goes under its grants", files: { "registry/cards/a.yaml": cardA({ tools: [] }) } },
  { title: "a card that goes under its enrolments", files: { "registry/cards/a.yaml": undefined } },
  {
    title: "an id that is changed under its enrolments",
    files: { "registry/cards/a.yaml": cardA({ id: 9 }) },
  },
  {
    title: "a number that parsers read differently",
    files: textOf("registry/cards/a.yaml", (text) => text.replace("maxLength: 100", "maxLength: 0o144")),
  },
  {
    title: "a key that is there twice",
    files: textOf("registry/cards/a.yaml", (text) => `${text}suspended: yes it is\nsuspended: again\n`),
  },
  {
    title: "a merge key with an alias",
    files: textOf("registry/cards/a.yaml", (text) =>
      text.replace("remote: {", "remote: &r {").concat("readAs: { <<: *r }\n"),
    ),
  },
  {
    title: "a tag",
    files: textOf("registry/cards/a.yaml", (text) => text.replace("revision: 1", "revision: !!int 1")),
  },
];

describe("what is invalid or can't be known is refused, whoever labels it", () => {
  test.each(INVALID)("$title", async ({ files }) => {
    const scene = new Scene();
    const pull = scene.opens(files);
    expect((await scene.judge(pull)).kind).toBe("refused");
    scene.labels(pull, "olga");
    for (const login of ["alice", "bob", "carol"]) scene.world.review(pull, login, "approved");
    expect((await scene.judge(pull)).kind).toBe("refused");
    expect(scene.green(pull)).toBe(false);
  });

  test("a revision that falls", async () => {
    const scene = new Scene({ "registry/cards/a.yaml": { ...cardA(), revision: 5 } });
    const pull = scene.opens({ "registry/cards/a.yaml": { ...cardA(), revision: 4 } });
    expect((await scene.judge(pull)).kind).toBe("refused");
  });

  test("a pull request of which not all can be read", async () => {
    const scene = new Scene();
    const pull = scene.opens({ "README.md": undefined });
    pull.undeterminable.push("it has more than 300 files");
    expect((await scene.judge(pull)).kind).toBe("refused");
    expect(scene.green(pull)).toBe(false);
  });

  test("a branch that has nothing in common with its base", async () => {
    const scene = new Scene();
    scene.world.branches.set("orphan", scene.world.history.commit(firstTree(), []));
    const pull = scene.world.openPull("orphan", "main", person("mallory"));
    expect((await scene.judge(pull)).kind).toBe("refused");
    expect(scene.green(pull)).toBe(false);
  });
});

describe("who can't be known to be an owner allows nothing", () => {
  test.each([
    ["a CODEOWNERS of over 3 MB", raw(`* @olga\n${"#".repeat(3_100_000)}\n`)],
    [
      "a CODEOWNERS that says nothing of the file",
      { kind: "owners", lines: [{ path: "/docs/", owners: ["@olga"] }] },
    ],
    [
      "a line that takes the owners away",
      { kind: "owners", lines: [...OLGA, { path: "/registry/", owners: [] }] },
    ],
    ["a team that can't be read", { kind: "owners", lines: [{ path: "*", owners: ["@acme/ghosts"] }] }],
    ["a team that is not there", { kind: "owners", lines: [{ path: "*", owners: ["@acme/nobody"] }] }],
    ["an address", { kind: "owners", lines: [{ path: "*", owners: ["olga@example.com"] }] }],
  ] as readonly (readonly [string, Content])[])("%s", async (_, owners) => {
    const scene = new Scene({ CODEOWNERS: owners });
    const pull = scene.opens(wider());
    expect((await scene.judge(pull)).kind).not.toBe("passes");
    scene.labels(pull, "olga");
    scene.world.review(pull, "alice", "approved");
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("an owner beside a team that can't be read is one all the same", async () => {
    const scene = new Scene({
      CODEOWNERS: { kind: "owners", lines: [{ path: "*", owners: ["@acme/ghosts", "@OLGA"] }] },
    });
    const pull = scene.opens(wider());
    await scene.judge(pull);
    scene.labels(pull, "olga");
    expect(await scene.isGreen(pull)).toBe(true);
  });
});

describe("one head, several pull requests and bases", () => {
  test("a pull request to a decoy that has the widening already does not make its head green", async () => {
    const scene = malloryWrites(new Scene());
    scene.world.branches.set("decoy", scene.world.tip("main"));
    scene.world.push(
      "decoy",
      new Map([...scene.world.treeOf("decoy"), ...Object.entries(wider())] as [string, Content][]),
    );
    const pull = scene.opens({ "README.md": undefined }, "decoy");
    expect(await scene.isGreen(pull)).toBe(false);
    scene.world.retarget(pull, "main");
    expect(scene.green(pull)).toBe(false);
    expect(await scene.isGreen(pull)).toBe(false);
  });

  test("a decoy's own settings and owners do not let its owner allow what main does not", async () => {
    const scene = malloryWrites(new Scene());
    scene.world.branches.set("decoy", scene.world.tip("main"));
    const loose: [string, Content][] = [
      ["registry/toolcard.yaml", settings({ labelBy: "anyone" })],
      [".github/CODEOWNERS", { kind: "owners", lines: MALLORY }],
    ];
    scene.world.push("decoy", new Map([...scene.world.treeOf("decoy"), ...loose]));
    const pull = scene.opens(wider(), "decoy");
    await scene.judge(pull);
    scene.labels(pull, "mallory");
    expect(await scene.isGreen(pull)).toBe(false);
    scene.world.retarget(pull, "main");
    expect(scene.green(pull)).toBe(false);
  });

  test("the worst pull request with a head counts, and closing it lets the others be", async () => {
    const scene = new Scene();
    scene.world.branches.set("release", scene.world.tip("main"));
    const bad = scene.opens(wider());
    const other = scene.world.openPull(bad.branch, "release", person("mallory"));
    await scene.judge(bad);
    scene.labels(bad, "alice");
    expect(await scene.isGreen(bad)).toBe(false);
    expect(await scene.isGreen(other)).toBe(false);
    scene.labels(other, "alice");
    expect(await scene.isGreen(other)).toBe(true);
  });

  test("a widening in a pull request to another branch needs the label too", async () => {
    const scene = new Scene();
    scene.world.branches.set("release", scene.world.tip("main"));
    const pull = scene.opens(wider(), "release");
    expect((await scene.judge(pull)).kind).toBe("needs-label");
    scene.labels(pull, "alice");
    expect(await scene.isGreen(pull)).toBe(true);
  });
});

describe("what happens while the gate looks", () => {
  test.each([0, 1, 2, 3, 4, 5])("a wider push before its call %i makes no head green", async (at) => {
    const scene = new Scene();
    const pull = scene.opens({ "README.md": undefined });
    const { doings } = await scene.judge(pull, (call) => {
      if (call === at) scene.pushes(pull, wider());
    });
    if (doings.calls.length <= at) scene.pushes(pull, wider());
    expect(scene.green(pull)).toBe(false);
  });

  test.each([0, 1, 2, 3, 4, 5])(
    "a wider push to a labelled one before its call %i makes no head green",
    async (at) => {
      const scene = new Scene();
      const pull = scene.opens(wider());
      await scene.judge(pull);
      scene.labels(pull, "alice");
      const { doings } = await scene.judge(pull, (call) => {
        if (call === at) scene.pushes(pull, wider(400));
      });
      if (doings.calls.length <= at) scene.pushes(pull, wider(400));
      expect(scene.green(pull)).toBe(false);
    },
  );
});

describe("what is hidden among much", () => {
  test("5,000 added tools do not hide that another got wider", async () => {
    const many = Array.from(
      { length: 5000 },
      (_, index) => `  - { name: t${index}, inputSchema: { type: object } }`,
    );
    const text = new TextDecoder().decode(bytesOf(wider()["registry/cards/a.yaml"] ?? raw("")));
    const scene = new Scene();
    const pull = scene.opens({ "registry/cards/a.yaml": raw(`${text}${many.join("\n")}\n`) });
    const verdict = await scene.judge(pull);
    expect(scene.green(pull)).toBe(false);
    scene.labels(pull, "alice");
    const again = await scene.judge(pull);
    // Either nothing helps, or the one is named before all the others.
    expect(again.kind === "refused" || verdict.summary.indexOf("200") > 0).toBe(true);
    expect(scene.green(pull)).toBe(again.kind === "passes");
  });
});
