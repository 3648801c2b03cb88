import type {
  BrokenModel,
  CardModel,
  Content,
  EnrolmentModel,
  GrantsModel,
  OwnersModel,
  SettingsModel,
  ToolModel,
  Tree,
} from "./content.ts";
import { CODEOWNERS_PLACES, DEFAULTS, viewOf } from "./facts.ts";

/** The repository that every run begins with. */
export function firstTree(): Tree {
  return new Map<string, Content>([
    ["README.md", { kind: "raw", text: "# Tools\n" }],
    ["registry/toolcard.yaml", DEFAULTS],
    ["registry/cards/a.yaml", cardOf("a", 1, [toolOf("read"), toolOf("write")])],
    ["registry/cards/b.yaml", { ...cardOf("b", 2, [toolOf("send")]), suspended: true, retired: ["old"] }],
    [
      "registry/grants/x.yaml",
      grantsOf("x", [{ server: "a", id: 1, grants: [{ tool: "read", job: "night" }] }]),
    ],
    ["registry/grants/y.yaml", grantsOf("y", [{ server: "b", id: 2, grants: [] }])],
    [
      "CODEOWNERS",
      {
        kind: "owners",
        lines: [
          { path: "*", owners: ["@olga"] },
          { path: "/registry/cards/a.yaml", owners: ["@Alice", "@acme/ghosts"] },
          { path: "/registry/cards/b.yaml", owners: ["@acme/claims"] },
          { path: "/registry/grants/", owners: ["@carol"] },
          { path: "/tools/cards/", owners: ["@alice"] },
        ],
      },
    ],
    [".github/workflows/gate.yml", { kind: "workflow", toolcard: true, version: 1 }],
    [".github/workflows/test.yml", { kind: "workflow", toolcard: false, version: 1 }],
  ]);
}

export function toolOf(name: string): ToolModel {
  return {
    name,
    fields: ["kind"],
    maxLength: 100,
    closed: true,
    outputs: ["done"],
    readOnly: true,
    description: 0,
    fallback: 0,
  };
}

export function cardOf(server: string, id: number, tools: readonly ToolModel[]): CardModel {
  return { kind: "card", server, id, revision: 1, url: id, notes: 0, suspended: false, retired: [], tools };
}

export function grantsOf(agent: string, enrolments: readonly EnrolmentModel[]): GrantsModel {
  return { kind: "grants", agent, enrolments };
}

/** One file put in place of another, or taken away. */
export function withFile(tree: Tree, path: string, content: Content | undefined): Tree {
  const changed = new Map(tree);
  if (content === undefined) changed.delete(path);
  else changed.set(path, content);
  return changed;
}

/** An edit of a repository by chance: the number chooses between what it could be done to. */
type Edit = (tree: Tree, roll: number) => Tree;

function pick<Item>(from: readonly Item[], roll: number): Item | undefined {
  return from[roll % from.length];
}

/** An edit of some card; the revision rises where tools or the connection do. */
function card(change: (model: CardModel, roll: number) => CardModel, rises = true): Edit {
  return (tree, roll) => {
    const found = pick(viewOf(tree).cards, roll);
    if (found === undefined) return tree;
    const changed = change(found.model, Math.floor(roll / 7));
    return withFile(tree, found.path, { ...changed, revision: found.model.revision + (rises ? 1 : 0) });
  };
}

function tool(change: (model: ToolModel, roll: number) => ToolModel): Edit {
  return card((model, roll) => {
    const chosen = pick(model.tools, roll);
    const tools = model.tools.map((each) => (each === chosen ? change(each, Math.floor(roll / 3)) : each));
    return { ...model, tools };
  });
}

function grants(change: (model: GrantsModel, roll: number, tree: Tree) => GrantsModel): Edit {
  return (tree, roll) => {
    const found = pick(viewOf(tree).grants, roll);
    return found === undefined
      ? tree
      : withFile(tree, found.path, change(found.model, Math.floor(roll / 5), tree));
  };
}

function settings(change: (model: SettingsModel, roll: number) => SettingsModel): Edit {
  return (tree, roll) => {
    const path = `${viewOf(tree).folder ?? "registry"}/toolcard.yaml`;
    const file = tree.get(path);
    return withFile(tree, path, change(file?.kind === "settings" ? file : DEFAULTS, roll));
  };
}

function owners(change: (model: OwnersModel, roll: number) => OwnersModel): Edit {
  return (tree, roll) => {
    const path = CODEOWNERS_PLACES.find((place) => tree.has(place)) ?? "CODEOWNERS";
    const file = tree.get(path);
    return withFile(tree, path, change(file?.kind === "owners" ? file : { kind: "owners", lines: [] }, roll));
  };
}

const FIELDS = ["kind", "visibility", "owner"] as const;
const TOOLS = ["read", "write", "send", "drop"] as const;
const JOBS = ["night", "day"] as const;
const LABELS = ["widens-scope", "Wider"] as const;

