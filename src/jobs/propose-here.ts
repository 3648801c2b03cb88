import { relative, sep } from "node:path";
import { readFile } from "node:fs/promises";
import { plain } from "../core/explain/inert.ts";
import { isObject, own } from "../core/json/value.ts";
import type { Reading } from "../core/reading/reading.ts";
import type { Registry } from "../core/registry/registry.ts";
import { readCodeowners } from "../disk/codeowners.ts";
import { createClient, type Client } from "../github/client.ts";
import { placeOf } from "./place.ts";
import { propose, type Outcome } from "./propose.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A checkout of the repository that is proposed to, and what a person asked of this run. */
export interface Here {
  readonly registry: Registry;
  /** The registry's folder, absolute. */
  readonly folder: string;
  /** The repository's folder, absolute. */
  readonly repository: string;
  readonly readings: readonly Reading[];
  readonly environment: Environment;
  readonly token: string | undefined;
  readonly servers?: readonly string[];
  /** Whether to end the proposals of cards that are gone, too. */
  readonly withGone: boolean;
  /** The servers to propose for in spite of a dismissal or other people's commits; or all. */
  readonly recreate?: readonly string[] | "all";
  readonly maxNew?: number;
  readonly dryRun: boolean;
}

/** What was done for each server; `notRecorded`: why what landed could not be recorded. */
export interface Proposed {
  readonly outcomes: readonly Outcome[];
  readonly notRecorded?: string;
}

/**
 * Proposes on GitHub from a checkout. Which repository, where its API is and what the run's page is, a workflow's
 * environment says: `GITHUB_REPOSITORY`, `GITHUB_API_URL`, `GITHUB_SERVER_URL`, `GITHUB_RUN_ID`.
 * @throws Error when the token or the repository is not said, or when the repository can't be looked at
 */
export async function proposeHere(here: Here): Promise<Proposed> {
  const { environment, token, registry, recreate = [] } = here;
  const { apiUrl, repository, page } = placeOf(environment);
  if (token === undefined || token === "") throw new Error("a token is needed to propose, in GITHUB_TOKEN");
  const client = createClient({ apiUrl, token, repository });
  const outcomes = await propose({
    registry,
    folder: relative(here.repository, here.folder).split(sep).join("/"),
    readings: here.readings,
    client,
    ...(here.servers && { servers: here.servers }),
    defaultBranch: await defaultBranch(environment),
    codeowners: await readCodeowners(here.repository),
    withGone: here.withGone,
    recreate,
    maxNew: here.maxNew ?? registry.settings.scan.maxNewPullRequests,
    dryRun: here.dryRun,
    judge: (pullRequest) => judge(pullRequest, client, page),
    now: Date.now(),
  });
  const notRecorded = here.dryRun ? undefined : await heal(registry, client, page);
  return { outcomes, ...(notRecorded !== undefined && { notRecorded }) };
}

/** What an event should have told of is recorded all the same; why it could not be, as no proposal hangs on it. */
async function heal(registry: Registry, client: Client, url: string): Promise<string | undefined> {
  if (registry.settings.approval.genesis === undefined) return undefined;
  try {
    const { healRecord } = await import("./heal-record.ts");
    await healRecord(registry, client, url);
    return undefined;
  } catch (error) {
    return plain(error instanceof Error ? error.message : String(error), { limit: 400 });
  }
}

/** Judges a proposal that was opened or rewritten: its events start no workflow when a workflow's own token did it. */
async function judge(pullRequest: number, client: Client, url: string): Promise<void> {
  const { lookAtPullRequest } = await import("./look.ts");
  const { createGatePort } = await import("../github/gate-port.ts");
  await lookAtPullRequest(pullRequest, { port: createGatePort(client, { by: "action", url }), by: "action" });
}

/** What the default branch is thought to be called: GitHub's answer decides, a wrong guess costs one read more. */
async function defaultBranch(environment: Environment): Promise<string> {
  const event = await eventOf(environment["GITHUB_EVENT_PATH"]);
  const repository = isObject(event) ? own(event, "repository") : undefined;
  const name = isObject(repository) ? own(repository, "default_branch") : undefined;
  if (typeof name === "string" && name !== "") return name;
  return environment["GITHUB_REF_NAME"] ?? "main";
}

async function eventOf(path: string | undefined): Promise<unknown> {
  if (path === undefined || path === "") return undefined;
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}
