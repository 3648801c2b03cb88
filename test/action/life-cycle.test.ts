import { writesIn } from "../github/call-log.ts";
import { afterAll, expect, test } from "vitest";
import { addDeclined } from "../../src/core/update/card.ts";
import { toolDigest } from "../../src/core/tool/normal.ts";
import { BRANCH, CARD, GRANTS, NEW, NEWER, OLD, tool } from "../propose-shell/scene.ts";
import { commandsIn, removeFolders } from "./run-action.ts";
import { ACTIONS_PERMISSIONS, startStage, type Acted, type ActOptions, type Stage } from "./stage.ts";

afterAll(removeFolders);

/** One row of the life cycle: what has happened, and what the built Action makes of it. */
interface Row {
  readonly row: string;
  readonly settings?: string;
  /** Brings the stage to where the row starts; the server lists NEW unless it says otherwise. */
  arrange(stage: Stage): Promise<void> | void;
  /** How the run is told from the usual one. */
  readonly act?: ActOptions;
  /** What the summary says of the server. */
  readonly says: RegExp;
  readonly writes: number;
  /** The step's exit status; 0 where left out. */
  readonly status?: number;
  /** Open pull requests of ours afterwards. */
  readonly open: number;
  check?(stage: Stage, acted: Acted): void;
}

const card = ({ repo }: Pick<Stage, "repo">, at = "main"): string => repo.read(CARD, at) ?? "";

async function proposed(stage: Stage): Promise<void> {
  await stage.runQuickly();
}

/** A person adds a commit to our branch that says no to the live form of a tool. */
function decline(stage: Stage, name: string): void {
  const live = NEW.find((each) => each.name === name) ?? tool(name);
  const text = addDeclined(card(stage, BRANCH), { name, digest: toolDigest(live) });
  stage.repo.as("alice").push(BRANCH, { [CARD]: text });
}