/** A list without an item that it had, or with one that it lacked. */
export function toggled<Item>(list: readonly Item[], item: Item | undefined): Item[] {
  if (item === undefined) return [...list];
  return list.includes(item) ? list.filter((each) => each !== item) : [...list, item];
}

const flipped = { label: "note", note: "label" } as const;

/** Edits that leave a valid registry valid, mostly. */
export const EDITS: Readonly<Record<string, Edit>> = {
  "a field comes or goes": tool((model, roll) => ({
    ...model,
    fields: toggled(model.fields, pick(FIELDS, roll)),
  })),
  "maxLength differs": tool((model, roll) => ({ ...model, maxLength: pick([50, 100, 200], roll) ?? 100 })),
  "a schema opens or closes": tool((model) => ({ ...model, closed: !model.closed })),
  "an output field comes or goes": tool((model) => ({ ...model, outputs: toggled(model.outputs, "more") })),
  "readOnlyHint differs": tool((model) => ({ ...model, readOnly: !model.readOnly })),
  "a description differs": tool((model) => ({ ...model, description: model.description + 1 })),
  "a default differs": tool((model) => ({ ...model, fallback: model.fallback + 1 })),
  "a tool is added": card((model, roll) => {
    const name = pick(TOOLS, roll) ?? "read";
    const there = model.tools.some((each) => each.name === name);
    return there ? model : { ...model, tools: [...model.tools, toolOf(name)] };
  }),
  "a tool is removed with its grants": (tree, roll) => {
    const { cards, grants: files } = viewOf(tree);
    const found = pick(cards, roll);
    const gone = pick(found?.model.tools ?? [], Math.floor(roll / 7));
    if (found === undefined || gone === undefined) return tree;
    const { model, path } = found;
    const tools = model.tools.filter((each) => each !== gone);
    const retired = [...new Set([...model.retired, gone.name])];
    let changed = withFile(tree, path, { ...model, tools, retired, revision: model.revision + 1 });
    for (const file of files) {
      const enrolments = file.model.enrolments.map((each) =>
        each.server === model.server
          ? { ...each, grants: each.grants.filter((one) => one.tool !== gone.name) }
          : each,
      );
      changed = withFile(changed, file.path, { ...file.model, enrolments });
    }
    return changed;
  },
  "a typo in notes": card((model) => ({ ...model, notes: model.notes + 1 }), false),
  "suspended comes or goes": card((model) => ({ ...model, suspended: !model.suspended }), false),
  "retired grows or shrinks": card(
    (model) => ({ ...model, retired: toggled(model.retired, "older") }),
    false,
  ),
  "the address differs": card((model, roll) => ({ ...model, url: pick([1, 2, 10, 11], roll) ?? 10 })),
  "the id differs": card((model, roll) => ({ ...model, id: 20 + (roll % 5) })),
  "a card is added": (tree, roll) => {
    const name = pick(["c", "d"], roll) ?? "c";
    const path = `${viewOf(tree).folder ?? "registry"}/cards/${name}.yaml`;
    return tree.has(path) ? tree : withFile(tree, path, cardOf(name, 30 + (roll % 6), [toolOf("read")]));
  },
  "a card is deleted with its enrolments": (tree, roll) => {
    const { cards, grants: files } = viewOf(tree);
    const found = pick(cards, roll);
    if (found === undefined) return tree;
    let changed = withFile(tree, found.path, undefined);
    for (const { path, model } of files) {
      const enrolments = model.enrolments.filter((each) => each.server !== found.model.server);
      changed = withFile(changed, path, { ...model, enrolments });
    }
    return changed;
  },
  "a card is renamed": (tree, roll) => {
    const found = pick(viewOf(tree).cards, roll);
    const { folder } = viewOf(tree);
    if (found === undefined || tree.has(`${folder}/cards/e.yaml`)) return tree;
    return withFile(withFile(tree, found.path, undefined), `${folder}/cards/e.yaml`, {
      ...found.model,
      server: "e",
    });
  },
  "a grant comes or goes": grants((model, roll, tree) => {
    const at = roll % Math.max(1, model.enrolments.length);
    const enrolments = model.enrolments.map((each, index) => {
      const found = viewOf(tree).cards.find((one) => one.model.server === each.server);
      const named = pick(found?.model.tools ?? [], Math.floor(roll / 2))?.name;
      if (index !== at || named === undefined) return each;
      const job = pick(JOBS, Math.floor(roll / 4)) ?? "day";
      const had = each.grants.some((grant) => grant.tool === named && grant.job === job);
      const kept = each.grants.filter((grant) => grant.tool !== named || grant.job !== job);
      return { ...each, grants: had ? kept : [...kept, { tool: named, job }] };
    });
    return { ...model, enrolments };
  }),
  "an enrolment comes or goes": grants((model, roll, tree) => {
    const found = pick(viewOf(tree).cards, roll)?.model;
    if (found === undefined) return model;
    const kept = model.enrolments.filter(({ server }) => server !== found.server);
    if (kept.length < model.enrolments.length) return { ...model, enrolments: kept };
    return { ...model, enrolments: [...kept, { server: found.server, id: found.id, grants: [] }] };
  }),
  "a grants file is copied or deleted": (tree, roll) => {
    const { grants: files, folder } = viewOf(tree);
    const found = pick(files, roll);
    const path = `${folder ?? "registry"}/grants/z.yaml`;
    if (found === undefined) return tree;
    return withFile(tree, path, tree.has(path) ? undefined : { ...found.model, agent: "z" });
  },
  "a rule of the settings differs": settings((model, roll) => {
    const key = pick(["output", "undeclared", "wording", "behaviour"] as const, roll) ?? "output";
    return { ...model, [key]: flipped[model[key]] };
  }),
  "labelBy differs": settings((model, roll) => ({
    ...model,
    labelBy: pick(["owner", "owner", "writer", "anyone"] as const, roll) ?? "owner",
  })),
  "the label's name differs": settings((model, roll) => ({ ...model, label: pick(LABELS, roll) ?? "Wider" })),
  "a number of the settings differs": settings((model, roll) => ({
    ...model,
    maxAge: pick([60, 90], roll) ?? 60,
  })),
  "a comment of the settings differs": settings((model, roll) => ({ ...model, comment: roll })),
  "a line of CODEOWNERS comes": owners((model, roll) => {
    const path = pick(
      ["/registry/cards/a.yaml", "/registry/cards/", "/registry/", "/docs/", "/CODEOWNERS"],
      roll,
    );
    const who = pick([["@mallory"], ["@alice"], ["@olga"], ["@acme/claims"], []], Math.floor(roll / 5)) ?? [];
    return { ...model, lines: [...model.lines, { path: path ?? "*", owners: who }] };
  }),
  "a line of CODEOWNERS goes": owners((model) => ({ ...model, lines: model.lines.slice(0, -1) })),
  "CODEOWNERS in an earlier place comes or goes": (tree, roll) => {
    const path = ".github/CODEOWNERS";
    if (tree.has(path)) return withFile(tree, path, undefined);
    const lines = [{ path: "*", owners: pick([["@mallory"], ["@olga"]], roll) ?? [] }];
    return withFile(tree, path, { kind: "owners", lines });
  },
  "the gate's workflow differs": (tree, roll) =>
    withFile(tree, ".github/workflows/gate.yml", {
      kind: "workflow",
      toolcard: roll % 3 > 0,
      version: roll % 4,
    }),
  "another workflow differs": (tree, roll) =>
    withFile(tree, ".github/workflows/test.yml", {
      kind: "workflow",
      toolcard: roll % 5 === 0,
      version: roll % 4,
    }),
  "a workflow is deleted": (tree, roll) =>
    withFile(tree, pick([".github/workflows/gate.yml", ".github/workflows/test.yml"], roll) ?? "", undefined),
  "another file differs": (tree, roll) =>
    withFile(tree, "README.md", { kind: "raw", text: `# Tools ${roll}\n` }),
  "the registry moves": (tree) => {
    const from = viewOf(tree).folder ?? "registry";
    const to = from === "registry" ? "tools" : "registry";
    const moved = [...tree].map(([path, content]): [string, Content] =>
      path.startsWith(`${from}/`) ? [`${to}${path.slice(from.length)}`, content] : [path, content],
    );
    return withFile(new Map(moved), ".github/toolcard.yml", { kind: "folder", registry: to });
  },
};

