import { GateCache } from "../../src/core/gate/gate-cache.ts";
import { adoptionOf } from "../../src/core/record/adoption.ts";
import { LEDGER_BRANCH, LEDGER_FILE } from "../../src/core/record/ledger.ts";
import type { GateClient } from "../../src/github/gate/client.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import { readSnapshots } from "../../src/github/gate/snapshots.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { linesAfter } from "./world.ts";

/** Begins the record of a repository on the strict GitHub with the registry as it is: alice pushes its branch. */
export async function beginRecord(repo: RepositoryHandle, client: GateClient): Promise<void> {
  const [snapshot] = await readSnapshots([repo.tip() ?? ""], client, createGateMemory());
  if (snapshot === undefined) throw new Error("no commit");
  const adopted = adoptionOf(snapshot, { at: 0, by: "alice", why: "we start" }, new GateCache());
  if (!adopted.ok) throw new Error(JSON.stringify(adopted.problems));
  repo.as("alice").push(LEDGER_BRANCH, { [LEDGER_FILE]: linesAfter([], [adopted.draft]) });
}
