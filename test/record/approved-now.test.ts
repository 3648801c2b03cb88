import { describe, expect, it } from "vitest";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import type { FileAt } from "../../src/core/gate/snapshot.ts";
import type { ContentName } from "../../src/core/record/approved.ts";
import { LEDGER_FILE } from "../../src/core/record/ledger.ts";
import { approvedSeen } from "../../src/jobs/approved-seen.ts";
import { claimsCard, settings } from "../gate/sample.ts";
import { person, pullOf, withFiles } from "../gate/scene.ts";
import { swap } from "../gate/table.ts";
import { CARD } from "./histories.ts";
import { World, type Changes } from "./world.ts";

const SETTINGS = "registry/toolcard.yaml";
const RECORD = "f".repeat(40);
const limit = (most: number): Changes => ({ [CARD]: swap(claimsCard, "500", String(most)) });
const keyOf = ({ entries }: World, key = entries[0]?.hash): Changes => ({
  [SETTINGS]: `${settings}approval: { genesis: "${key}" }\n`,
});

/** A registry whose adoption an owner of the settings merged. */
function adopted(start?: Changes): World {
  const world = new World(start);
  world.land({ pull: { head: keyOf(world), mergedBy: person("ada") } });
  return world;
}

interface Asked {
  /** What the pull request changes. */
  readonly touches?: Changes;
  /** The record as its branch has it; null where there is none. */
  readonly text?: string | null;
  readonly lost?: boolean;
  /** What a base that is not the default branch has otherwise. */
  readonly base?: Changes;
}

/** What the record says of a pull request on the default branch as it is, and how often contents were read. */
async function askedOf(world: World, { touches = limit(400), text = world.text, lost, base }: Asked = {}) {
  const main = world.snapshot(world.tree);
  const head = world.snapshot(withFiles(world.tree, touches));
  const read: string[][] = [];
  const contentOf = (name: ContentName): Uint8Array | undefined => {
    if (name.commit === RECORD && name.file === LEDGER_FILE) return new TextEncoder().encode(text ?? "");
    return lost === true ? undefined : world.contentOf(name);
  };
  const contents = async (names: readonly ContentName[]) => {
    read.push(names.map(({ file }) => file));
    return names.map(contentOf);
  };
  const other = base && world.snapshot(withFiles(world.tree, base));
  const pull = pullOf(main, head, {
    ...(text !== null && { record: RECORD }),
    ...(other && { base: { branch: "other", commit: other.commit } }),
  });
  const snapshots = new Map([main, head, other ?? main].map((each) => [each.commit, each]));
  const said = await approvedSeen({ contents }, pull, { snapshots, cache: new GateCache() });
  const files = said?.files && [...said.files].map(([file, at]) => [file, at && textIn(at)]);
  return { said: said?.fault ?? files, read };
}

function textIn(at: FileAt): string {
  return new TextDecoder().decode(at.kind === "file" ? at.bytes : undefined);
}

describe("what the record says of the files of a pull request", () => {
  it("is nothing, without a read, where there is neither a record nor a key", async () => {
    expect(await askedOf(new World(), { text: null })).toEqual({ said: undefined, read: [] });
  });

  it("is nothing while the adoption is a pull request", async () => {
    const world = new World();
    expect(await askedOf(world, { touches: keyOf(world) })).toEqual({
      said: undefined,
      read: [[LEDGER_FILE]],
    });
  });

  it("is no file, with the record read alone, where all is as it was approved", async () => {
    expect(await askedOf(adopted())).toEqual({ said: [], read: [[LEDGER_FILE]] });
  });

  it("is the approved content of a file that was pushed, if the pull request touches it", async () => {
    const world = adopted();
    world.land({ lands: limit(900) });
    const { said, read } = await askedOf(world);
    expect(said).toEqual([[CARD, claimsCard]]);
    expect(read).toEqual([[LEDGER_FILE], [CARD]]);
    expect(await askedOf(world, { touches: { "README.md": "words" } })).toMatchObject({ said: [] });
    expect(await askedOf(world, { touches: limit(500) })).toEqual({
      said: [[CARD, claimsCard]],
      read: [[LEDGER_FILE]],
    });
    world.land({ pull: { head: limit(450) } });
    expect(await askedOf(world)).toMatchObject({ said: [] });
  });

  it("is no content for a file that was never approved", async () => {
    const world = adopted();
    const file = "registry/cards/other.yaml";
    const card = swap(claimsCard, "claims-tools", "other");
    world.land({ lands: { [file]: card } });
    expect(await askedOf(world, { touches: { [file]: `${card}# words\n` } })).toMatchObject({
      said: [[file, undefined]],
    });
  });

  it("is still there after the key was pushed away, and nothing after an owner took it out", async () => {
    const world = adopted();
    world.land({ lands: limit(900) });
    world.land({ lands: { [SETTINGS]: settings } });
    expect(await askedOf(world)).toMatchObject({ said: [[CARD, claimsCard]] });
    world.land({ pull: { head: { [SETTINGS]: `${settings}# ended\n` }, mergedBy: person("ada") } });
    expect(await askedOf(world)).toMatchObject({ said: undefined });
    world.land({ lands: keyOf(world) });
    expect(await askedOf(world)).toMatchObject({ said: undefined });
  });
});

describe("a record that can't be relied on", () => {
  const world = adopted();
  const bare = new World();
  const lines = world.text.split("\n");
  const behind = adopted();
  const cut = behind.text;
  behind.land({ lands: limit(900) });
  const other = adopted({ "registry/grants/new-bot.yaml": undefined, ...limit(300) });

  it.each<readonly [string, World, Asked, object]>([
    ["is missing", world, { text: null }, { kind: "record-missing" }],
    ["has lost its first line", world, { text: `${lines[1]}\n` }, { kind: "record-broken" }],
    ["has no end", world, { text: world.text.slice(0, -1) }, { kind: "record-broken" }],
    ["is empty", world, { text: "" }, { kind: "record-broken" }],
    ["has a line of another kind", world, { text: `${world.text}{}\n` }, { kind: "record-broken" }],
    ["is another one", world, { text: other.text }, { kind: "record-other" }],
    ["was cut", behind, { text: cut }, { kind: "record-behind", file: CARD }],
    [
      "was cut to its first line",
      world,
      { text: `${lines[0]}\n`, touches: { [SETTINGS]: settings } },
      { kind: "record-behind", file: SETTINGS },
    ],
    ["is missing, by the base", bare, { text: null, base: keyOf(bare) }, { kind: "record-missing" }],
    ["has content that is lost", behind, { lost: true }, { kind: "approved-content-lost", file: CARD }],
  ])("is a fault where it %s", async (_what, on, asked, fault) => {
    expect((await askedOf(on, asked)).said).toEqual(fault);
  });

  it("is none for files that the pull request does not touch", async () => {
    const asked = { touches: { "README.md": "words" } };
    expect((await askedOf(behind, { ...asked, text: cut })).said).toEqual([]);
    expect((await askedOf(behind, { ...asked, lost: true })).said).toEqual([]);
  });
});
