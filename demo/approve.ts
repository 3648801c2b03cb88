import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder, removeFolders, runAction, type Step } from "../test/action/run-action.ts";
import { checkOut } from "../test/github/checkout.ts";
import { startGitHub, type GitHub } from "../test/github/github.ts";
import type { RepositoryHandle } from "../test/github/handles.ts";

const MAIN = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));
const LEDGER = "toolcard-approvals";
const SETTINGS = "registry/toolcard.yaml";
const GRANTS = "registry/grants/intake-bot.yaml";
const CALL = ["--agent", "intake-bot", "--job", "nightly", "--server", "claims-tools"];

/** The repository of the story, with whatever acts in it. */
interface Story {
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  readonly token: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * From a drift to its record, and what the record is for: a pull request that is red until an owner puts the label on, the
 * merge, who approved it, and then a grant that somebody pushes behind everyone's back.
 * @param registry the registry's files, by their paths in it
 * @param show prints a heading
 * @returns whether all went as it should
 */
export async function approveOnGitHub(
  registry: ReadonlyMap<string, string>,
  environment: Story["environment"],
  show: (heading: string) => void,
): Promise<boolean> {
  const github = await startGitHub({ start: new Date().toISOString() });
  try {
    const story = startStory(github, registry, environment);
    const { repo } = story;

    show("7. The record of approvals begins, and an owner's merge approves that:  toolcard approvals adopt");
    await adopt(story);

    show("8. A drift again: its check is red until an owner puts the label on");
    await act(story, "schedule", { mode: "scan", servers: "claims-tools" });
    const pull = repo.pulls().find(({ head }) => head.ref === "toolcard/claims-tools");
    const number = pull?.number ?? 0;
    const red = tellStatus(story);
    repo.as("dana").label(number, "widens-scope");
    await act(
      story,
      "pull_request_target",
      { mode: "gate" },
      { action: "labeled", pull_request: { number } },
    );
    console.log("dana, who owns the registry, puts the label widens-scope on.");
    const green = tellStatus(story);

    show("9. She merges it, and that is recorded:  the Action with mode: record");
    repo.as("dana").merge(number);
    const recorded = await act(story, "push", { mode: "record" });
    console.log(recorded.log.replaceAll(/^::.*\n/gm, ""));
    const clean = await toolcard(story, "verify");
    const online = await toolcard(withGitHub(story), "verify", "--online");
    const before = await toolcard(story, "authorize", ...CALL, "--tool", "create_note");

    show("10. Somebody pushes a grant behind everyone's back:  toolcard verify, toolcard authorize");
    const grants = repo.read(GRANTS) ?? "";
    const line = "      - { tool: create_note, job: claims-intake }\n";
    repo
      .as("mallory")
      .push("main", { [GRANTS]: grants.replace(line, `${line}${line.replace("claims-intake", "nightly")}`) });
    await act(story, "push", { mode: "record" });
    const found = await toolcard(story, "verify");
    const after = await toolcard(story, "authorize", ...CALL, "--tool", "create_note");
    const approved = await toolcard(
      story,
      "authorize",
      ...CALL.with(3, "claims-intake"),
      "--tool",
      "create_note",
      "--arguments",
      '{"claim_id": "C-123456", "text": "seen"}',
    );
    const issue = repo.issues().find(({ state }) => state === "open");
    console.log(`Issue ${issue?.number}: ${issue?.title}`);

    return (
      red === "failure" &&
      green === "success" &&
      recorded.log.includes("dana merged it") &&
      [clean, online, before, found, after, approved].join() === "0,0,2,2,2,0" &&
      issue?.title === "Unapproved change: the grants of intake-bot"
    );
  } finally {
    removeFolders();
    await github.close();
  }
}

function startStory(
  github: GitHub,
  registry: ReadonlyMap<string, string>,
  environment: Story["environment"],
): Story {
  github.organization("acme");
  for (const login of ["dana", "mallory"]) github.user(login);
  const owners = ["CODEOWNERS", "/registry/ @dana\n"] as const;
  const files = [...registry].map(([path, text]) => [`registry/${path}`, text] as const);
  const repo = github.repository("acme/cards", { files: Object.fromEntries([owners, ...files]) });
  repo.collaborator("dana", "write");
  repo.collaborator("mallory", "write");
  const permissions = {
    contents: "write",
    issues: "write",
    pull_requests: "write",
    statuses: "write",
    members: "read",
  } as const;
  const app = github.app({ slug: "acme-toolcard", permissions });
  return { github, repo, token: app.install("acme", ["cards"]).token(), environment };
}

/** Begins the record in a clone, pushes its branch, and merges the pull request that says so. */
async function adopt(story: Story): Promise<void> {
  const { repo } = story;
  const clone = newFolder();
  checkOut(repo.state, clone);
  await run(story, clone, "approvals", "adopt", "--by", "dana", "--why", "the registry as it was reviewed");
  const text = execFileSync("git", ["show", `${LEDGER}:approvals.jsonl`], { cwd: clone, encoding: "utf8" });
  await pushLedger(story, text);
  repo.as("dana").push("adopt", { [SETTINGS]: readFileSync(join(clone, SETTINGS), "utf8") });
  repo.as("dana").merge(repo.as("dana").openPull("adopt", "main", "Use the record of approvals"));
  await act(story, "push", { mode: "record" });
}

/** What `git push origin toolcard-approvals` does: the branch begins with this file and nothing before it. */
async function pushLedger({ github, token }: Story, text: string): Promise<void> {
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${github.url}/repos/acme/cards/git/${path}`, {
      method: "POST",
      headers: { authorization: `token ${token}`, accept: "application/vnd.github+json" },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { sha: string }).sha;
  };
  const file = { path: "approvals.jsonl", mode: "100644", type: "blob", content: text };
  const tree = await post("trees", { tree: [file] });
  const commit = await post("commits", { message: "Begin the record of approvals", tree, parents: [] });
  await post("refs", { ref: `refs/heads/${LEDGER}`, sha: commit });
}

/** One step of a workflow that uses the built Action, as a runner runs it. */
function act(
  { github, repo, token }: Story,
  name: string,
  inputs: Readonly<Record<string, string>>,
  event: unknown = { ref: "refs/heads/main", repository: { default_branch: "main" } },
): Promise<Step> {
  const workspace = newFolder();
  checkOut(repo.state, workspace);
  return runAction({
    workspace,
    apiUrl: github.url,
    inputs: { "github-token": token, ...inputs },
    env: { GITHUB_EVENT_NAME: name },
    event,
  });
}

function tellStatus({ repo }: Story): string | undefined {
  const status = repo.state.statuses.at(-1);
  console.log(`Commit status ${status?.context}: ${status?.state}, "${status?.description}"`);
  return status?.state;
}

/** The same story for a command that asks GitHub. */
function withGitHub(story: Story): Story {
  const { environment, github, token } = story;
  const there = { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: "acme/cards", GITHUB_TOKEN: token };
  return { ...story, environment: { ...environment, ...there } };
}

/** Runs a command in a fresh clone, as anybody may; gives its exit status. */
function toolcard(story: Story, ...command: readonly string[]): Promise<number> {
  const clone = newFolder();
  checkOut(story.repo.state, clone);
  return run(story, clone, ...command);
}

function run({ environment: env }: Story, cwd: string, ...command: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [MAIN, ...command], { cwd, env: { ...env } }, (error, out, err) => {
      const status = error === null ? 0 : error.code;
      console.log(`$ toolcard ${command.join(" ")}\n${out}${err}(exit status ${status})\n`);
      if (typeof status === "number") resolve(status);
      else reject(error ?? new Error("toolcard did not start"));
    });
  });
}