/** Edits after which a registry is invalid, mostly. */
export const FAULTS: Readonly<Record<string, Edit>> = {
  "a file breaks": (tree, roll) => {
    const { folder, cards, grants: files } = viewOf(tree);
    const paths = [
      ...cards.map(({ path }) => path),
      ...files.map(({ path }) => path),
      `${folder}/toolcard.yaml`,
    ];
    const ways: readonly BrokenModel["how"][] = [
      "yaml",
      "alias",
      "utf8",
      "shape",
      "link",
      "submodule",
      "folder",
      "large",
    ];
    const how = pick(ways, Math.floor(roll / 7)) ?? "yaml";
    return withFile(tree, pick(paths, roll) ?? "README.md", { kind: "broken", how });
  },
  "a revision falls": card((model) => ({ ...model, revision: Math.max(1, model.revision - 1) }), false),
  "a card is copied with its id": (tree, roll) => {
    const { folder, cards } = viewOf(tree);
    const found = pick(cards, roll);
    if (found === undefined) return tree;
    return withFile(tree, `${folder}/cards/f.yaml`, { ...found.model, server: "f" });
  },
  "a tool is removed under its grants": card((model) => ({ ...model, tools: model.tools.slice(1) })),
  "an enrolment names another id": grants((model) => ({
    ...model,
    enrolments: model.enrolments.map((each) => ({ ...each, id: each.id + 1 })),
  })),
  "a card goes under its enrolments": (tree, roll) =>
    withFile(tree, pick(viewOf(tree).cards, roll)?.path ?? "", undefined),
  "where the registry is can't be read": (tree, roll) =>
    withFile(tree, ".github/toolcard.yml", {
      kind: "broken",
      how: pick(["yaml", "shape"] as const, roll) ?? "yaml",
    }),
};
