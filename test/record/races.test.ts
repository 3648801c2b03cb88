import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Change } from "../../src/core/record/entry.ts";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import type { Fault } from "../github/faults.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { everyInterleaving, interleave } from "../github/interleave.ts";
import { startRace, type Race } from "./races.ts";
import { cardWith, openPull } from "./seven-landings.ts";
import { saidOf } from "./world.ts";

const mergeOne = (repo: RepositoryHandle): void => {
  repo.as("alice").merge(openPull({ repo }, "one", cardWith("a")));
};

function changesIn(text: string): Change[] {
  const { entries, faults } = readLedger(text);
  expect(faults).toEqual([]);
  return entries.flatMap((entry) => (entry.kind === "change" ? [entry] : []));
}

const push = (repo: RepositoryHandle, field: string) => void repo.as("bob").push("main", cardWith(field));

const MERGED = "one.yaml approved: alice by merge as @alice (line 1); label absent";
const PUSHED = "one.yaml unapproved: no-pull-request";

/** What landed before two meet, and what the record says of it. */
const LANDED: readonly (readonly [what: string, (repo: RepositoryHandle) => void, readonly string[]])[] = [
  ["what an owner merged", mergeOne, [MERGED]],
  [
    "two pushes",
    (repo) => {
      push(repo, "a");
      push(repo, "b");
    },
    [PUSHED, PUSHED],
  ],
  [
    "what an owner merged, and a push",
    (repo) => {
      mergeOne(repo);
      push(repo, "b");
    },
    [MERGED, PUSHED],
  ],
];

/** What the record says when nobody is in the way; and from then on both know what never changes. */
async function alone(land: (repo: RepositoryHandle) => void): Promise<string> {
  const race = await startRace(land);
  for (const { run } of Object.values(race.clients)) {
    race.repo.as("alice").forcePush(LEDGER_BRANCH, race.begun);
    await run();
  }
  await race.github.close();
  return race.text() ?? "";
}

describe("the App and a scan that heals, at once", () => {
  it.each(LANDED)("write %s once, in every order of their calls that can matter", async (_, land, record) => {
    const whole = await alone(land);
    const seen = new Set<string>();
    const runs = await everyInterleaving(
      () => startRace(land),
      async ({ repo, begun, text }: Race, { ended }) => {
        const [parent] = repo.state.objects.commits.get(repo.tip(LEDGER_BRANCH) ?? "")?.parents ?? [];
        const ends = Object.values(ended).map(({ status }) => status);
        seen.add(JSON.stringify([...ends, parent === begun, text() === whole]));
      },
    );
    expect([...seen]).toEqual([JSON.stringify(["fulfilled", "fulfilled", true, true])]);
    expect(changesIn(whole).map(saidOf)).toEqual(record);
    expect(runs).toBeGreaterThan(10);
  });

  const GARBAGE = "garbage\n";
  it.each<[string, (race: Race) => void]>([
    ["deletes its branch", ({ repo }) => repo.as("alice").deleteBranch(LEDGER_BRANCH)],
    [
      "pushes garbage onto it",
      ({ repo, text }) => {
        if (text() !== undefined) repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: GARBAGE });
      },
    ],
    ["takes it back to its beginning", ({ repo, begun }) => repo.as("alice").forcePush(LEDGER_BRANCH, begun)],
  ])("begin nothing anew and spoil nothing when somebody %s in between", async (_, act) => {
    const whole = await alone(mergeOne);
    const race = await startRace(mergeOne);
    const { repo, begun, text } = race;
    const start = text();
    for (let at = 0, isOver = false; !isOver; at += 5) {
      repo.as("alice").forcePush(LEDGER_BRANCH, begun);
      let calls = 0;
      await interleave(race.github, race.clients, (waiting) => {
        if (calls++ === at) act(race);
        const turn = calls % 2 === 0 ? "app" : "healing";
        return waiting.has(turn) ? turn : ([...waiting.keys()][0] ?? "");
      });
      isOver = calls <= at;
      expect([undefined, GARBAGE, start, whole]).toContain(text());
      repo.as("alice").forcePush(LEDGER_BRANCH, begun);
      await race.clients.healing.run();
      expect(text()).toBe(whole);
    }
    await race.github.close();
  });
});

/** A landing of each kind. */
function landEach(repo: RepositoryHandle): void {
  const [alice, bob] = [repo.as("alice"), repo.as("bob")];
  mergeOne(repo);
  alice.merge(openPull({ repo }, "two", cardWith("a", "b")), "squash");
  bob.merge(openPull({ repo }, "three", cardWith("b")), "rebase");
  const reviewed = openPull({ repo }, "four", cardWith("b", "c"));
  alice.review(reviewed, "APPROVE");
  bob.merge(reviewed);
  bob.push("main", cardWith("d"));
}

describe("a crash", () => {
  let race: Race;
  let whole: string;
  let calls: readonly { readonly effect: string }[];
  beforeAll(async () => {
    race = await startRace(landEach);
    // What never changes is known by then.
    await race.clients.healing.run();
    race.repo.as("alice").forcePush(LEDGER_BRANCH, race.begun);
    const before = race.github.calls().length;
    await race.clients.healing.run();
    calls = race.github.calls(before);
    whole = race.text() ?? "";
  });
  afterAll(() => race.github.close());

  it("is looked for in a run that writes an entry for a landing of each kind", () => {
    expect(changesIn(whole).map(({ approved }) => approved)).toEqual([true, true, false, true, false]);
    expect(calls.filter(({ effect }) => effect !== "read")).toHaveLength(3);
  });

  const KINDS: readonly Fault[] = [
    { kind: "drop" },
    { kind: "drop-after" },
    { kind: "half" },
    { kind: "status-after", status: 502 },
  ];

  /** A run in which one call goes wrong; whether it noticed. */
  async function crashed(at: number, fault: Fault): Promise<boolean> {
    race.github.failAt(at + 1, fault);
    const [ended] = await Promise.allSettled([race.clients.healing.run()]);
    race.github.heal();
    return ended?.status === "rejected";
  }

  it("at any read leaves nothing behind", async () => {
    race.repo.as("alice").forcePush(LEDGER_BRANCH, race.begun);
    for (const [at, { effect }] of calls.entries()) {
      const fault = KINDS[at % KINDS.length];
      if (effect !== "read" || fault === undefined || at === calls.length - 1) continue;
      expect([await crashed(at, fault), race.repo.tip(LEDGER_BRANCH)]).toEqual([true, race.begun]);
    }
    await race.clients.app.run();
    expect(race.text()).toBe(whole);
  });

  it("before or after any write leaves what the next run heals", async () => {
    for (const [at, { effect }] of calls.entries()) {
      // A git object that nothing names is as good as none, whatever was answered.
      const faults = effect === "object" ? KINDS.slice(at % 4, (at % 4) + 1) : KINDS;
      for (const fault of effect === "read" ? [] : faults) {
        race.repo.as("alice").forcePush(LEDGER_BRANCH, race.begun);
        // Of the last one it can be seen that it took effect.
        expect((await crashed(at, fault)) || race.text() === whole).toBe(true);
        if (race.text() !== whole) await race.clients.app.run();
        expect(race.text()).toBe(whole);
      }
    }
  });
});
