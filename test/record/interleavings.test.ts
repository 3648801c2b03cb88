import { expect, it } from "vitest";
import { LEDGER_BRANCH, LEDGER_FILE, readLedger } from "../../src/core/record/ledger.ts";
import { createClient } from "../../src/github/client.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { everyInterleaving } from "../github/interleave.ts";
import { startScene } from "../propose-shell/scene.ts";
import { beginRecord } from "./begin.ts";
import { cardWith } from "./seven-landings.ts";
import { saidOf } from "./world.ts";

const PATIENCE = 120_000;

/** A repository with a record that is behind, and writers of it. */
async function start(landings: (repo: RepositoryHandle) => void) {
  const { github, repo, installation, token } = await startScene();
  const clientOf = (own: string) =>
    createClient({ apiUrl: github.url, token: own, repository: repo.fullName(), retries: 0 });
  await beginRecord(repo, clientOf(token));
  landings(repo);
  const clients = Object.fromEntries(
    ["left", "right"].map((name) => {
      const own = installation.token();
      const port = createRecordPort(clientOf(own), { by: "action", url: "https://github.example/run" });
      return [name, { token: own, run: () => recordLandings(port) }];
    }),
  );
  return { github, repo, clients };
}

/** Every commit of the record's branch adds lines to the one before, and takes none away. */
function textsOf(repo: RepositoryHandle, github: GitHub): string[] {
  expect(github.failures).toEqual([]);
  const texts: string[] = [];
  const { objects } = repo.state;
  for (let at = repo.tip(LEDGER_BRANCH); at !== undefined; at = objects.commits.get(at)?.parents[0]) {
    const text = repo.read(LEDGER_FILE, at);
    if (text === undefined) break;
    texts.unshift(text);
  }
  for (const [at, text] of texts.entries()) expect(text.startsWith(texts[at - 1] ?? "")).toBe(true);
  return texts;
}

const PUSHED = "one.yaml unapproved: no-pull-request";
const push = (repo: RepositoryHandle, field: string) => void repo.as("bob").push("main", cardWith(field));

function merge(repo: RepositoryHandle, field: string): void {
  repo.as("bob").push("work", cardWith(field));
  repo.as("alice").merge(repo.as("bob").openPull("work", "main", "Change"));
}

const RACES: readonly (readonly [string, (repo: RepositoryHandle) => void, readonly string[]])[] = [
  ["what was pushed", (repo) => push(repo, "a"), [PUSHED]],
  [
    "two landings",
    (repo) => {
      push(repo, "a");
      push(repo, "b");
    },
    [PUSHED, PUSHED],
  ],
  [
    "what an owner merged, and what was pushed",
    (repo) => {
      merge(repo, "a");
      push(repo, "b");
    },
    ["one.yaml approved: alice by merge as @alice (line 1); label absent", PUSHED],
  ],
];

it.each(RACES)(
  "two writers at once record %s once, in whatever order their calls come",
  async (_, landings, record) => {
    const runs = await everyInterleaving(
      () => start(landings),
      async ({ github, repo }, { ended }) => {
        for (const { status } of Object.values(ended)) expect(status).toBe("fulfilled");
        const { entries, faults } = readLedger(textsOf(repo, github).at(-1) ?? "");
        expect(faults).toEqual([]);
        const said = entries.flatMap((entry) => (entry.kind === "change" ? [saidOf(entry)] : []));
        expect(said).toEqual(record);
      },
    );
    expect(runs).toBeGreaterThan(5);
  },
  PATIENCE,
);
