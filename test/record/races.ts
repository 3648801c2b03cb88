/** A repository with a record to which landings are to be added, and two who write it: the App, and a scan that heals. */
import { createClient } from "../../src/github/client.ts";
import { createGateMemory } from "../../src/github/gate/memory.ts";
import type { Publisher } from "../../src/github/gate/own-verdicts.ts";
import { LEDGER_BRANCH, LEDGER_FILE } from "../../src/core/record/ledger.ts";
import { createRecordPort } from "../../src/github/record-port.ts";
import { recordLandings, type Recorded } from "../../src/jobs/record.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { startScene } from "../propose-shell/scene.ts";
import { beginRecord } from "./begin.ts";

/** Somebody who writes the record. */
interface Writer {
  readonly token: string;
  readonly run: () => Promise<Recorded>;
}

/** One fresh world. */
export interface Race {
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  /** The head of the record's branch before anything was added. */
  readonly begun: string;
  readonly clients: { readonly app: Writer; readonly healing: Writer };
  /** The record as it is; undefined where it is gone. */
  readonly text: () => string | undefined;
}

/** What never changes on GitHub is the same in every world, and is read once by each. */
const memories = { app: createGateMemory(), action: createGateMemory() };

/** Begins a record, and lets something land behind its back. */
export async function startRace(land: (repo: RepositoryHandle) => void): Promise<Race> {
  const { github, repo } = await startScene();
  const clientFor = (token: string) =>
    createClient({ apiUrl: github.url, token, repository: repo.fullName(), retries: 0 });
  const writer = (token: string, publisher: Publisher): Writer => ({
    token,
    run: () => recordLandings(createRecordPort(clientFor(token), publisher, memories[publisher.by])),
  });
  const app = github.app({
    slug: "toolcard",
    permissions: { checks: "write", contents: "write", pull_requests: "read" },
    events: [],
  });
  const token = github.actionsToken(repo, { contents: "write", pull_requests: "read", statuses: "read" });
  await beginRecord(repo, clientFor(token));
  const begun = repo.tip(LEDGER_BRANCH) ?? "";
  land(repo);
  return {
    github,
    repo,
    begun,
    clients: {
      app: writer(app.install("acme").token(), { by: "app", appId: app.id }),
      healing: writer(token, { by: "action", url: "https://github.example/run" }),
    },
    text: () => repo.read(LEDGER_FILE, LEDGER_BRANCH),
  };
}