const ROWS: readonly Row[] = [
  {
    row: "a new drift: branch, pull request, verdict",
    arrange: () => {},
    says: /opens a proposal: a new drift/,
    writes: 5,
    open: 1,
    check: ({ repo }) => {
      const { sha } = repo.pull(1).head;
      expect(repo.state.statuses).toMatchObject([{ sha, state: "failure", context: "toolcard/scope" }]);
      expect(repo.state.statuses[0]?.description).toMatch(/label/);
      expect(repo.pull(1).head.sha).toBe(repo.tip(BRANCH));
    },
  },
  {
    row: "no drift: nothing",
    arrange: ({ serve }) => serve(OLD),
    says: /1 in line with the card/,
    writes: 0,
    open: 0,
    check: (_, { calls }) => expect(calls).toHaveLength(1),
  },
  {
    row: "the same drift: no write, one read",
    arrange: proposed,
    says: /proposal #1 is up to date/,
    writes: 0,
    open: 1,
    check: (_, { calls }) => expect(calls).toHaveLength(1),
  },
  {
    row: "a leftover branch of ours, as of a run that was cut off: the pull request is opened, nothing is pushed",
    arrange: async (stage) => {
      stage.github.failWhen(({ operation }) => operation === "pulls/create", { kind: "drop" });
      await stage.runQuickly();
      stage.github.heal();
    },
    says: /opens a proposal/,
    writes: 2,
    open: 1,
  },
  {
    row: "a leftover branch with a commit of somebody: kept, and we stop",
    arrange: ({ repo }) => void repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" }),
    says: /stops: the branch is there already, with commits of others/,
    writes: 0,
    open: 0,
    check: ({ repo }) => expect(repo.read("notes.txt", BRANCH)).toBe("mine\n"),
  },
  {
    row: "the base moved, the card did not: no write",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("bob").push("main", { "README.md": "moved on\n" });
    },
    says: /is up to date/,
    writes: 0,
    open: 1,
  },
  {
    row: "the base moved with the card: rebuilt on it",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo
        .as("bob")
        .push("main", { [CARD]: card(stage).replace("# what people wrote", "# something else") });
    },
    says: /rewrites proposal #1: its files changed on the default branch/,
    writes: 4,
    open: 1,
    check: (stage) => {
      expect(card(stage, BRANCH)).toContain("# something else");
      expect(stage.repo.state.objects.commits.get(stage.repo.tip(BRANCH) ?? "")?.parents).toEqual([
        stage.repo.tip(),
      ]);
    },
  },
  {
    row: "the base was force-pushed: rebuilt",
    arrange: async (stage) => {
      const alice = stage.repo.as("alice");
      const root = stage.repo.tip() ?? "";
      alice.push("main", { "README.md": "one\n" });
      await proposed(stage);
      alice.push("main", { "README.md": "two\n" }, { force: true, onto: root });
    },
    says: /rewrites proposal #1: the default branch was force-pushed/,
    writes: 4,
    open: 1,
  },
  {
    row: "a commit of somebody on our branch: kept, and said once",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
      stage.serve(NEWER);
    },
    says: /stops at #1: its branch has commits of others/,
    // The comment, and the status that a head of ours is never without.
    writes: 2,
    open: 1,
    check: ({ repo }) => {
      expect(repo.read("notes.txt", BRANCH)).toBe("mine\n");
      expect(repo.pull(1).comments).toMatchObject([{ author: "toolcard[bot]" }]);
    },
  },
  {
    row: "a commit of somebody, said already: no write",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
      await stage.runQuickly();
    },
    says: /stops at #1/,
    writes: 0,
    open: 1,
    check: ({ repo }) => expect(repo.pull(1).comments).toHaveLength(1),
  },
  {
    row: "a commit of somebody, and recreate: rewritten without it, and the comment takes it back",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("bob").push(BRANCH, { "notes.txt": "mine\n" });
      await stage.runQuickly();
    },
    act: { inputs: { recreate: "one" } },
    says: /rewrites proposal #1: you asked for it/,
    writes: 5,
    open: 1,
    check: ({ repo }) => {
      expect(repo.read("notes.txt", BRANCH)).toBeUndefined();
      expect(repo.pull(1).comments).toMatchObject([{ body: expect.stringContaining("up to date again") }]);
    },
  },
  {
    row: "a commit that only declines a tool: adopted, and the proposal is rewritten without the tool",
    arrange: async (stage) => {
      await proposed(stage);
      decline(stage, "list");
    },
    says: /rewrites proposal #1: tools were declined/,
    writes: 5,
    open: 1,
    check: (stage) => {
      expect(card(stage, BRANCH)).toContain("declined");
      expect(card(stage, BRANCH)).not.toContain('"description":"list"');
      expect(stage.repo.pull(1).body).not.toContain("New tool");
    },
  },
  {
    row: "two commits that decline, one each: adopted too",
    arrange: async (stage) => {
      await proposed(stage);
      decline(stage, "list");
      decline(stage, "write");
    },
    says: /tools were declined/,
    writes: 5,
    open: 1,
    check: (stage) => expect(stage.repo.pull(1).title).toMatch(/revokes 1 grant; widens nothing$/),
  },
  {
    row: "declined before: the next run keeps it declined, and writes nothing",
    arrange: async (stage) => {
      await proposed(stage);
      decline(stage, "list");
      await stage.runQuickly();
    },
    says: /is up to date/,
    writes: 0,
    open: 1,
  },
  {
    row: "a tool that the proposal removes is back in another form: gone and new at once, its grants go",
    arrange: async (stage) => {
      await proposed(stage);
      stage.serve([...NEW, tool("read", "id", "everything")]);
    },
    says: /rewrites proposal #1: the drift changed/,
    writes: 5,
    open: 1,
    check: (stage) => {
      expect(stage.repo.pull(1).title).toContain("revokes 1 grant");
      expect(card(stage, BRANCH)).toContain("everything");
      expect(stage.repo.read(GRANTS, BRANCH)).not.toContain("tool: read,");
    },
  },
  {
    row: "closed by an owner: silent, and listed",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").close(1);
    },
    says: /there is a drift that is not proposed: it was dismissed with #1/,
    writes: 0,
    open: 0,
  },
  {
    row: "closed by an owner, and the drift changed: proposed again, after the old one",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").close(1);
      stage.serve(NEWER);
    },
    says: /opens a proposal: the drift is another one than the one that was dismissed/,
    writes: 5,
    open: 1,
    check: ({ repo }) => expect(repo.pull(2).body).toContain("Follows #1."),
  },
  {
    row: "closed by an owner, and recreate: proposed again",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").close(1);
    },
    act: { inputs: { recreate: "all" } },
    says: /opens a proposal: you asked for it/,
    writes: 2,
    open: 1,
  },
  {
    row: "closed by somebody else: dismisses nothing",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("bob").close(1);
    },
    says: /closed by somebody who does not own these files/,
    writes: 2,
    open: 1,
  },
  {
    row: "the head branch deleted by an owner: as if closed by them",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").deleteBranch(BRANCH);
    },
    says: /dismissed with #1/,
    writes: 0,
    open: 0,
  },
  {
    row: "the head branch deleted by somebody else: proposed again",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("bob").deleteBranch(BRANCH);
    },
    says: /opens a proposal/,
    writes: 5,
    open: 1,
  },
  {
    row: "closed and reopened: adopted",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").close(1);
      stage.repo.as("alice").reopen(1);
    },
    says: /is up to date/,
    writes: 0,
    open: 1,
  },
  {
    row: "the drift changed: head and text in one go",
    arrange: async (stage) => {
      await proposed(stage);
      stage.serve(NEWER);
    },
    says: /rewrites proposal #1: the drift changed/,
    writes: 5,
    open: 1,
    check: (stage, { calls }) => {
      // One look and four writes; then the verdict, looked at once more when it was published.
      const verdict = calls.findIndex(({ operation }) => operation === "repos/create-commit-status");
      expect(writesIn(calls.slice(0, verdict)).length).toBeLessThanOrEqual(5);
      expect(calls.length).toBeLessThanOrEqual(16);
      expect(stage.repo.pull(1).events.map(({ event }) => event)).toContain("head_ref_force_pushed");
    },
  },
  {
    row: "the drift is gone: said, closed, branch deleted",
    arrange: async (stage) => {
      await proposed(stage);
      stage.serve(OLD);
    },
    says: /closes proposal #1: the drift is gone/,
    writes: 3,
    open: 0,
    check: ({ repo }) => {
      expect(repo.branches()).toEqual(["main"]);
      expect(repo.pull(1)).toMatchObject({ state: "closed", comments: [{ author: "toolcard[bot]" }] });
    },
  },
  {
    row: "the drift is back: a new pull request, not the old one reopened",
    arrange: async (stage) => {
      await proposed(stage);
      stage.serve(OLD);
      await stage.runQuickly();
      stage.serve(NEW);
    },
    says: /opens a proposal: the drift is back/,
    writes: 5,
    open: 1,
    check: ({ repo }) => expect(repo.pulls()).toHaveLength(2),
  },
  {
    row: "the drift comes and goes: after two closings in a week it is only listed",
    arrange: async (stage) => {
      for (const tools of [NEW, OLD, NEW, OLD, NEW]) {
        stage.serve(tools);
        if (tools === OLD || stage.repo.pulls().length < 2) await stage.runQuickly();
      }
    },
    says: /not proposed: it comes and goes \(last in #2\)/,
    writes: 0,
    open: 0,
  },
  {
    row: "merged, and the branch kept: it is deleted, and nothing else",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").merge(1);
    },
    says: /no drift; deletes the branch that is left over/,
    writes: 1,
    open: 0,
    check: ({ repo }) => expect(repo.branches()).toEqual(["main"]),
  },
  {
    row: "merged, and the card put back since: proposed again",
    arrange: async (stage) => {
      const before = { [CARD]: card(stage), [GRANTS]: stage.repo.read(GRANTS) ?? "" };
      await proposed(stage);
      stage.repo.as("alice").merge(1);
      stage.repo.as("alice").push("main", before);
    },
    says: /a proposal was merged, and the card still differs/,
    writes: 5,
    open: 1,
  },
  {
    row: "retargeted by somebody: left alone",
    arrange: async (stage) => {
      await proposed(stage);
      const { repo } = stage;
      repo.as("bob").push("release", { "README.md": "release\n" });
      repo.as("bob").edit(1, { base: "release" });
      stage.serve(NEWER);
    },
    says: /waits with proposal #1: somebody changed what it is to be merged into/,
    writes: 0,
    open: 1,
  },
  {
    row: "in the merge queue: left alone",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.rule({ type: "merge_queue", branches: ["~DEFAULT_BRANCH"] });
      stage.repo.as("alice").enqueue(1);
      stage.serve(NEWER);
    },
    says: /waits with proposal #1: it is in the merge queue/,
    writes: 0,
    open: 1,
  },
  {
    row: "the default branch renamed: what is open stays, by its new name",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.renameDefaultBranch("trunk");
    },
    says: /is up to date/,
    writes: 0,
    open: 1,
  },
  {
    row: "the default branch renamed, and the run was told the old name: a new proposal all the same",
    arrange: ({ repo }) => repo.renameDefaultBranch("trunk"),
    act: { env: { GITHUB_EVENT_PATH: "", GITHUB_REF_NAME: "main" } },
    says: /opens a proposal/,
    writes: 5,
    open: 1,
    check: ({ repo }) => expect(repo.pull(1).base.ref).toBe("trunk"),
  },
  {
    row: "archived: skipped, and no failure",
    arrange: async (stage) => {
      await proposed(stage);
      stage.serve(NEWER);
      stage.repo.archive();
    },
    says: /no proposal: the repository is archived/,
    writes: 0,
    open: 1,
  },
  {
    row: "renamed: skipped, with the new name",
    arrange: ({ repo }) => repo.rename("registry"),
    act: { repository: "acme/cards" },
    says: /the repository has a new name.*`acme\/registry`/,
    writes: 0,
    open: 0,
  },
  {
    row: "empty: skipped, with advice",
    arrange: () => {},
    act: { afterCheckout: ({ repo }) => repo.state.refs.clear() },
    says: /the repository is empty: commit a registry first/,
    writes: 0,
    open: 0,
  },
  {
    row: "blocked by GitHub: skipped",
    arrange: ({ github }) =>
      github.failWhen(() => true, { kind: "status", status: 451, message: "Repository access blocked" }, 9),
    says: /GitHub blocks access to the repository/,
    writes: 0,
    open: 0,
  },
  {
    row: "the card changed on the default branch since the checkout: the next run looks again",
    arrange: () => {},
    act: {
      afterCheckout: (stage) =>
        void stage.repo.as("bob").push("main", { [CARD]: `${card(stage)}# and more\n` }),
    },
    says: /waits: the default branch has other cards or grants than this checkout/,
    writes: 0,
    open: 0,
  },
  {
    row: "something else changed on the default branch since the checkout: proposed on what it is now",
    arrange: () => {},
    act: { afterCheckout: ({ repo }) => void repo.as("bob").push("main", { "README.md": "moved on\n" }) },
    says: /opens a proposal/,
    writes: 5,
    open: 1,
    check: ({ repo }) => expect(repo.read("README.md", BRANCH)).toBe("moved on\n"),
  },
  {
    row: "Actions may not open pull requests: the setting is named, nothing is left behind, the step fails",
    arrange: () => {},
    act: { actionsToken: ACTIONS_PERMISSIONS },
    says: /Allow GitHub Actions to create and approve pull requests/,
    // Tree, commit, branch, the refusal, and the branch taken away again.
    writes: 5,
    status: 1,
    open: 0,
    check: ({ repo }) => expect(repo.branches()).toEqual(["main"]),
  },
  {
    row: "opened with the workflow's token: its status is there, and the summary says that its workflows wait",
    arrange: ({ repo }) => repo.set({ actionsMayOpenPulls: true }),
    act: { actionsToken: ACTIONS_PERMISSIONS },
    says: /its workflows wait until somebody with write access approves them/,
    writes: 5,
    open: 1,
    check: ({ repo }) => {
      expect(repo.pull(1).author).toBe("github-actions[bot]");
      expect(repo.state.statuses).toMatchObject([{ sha: repo.pull(1).head.sha, context: "toolcard/scope" }]);
    },
  },
  {
    row: "a token that may not push: the permission is named, the step fails",
    arrange: () => {},
    act: { actionsToken: { contents: "read", pull_requests: "write", statuses: "write" } },
    says: /the token may not do it; give the job `contents: write`/,
    writes: 1,
    status: 1,
    open: 0,
  },
  {
    row: "a ruleset forbids to make the branch: the rule is told, the step fails",
    arrange: ({ repo }) => void repo.rule({ type: "creation", branches: ["toolcard/*"] }),
    says: /a rule of the repository forbids the branch \(`Cannot create ref/,
    writes: 3,
    status: 1,
    open: 0,
  },
  {
    row: "a ruleset forbids to move the branch: told, and the proposal stays as it is",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.rule({ type: "update", branches: ["toolcard/*"] });
      stage.serve(NEWER);
    },
    says: /a rule of the repository forbids the branch/,
    writes: 3,
    status: 1,
    open: 1,
  },
  {
    row: "`gate.by: app`: the scan writes no status",
    settings: "gate: { by: app }\n",
    arrange: () => {},
    says: /opens a proposal/,
    writes: 4,
    open: 1,
    check: ({ repo }) => expect(repo.state.statuses).toEqual([]),
  },
  {
    row: "a status that a cut-off run owes: written",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.state.statuses.length = 0;
    },
    says: /is up to date/,
    writes: 1,
    open: 1,
    check: ({ repo }) => expect(repo.state.statuses).toMatchObject([{ state: "failure" }]),
  },
  {
    row: "title and text edited: put right, and what others wrote around it stays",
    arrange: async (stage) => {
      await proposed(stage);
      const { repo } = stage;
      const body = `${repo.pull(1).body?.replace("Merging this", "MERGING THIS")}\nReviewable: link\n`;
      repo.as("bob").edit(1, { title: "mine", body });
    },
    says: /corrects the text of proposal #1/,
    writes: 1,
    open: 1,
    check: ({ repo }) => {
      expect(repo.pull(1).body).toContain("Merging this");
      expect(repo.pull(1).body).toContain("Reviewable: link");
    },
  },
  {
    row: "the card is taken out of the registry: its proposal is closed",
    settings: "label: widens-scope\n",
    arrange: async (stage) => {
      await proposed(stage);
      stage.repo.as("alice").push("main", { [CARD]: null, [GRANTS]: null });
    },
    says: /closes proposal #1: the card is gone/,
    writes: 3,
    open: 0,
  },
  {
    row: "the server can't be read: its proposal stays, as it is",
    arrange: async (stage) => {
      await proposed(stage);
      stage.serve(undefined);
    },
    says: /Could not be read/,
    writes: 0,
    open: 1,
  },
  {
    row: "a limit of none: the rest is named",
    arrange: () => {},
    act: { inputs: { "max-pull-requests": "0" } },
    says: /puts off a new proposal to the next run/,
    writes: 0,
    open: 0,
  },
  {
    row: "a dry run: said, not done",
    arrange: () => {},
    act: { inputs: { "dry-run": "true" } },
    says: /opens a proposal: a new drift\. \(dry run: nothing was written\)/,
    writes: 0,
    open: 0,
  },
  {
    row: "a secondary rate limit: waited for once, then done",
    arrange: ({ github }) =>
      github.failWhen(({ operation }) => operation === "git/create-tree", {
        kind: "secondary-limit",
        retryAfter: 1,
      }),
    says: /opens a proposal/,
    writes: 6,
    open: 1,
  },
];

test.concurrent.each(ROWS)("$row", { timeout: 60_000 }, async (row) => {
  const stage = await startStage({ ...(row.settings !== undefined && { settings: row.settings }) });
  await row.arrange(stage);
  const acted = await stage.act(row.act);
  const what = { log: acted.log, writes: acted.writes, status: acted.status };
  expect(what).toEqual({ log: expect.stringMatching(row.says), writes: row.writes, status: row.status ?? 0 });
  expect(acted.summary).toMatch(row.says);
  expect(commandsIn(acted.log).filter((line) => !/^::(?:add-mask|error|warning)::/.test(line))).toEqual([]);
  const open = stage.repo.pulls().filter(({ state, author }) => state === "open" && author.endsWith("[bot]"));
  expect(open).toHaveLength(row.open);
  row.check?.(stage, acted);
  await stage.close();
});
