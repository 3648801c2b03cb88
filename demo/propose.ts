import { createTwoFilesPatch } from "diff";
import { newFolder, removeFolders, runAction } from "../test/action/run-action.ts";
import { writesIn } from "../test/github/call-log.ts";
import { checkOut } from "../test/github/checkout.ts";
import { startGitHub } from "../test/github/github.ts";

const SERVERS = "claims-tools everything";
const BRANCH = "toolcard/claims-tools";

/**
 * The built Action, run as a runner runs it, against a GitHub inside this process: it opens one pull request a server that
 * drifted, and a second run writes nothing. Only servers behind a URL: commands never run beside a token.
 * @param registry the registry's files, by their paths in it
 * @param show prints a heading
 * @returns whether all went as it should
 */
export async function proposeOnGitHub(
  registry: ReadonlyMap<string, string>,
  show: (heading: string) => void,
): Promise<boolean> {
  const github = await startGitHub({ start: new Date().toISOString() });
  try {
    github.organization("acme");
    github.user("dana");
    const owners = [".github/CODEOWNERS", "/registry/ @dana\n"] as const;
    const files = [...registry].map(([path, text]) => [`registry/${path}`, text] as const);
    const repo = github.repository("acme/cards", { files: Object.fromEntries([owners, ...files]) });
    repo.collaborator("dana", "write");
    const permissions = {
      contents: "write",
      pull_requests: "write",
      statuses: "write",
      members: "read",
    } as const;
    const app = github.app({ slug: "acme-toolcard", permissions });
    const token = app.install("acme", ["cards"]).token();
    const workspace = newFolder();
    checkOut(repo.state, workspace);
    const step = { workspace, apiUrl: github.url, inputs: { "github-token": token, servers: SERVERS } };

    show("5. The Action, as a runner runs it, opens one pull request a server");
    const first = await runAction(step);
    console.log(first.log);
    const pull = repo.pulls().find(({ head }) => head.ref === BRANCH);
    show(`Pull request ${pull?.number}: ${pull?.title}`);
    console.log(pull?.body);
    const [status] = repo.state.statuses;
    console.log(`\nCommit status ${status?.context}: ${status?.state}, "${status?.description}"`);
    for (const [path, text] of files) {
      const after = repo.read(path, BRANCH) ?? "";
      if (after !== text) console.log(createTwoFilesPatch(path, path, text, after, "", "", { context: 1 }));
    }

    show("6. The same run again: nothing is written");
    const before = github.calls().length;
    const second = await runAction(step);
    console.log(second.log);
    const writes = writesIn(github.calls(before)).length;
    console.log(`${github.calls().length - before} calls, ${writes} of them writes`);
    return first.status === 0 && second.status === 0 && pull !== undefined && writes === 0;
  } finally {
    removeFolders();
    await github.close();
  }
}
