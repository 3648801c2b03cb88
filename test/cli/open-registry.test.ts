import { describe, expect, it } from "vitest";
import { processIo } from "../../src/cli/io.ts";
import { openRegistry } from "../../src/cli/open-registry.ts";
import { cardText, sandbox } from "./sandbox.ts";

const url = "https://tools.example.com/mcp";
const one = { "registry/cards/one.yaml": cardText(url, []) };
const repository = { ".git/HEAD": "", "src/x": "" };
const nothing = "there is no registry here";

/** Where files are, which folder commands run in, what they are told, and which folder they open. */
const CASES: [
  what: string,
  files: Record<string, string>,
  cwd: string,
  argument: string | undefined,
  opened: string,
  problem?: string,
][] = [
  ["the repository's, when none is named", { ...repository, ...one }, "src", undefined, "registry"],
  ["the named one", { ...repository, "a/cards/one.yaml": cardText(url, []) }, "src", "../a", "a"],
  ["the one that the named folder holds", { ...repository, ...one }, ".", ".", "registry"],
  [
    "the one in the named folder, without a repository",
    { "x/registry/toolcard.yaml": "" },
    ".",
    "x",
    "x/registry",
  ],
  [
    "the current folder, if it is one by itself",
    { "cards/one.yaml": cardText(url, []) },
    ".",
    undefined,
    ".",
  ],
  [
    "registry, beside a folder that is called cards",
    { ...repository, ...one, "cards/king.png": "" },
    ".",
    undefined,
    "registry",
  ],
  [
    "the one in the named folder, which is not the repository's",
    { ...repository, ...one, "a/registry/cards/one.yaml": cardText(url, []) },
    ".",
    "a",
    "a/registry",
  ],
  [
    "no other one than the named, when nothing is there",
    { ...repository, ...one },
    ".",
    "regsitry",
    "regsitry",
    nothing,
  ],
  ["no other one than the named, when it is none", { ...repository, ...one }, ".", "src", "src", nothing],
  [
    "no other one than the named, when it is a file",
    { ...repository, ...one },
    ".",
    "src/x",
    "src/x",
    "this is no folder",
  ],
  ["an empty folder as none", { "empty/x": "" }, ".", "empty", "empty/registry", nothing],
];

describe("the registry that a command opens is", () => {
  it.each(CASES)("%s", async (_what, files, cwd, argument, opened, problem) => {
    const { folder } = sandbox(files);
    const at = (path: string) => (path === "." ? folder : `${folder}/${path}`);
    const open = await openRegistry(argument, { ...processIo(), cwd: at(cwd) });
    expect(open.folder).toBe(at(opened));
    expect(open.registry.problems.map(({ what }) => what)).toEqual(problem === undefined ? [] : [problem]);
  });
});
