import { cardText, grantsText } from "../cli/texts.ts";
import type { GivenFiles } from "../github/files.ts";
import type { GitHub } from "../github/github.ts";
import type { RepositoryHandle } from "../github/handles.ts";
import { CARD, GRANTS, OLD, tool } from "../propose-shell/scene.ts";

/** What a history is played with. */
export interface Stage {
  readonly github: GitHub;
  readonly repo: RepositoryHandle;
  /** Waits until our check has read every open pull request. */
  readonly judged: () => Promise<void>;
  /** Tells whoever records that something landed; a run that heals later was told nothing. */
  readonly told: () => Promise<void>;
}

/** What people do, and what the record says of it (see `saidOf`). */
export interface Way {
  readonly what: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly play: (stage: Stage) => Promise<void>;
  readonly record: readonly string[];
  /** The same where nobody was told of anything before the end, and something was lost until then. */
  readonly healed?: readonly string[];
}

const TWO = "registry/cards/two.yaml";
const SETTINGS = "registry/toolcard.yaml";
const OWNERS = ".github/CODEOWNERS";

const one = (...fields: string[]) => ({
  [CARD]: cardText("https://one.example/mcp", [OLD[0], tool("write", "id", "text", ...fields)]),
});
const twoText = (...fields: string[]) =>
  cardText("https://two.example/mcp", [tool("look", "id", ...fields)], "two").replace("0b9f4c3e", "1b9f4c3e");
const two = (...fields: string[]) => ({ [TWO]: twoText(...fields) });
/** Two tools so far apart that git merges changes of both. */
const apart = (...tools: readonly unknown[]) => ({
  [CARD]: cardText("https://one.example/mcp", tools).replace(
    '\n  - {"name":"write',
    '\n  #\n  #\n  #\n  #\n  - {"name":"write',
  ),
});
const without = { [CARD]: cardText("https://one.example/mcp", [OLD[1]]) };
const owners = (first = "@alice", more = "") =>
  `/registry/ ${first}\n/registry/cards/two.yaml @acme/claims\n/registry/grants/ @grace\n/.github/ @olga\n${more}`;

/** What each history begins with. Alice owns the registry, the team of carol one card, grace the grants, olga CODEOWNERS. */
export const START = {
  [CARD]: cardText("https://one.example/mcp", OLD),
  [TWO]: twoText(),
  [GRANTS]: grantsText("read", "write"),
  [OWNERS]: owners(),
};

/** A pull request of somebody's, who does no more. */
function open({ repo }: Stage, files: GivenFiles, branch = "work", by = "bob", base = "main"): number {
  repo.as(by).push(branch, files);
  return repo.as(by).openPull(branch, base, "Change");
}

const wider = (stage: Stage) => open(stage, one("a"));

/** A pull request that one person merges, after others did something with it. */
function merged(
  by: string,
  files: GivenFiles = one("a"),
  before: (stage: Stage, number: number) => void = () => {},
  method: "merge" | "squash" | "rebase" = "merge",
): Way["play"] {
  return async (stage) => {
    const number = open(stage, files);
    before(stage, number);
    stage.repo.as(by).merge(number, method);
    await stage.told();
  };
}

/** An auto-merge or an entry of the queue that somebody asks for after our check. */
function asked(
  by: string,
  isRead = true,
  then?: (stage: Stage, number: number) => void,
  method: "merge" | "squash" | "rebase" = "merge",
): Way["play"] {
  return async (stage) => {
    const { repo } = stage;
    repo.set({ allowAutoMerge: true });
    const number = wider(stage);
    if (isRead) await stage.judged();
    repo.as(by).armMerge(number, method);
    then?.(stage, number);
    repo.as("bob").status(repo.pull(number).head.sha, "other", "success");
    await stage.told();
  };
}

/** Somebody merges, and the account is gone before anybody looks; a name for each repository, as accounts are all GitHub's. */
function mergedByGone(before: (stage: Stage, number: number) => void = () => {}): Way["play"] {
  return async (stage) => {
    const { github, repo } = stage;
    const gone = `gone-from-${repo.fullName().split("/")[1] ?? ""}`;
    github.user(gone);
    repo.collaborator(gone, "write");
    const number = wider(stage);
    before(stage, number);
    repo.as(gone).merge(number);
    github.deleteAccount(gone);
    await stage.told();
  };
}

function queued(by: string, isRead = true): Way["play"] {
  return async (stage) => {
    const { repo } = stage;
    repo.rule({ type: "merge_queue", branches: ["~DEFAULT_BRANCH"] });
    const number = wider(stage);
    if (isRead) await stage.judged();
    repo.as(by).enqueue(number);
    repo.settleQueue();
    await stage.told();
  };
}

const APPROVED = "one.yaml approved: alice by merge as @alice (line 1); label absent";
const REVIEWED = "one.yaml approved: alice by review as @alice (line 1); label absent";
const NO_APPROVAL = "one.yaml unapproved: no-approval one.yaml; label absent";
const PUSHED = "one.yaml unapproved: no-pull-request";

const review =
  (...events: ("APPROVE" | "REQUEST_CHANGES" | "COMMENT")[]) =>
  ({ repo }: Stage, number: number) => {
    for (const event of events) repo.as("alice").review(number, event);
  };

function dismissLast({ repo }: Stage, number: number): void {
  const last = repo.pull(number).reviews.at(-1);
  if (last !== undefined) repo.as("olga").dismissReview(number, last.id);
}

/** Histories of landings (research/github.md §5), as doings on GitHub. */
export const WAYS: readonly Way[] = [
  { what: "an owner merges", play: merged("alice"), record: [APPROVED] },
  {
    what: "an owner merges by squashing",
    play: merged("alice", one("a"), undefined, "squash"),
    record: [APPROVED],
  },
  {
    what: "an owner merges by rebasing",
    play: merged("alice", one("a"), undefined, "rebase"),
    record: [APPROVED],
  },
  { what: "somebody who owns nothing merges", play: merged("bob"), record: [NO_APPROVAL] },
  { what: "an admin who owns nothing merges over a red check", play: merged("dave"), record: [NO_APPROVAL] },
  {
    what: "somebody merges what an owner approved",
    play: merged("bob", one("a"), review("APPROVE")),
    record: [REVIEWED],
  },
  {
    what: "somebody squashes what an owner approved",
    play: merged("bob", one("a"), review("APPROVE"), "squash"),
    record: [REVIEWED],
  },
  {
    what: "somebody rebases what an owner approved",
    play: merged("bob", one("a"), review("APPROVE"), "rebase"),
    record: [REVIEWED],
  },
  {
    what: "an owner merges and had approved",
    play: merged("alice", one("a"), review("APPROVE")),
    record: [
      "one.yaml approved: alice by merge as @alice (line 1) and alice by review as @alice (line 1); label absent",
    ],
  },
  { what: "an owner only comments", play: merged("bob", one("a"), review("COMMENT")), record: [NO_APPROVAL] },
  {
    what: "an owner approves, then comments",
    play: merged("bob", one("a"), review("APPROVE", "COMMENT")),
    record: [REVIEWED],
  },
  {
    what: "an owner approves, then asks for changes",
    play: merged("bob", one("a"), review("APPROVE", "REQUEST_CHANGES")),
    record: [NO_APPROVAL],
  },
  {
    what: "an owner asks for changes, then approves",
    play: merged("bob", one("a"), review("REQUEST_CHANGES", "APPROVE")),
    record: [REVIEWED],
  },
  {
    what: "an owner's last approval is dismissed: the one before does not come back",
    play: merged("bob", one("a"), (stage, number) => {
      review("APPROVE", "APPROVE")(stage, number);
      dismissLast(stage, number);
    }),
    record: [NO_APPROVAL],
  },
  {
    what: "an owner approved an older head",
    play: merged("bob", one("a"), (stage, number) => {
      review("APPROVE")(stage, number);
      stage.repo.as("bob").push("work", one("a", "b"));
    }),
    record: ["one.yaml unapproved: no-approval one.yaml; stale: alice; label absent"],
  },
  {
    what: "an owner approved an older head, and the new one again",
    play: merged("bob", one("a"), (stage, number) => {
      review("APPROVE")(stage, number);
      stage.repo.as("bob").push("work", one("a", "b"));
      review("APPROVE")(stage, number);
    }),
    record: [REVIEWED],
  },
  {
    what: "an owner approves after the merge",
    play: async (stage) => {
      const number = wider(stage);
      stage.repo.as("bob").merge(number);
      await stage.told();
      review("APPROVE")(stage, number);
    },
    record: [NO_APPROVAL],
  },
  {
    what: "an approval is dismissed after the merge",
    play: async (stage) => {
      const number = wider(stage);
      review("APPROVE")(stage, number);
      stage.repo.as("bob").merge(number);
      await stage.told();
      dismissLast(stage, number);
    },
    record: [REVIEWED],
  },
  {
    what: "an approval is taken back after the merge",
    play: async (stage) => {
      const number = wider(stage);
      review("APPROVE")(stage, number);
      stage.repo.as("bob").merge(number);
      await stage.told();
      review("REQUEST_CHANGES")(stage, number);
    },
    record: [REVIEWED],
  },
  {
    what: "the head is pushed to, renamed and taken away after the merge",
    play: async (stage) => {
      const number = wider(stage);
      stage.repo.as("alice").merge(number);
      await stage.told();
      stage.repo.as("bob").push("work", one("a", "b", "c"));
      stage.repo.as("bob").edit(number, { title: "Something else", body: "else" });
      stage.repo.as("bob").deleteBranch("work");
    },
    record: [APPROVED],
  },
  {
    what: "an owner puts the label on after our check, and another merges what they approved",
    play: async (stage) => {
      const number = wider(stage);
      await stage.judged();
      stage.repo.as("alice").label(number, "widens-scope");
      review("APPROVE")(stage, number);
      stage.repo.as("bob").merge(number);
      await stage.told();
    },
    record: ["one.yaml approved: alice by review as @alice (line 1, independent: no); label by alice"],
  },
  {
    what: "the label is taken off after the merge",
    play: async (stage) => {
      const number = wider(stage);
      await stage.judged();
      stage.repo.as("alice").label(number, "widens-scope");
      stage.repo.as("alice").merge(number);
      await stage.told();
      stage.repo.as("alice").unlabel(number, "widens-scope");
    },
    record: ["one.yaml approved: alice by merge as @alice (line 1, independent: no); label by alice"],
  },
  {
    what: "the label is put on after the merge",
    play: async (stage) => {
      const number = wider(stage);
      await stage.judged();
      stage.repo.as("alice").merge(number);
      await stage.told();
      stage.repo.as("alice").label(number, "widens-scope");
    },
    record: [APPROVED],
  },
  {
    what: "the label is required, and absent",
    files: { [SETTINGS]: "approval: { label: required }\n" },
    play: merged("alice"),
    record: ["one.yaml unapproved: alice by merge as @alice (line 1); no-label; label absent"],
  },
  {
    what: "the label is put on before our check",
    play: merged(
      "alice",
      one("a"),
      ({ repo }, number) => void repo.as("alice").label(number, "widens-scope"),
    ),
    record: ["one.yaml approved: alice by merge as @alice (line 1); label too-early"],
  },
  {
    what: "an owner arms auto-merge after our check",
    play: asked("alice"),
    record: ["one.yaml approved: alice by auto-merge as @alice (line 1); label absent"],
  },
  {
    what: "an owner arms auto-merge before our check",
    play: asked("alice", false),
    record: [
      "one.yaml unapproved: no-approval one.yaml; merger does not count: asked-before-check; label absent",
    ],
  },
  {
    what: "auto-merge is armed, and then the head is pushed to",
    play: asked("alice", true, ({ repo }) => void repo.as("bob").push("work", one("a", "b"))),
    record: [
      "one.yaml unapproved: no-approval one.yaml; merger does not count: asked-before-check; label absent",
    ],
  },
  { what: "somebody who owns nothing arms auto-merge", play: asked("bob"), record: [NO_APPROVAL] },
  {
    what: "an owner enqueues after our check",
    play: queued("alice"),
    record: ["one.yaml approved: alice by queue as @alice (line 1); label absent"],
  },
  {
    what: "an owner enqueues before our check",
    play: queued("alice", false),
    record: [
      "one.yaml unapproved: no-approval one.yaml; merger does not count: asked-before-check; label absent",
    ],
  },
  { what: "somebody who owns nothing enqueues", play: queued("bob"), record: [NO_APPROVAL] },
  {
    what: "an owner pushes",
    play: async (stage) => {
      stage.repo.as("alice").push("main", one("a"));
      await stage.told();
    },
    record: [PUSHED],
  },
  {
    what: "several commits are pushed before anything is recorded",
    play: async (stage) => {
      stage.repo.as("bob").push("main", one("a"));
      stage.repo.as("bob").push("main", two("a"));
      stage.repo.as("bob").push("main", one("a", "b"));
      await stage.told();
    },
    record: [PUSHED, "two.yaml unapproved: no-pull-request", PUSHED],
  },
  {
    what: "several pull requests land before anything is recorded",
    play: async (stage) => {
      const numbers = [open(stage, one("a"), "w1"), open(stage, two("a"), "w2")];
      stage.repo.as("alice").merge(numbers[0] ?? 0);
      stage.repo.as("carol").merge(numbers[1] ?? 0, "squash");
      await stage.told();
    },
    record: [APPROVED, "two.yaml approved: carol by merge as @acme/claims (line 2); label absent"],
  },
  {
    what: "the branch is pushed over with an older state",
    play: async (stage) => {
      const before = stage.repo.tip() ?? "";
      await merged("alice")(stage);
      stage.repo.as("dave").forcePush("main", before);
      await stage.told();
    },
    record: [APPROVED, "one.yaml unapproved: history-rewritten, no-pull-request"],
    // Whoever looks later finds the files as they were recorded, and no trace of what was in between.
    healed: [],
  },
  {
    what: "an owner reverts an approved card to an older approved one",
    play: async (stage) => {
      await merged("alice")(stage);
      const number = open(stage, { [CARD]: START[CARD] ?? "" }, "revert");
      stage.repo.as("alice").merge(number);
      await stage.told();
    },
    record: [APPROVED, "one.yaml approved: alice by merge as @alice (line 1)"],
  },
  {
    what: "somebody pushes an approved card back to an older approved one",
    play: async (stage) => {
      await merged("alice")(stage);
      stage.repo.as("bob").push("main", { [CARD]: START[CARD] ?? "" });
      await stage.told();
    },
    record: [APPROVED, PUSHED],
  },
  {
    what: "the merge joins the head with what was pushed meanwhile",
    files: apart(OLD[0], OLD[1]),
    play: async (stage) => {
      stage.repo.as("bob").push("work", apart(OLD[0], tool("write", "id", "text", "a")));
      const number = stage.repo.as("bob").openPull("work", "main", "Change");
      stage.repo.as("bob").push("main", apart(tool("read", "id", "more"), OLD[1]));
      stage.repo.as("alice").merge(number);
      await stage.told();
    },
    record: [
      PUSHED,
      "one.yaml unapproved: alice by merge as @alice (line 1); landed-wider one.yaml; label absent",
    ],
  },
  {
    what: "an unapproved push plants an owner, who merges",
    play: async (stage) => {
      stage.repo.as("bob").push("main", { [OWNERS]: owners("@bob") });
      await stage.told();
      await merged("bob")(stage);
    },
    record: ["CODEOWNERS unapproved: no-pull-request", NO_APPROVAL],
  },
  {
    what: "a pull request plants an owner and is merged by them",
    play: merged("bob", { ...one("a"), [OWNERS]: owners("@bob") }),
    record: [
      "CODEOWNERS unapproved: no-approval CODEOWNERS, no-approval one.yaml; label absent",
      "one.yaml unapproved: no-approval CODEOWNERS, no-approval one.yaml; label absent",
    ],
  },
  {
    what: "the owner of CODEOWNERS names another owner, who merges from then on",
    play: async (stage) => {
      const number = open(stage, { [OWNERS]: owners("@bob") }, "owners");
      stage.repo.as("olga").merge(number);
      await stage.told();
      await merged("bob")(stage);
    },
    record: [
      "CODEOWNERS approved: olga by merge as @olga (line 4); label absent",
      "one.yaml approved: bob by merge as @bob (line 1, independent: no); label absent",
    ],
  },
  {
    what: "each file has another owner: one merges, one approves",
    play: merged("alice", { ...one("a"), ...two("a") }, ({ repo }, number) => {
      repo.as("carol").review(number, "APPROVE");
    }),
    record: [
      "one.yaml approved: alice by merge as @alice (line 1); label absent",
      "two.yaml approved: carol by review as @acme/claims (line 2); label absent",
    ],
  },
  {
    what: "one file of several has no owner among those who count",
    play: merged("alice", { ...one("a"), ...two("a") }),
    record: [
      "one.yaml unapproved: alice by merge as @alice (line 1); no-approval two.yaml; label absent",
      "two.yaml unapproved: no-approval two.yaml; label absent",
    ],
  },
  {
    what: "a member of the team that owns it merges",
    play: merged("carol", two("a")),
    record: ["two.yaml approved: carol by merge as @acme/claims (line 2); label absent"],
  },
  {
    what: "a grants file of another team only loses the grants of a tool that leaves the card",
    play: merged("alice", { ...without, [GRANTS]: grantsText("write") }),
    record: [
      "one.yaml approved: alice by merge as @alice (line 1)",
      "intake-bot.yaml approved: alice by merge as @alice (line 1); through registry/cards/one.yaml",
    ],
  },
  {
    what: "a grants file of another team loses the grant of a tool that stays",
    play: merged("alice", { [GRANTS]: grantsText("write") }),
    record: ["intake-bot.yaml unapproved: no-approval intake-bot.yaml"],
  },
  {
    what: "the owner of the grants gives one more",
    play: merged("grace", {
      [GRANTS]: `${grantsText("read", "write")}      - { tool: write, job: nightly }\n`,
    }),
    record: ["intake-bot.yaml approved: grace by merge as @grace (line 3); label absent"],
  },
  {
    what: "it is merged into another branch, and from there by an owner",
    play: async (stage) => {
      stage.repo.as("bob").push("release", { "README.md": "words\n" });
      const number = open(stage, one("a"), "work", "bob", "release");
      stage.repo.as("bob").merge(number);
      await stage.told();
      stage.repo.as("alice").merge(stage.repo.as("bob").openPull("release", "main", "Release"));
      await stage.told();
    },
    record: [APPROVED],
  },
  {
    what: "it is merged into another branch alone",
    play: async (stage) => {
      stage.repo.as("bob").push("release", { "README.md": "words\n" });
      stage.repo.as("alice").merge(open(stage, one("a"), "work", "bob", "release"));
      await stage.told();
    },
    record: [],
  },
  { what: "nothing that decides is changed", play: merged("bob", { "README.md": "words\n" }), record: [] },
  {
    what: "a pull request is closed",
    play: async (stage) => {
      stage.repo.as("alice").close(wider(stage));
      await stage.told();
    },
    record: [],
  },
  {
    what: "an owner pushed to the branch and merges, where approvers must be independent",
    files: { [SETTINGS]: "approval: { independent: true }\n" },
    play: merged("alice", one("a"), ({ repo }) => void repo.as("alice").push("work", one("a", "b"))),
    record: ["one.yaml unapproved: no-approval one.yaml; merger does not count: contributed; label absent"],
  },
  {
    what: "an owner is named as a co-author, where approvers must be independent",
    files: { [SETTINGS]: "approval: { independent: true }\n" },
    play: merged("alice", one("a"), ({ repo }) => {
      const message = "More\n\nCo-authored-by: alice <alice@users.noreply.github.com>";
      repo.as("bob").push("work", one("a", "b"), { message });
    }),
    record: ["one.yaml unapproved: no-approval one.yaml; merger does not count: contributed; label absent"],
  },
  {
    what: "somebody else's fork is merged by an owner",
    play: async (stage) => {
      const { github, repo } = stage;
      github.user("frank");
      const fork = github.fork(repo, "frank");
      fork.as("frank").push("work", one("a"));
      repo.as("alice").merge(repo.as("frank").openPull("frank:work", "main", "From a fork"));
      await stage.told();
    },
    record: ["one.yaml approved: alice by merge as @alice (line 1, independent: unknown); label absent"],
  },
  {
    what: "a card is renamed on the way",
    play: merged("alice", { [CARD]: null, "registry/cards/uno.yaml": START[CARD] }),
    record: [
      "one.yaml approved: alice by merge as @alice (line 1)",
      "uno.yaml approved: alice by merge as @alice (line 1)",
    ],
  },
  {
    what: "the settings take the label's requirement away, and it counts for what comes next",
    files: { [SETTINGS]: "approval: { label: required }\n" },
    play: async (stage) => {
      stage.repo
        .as("bob")
        .push("main", { [SETTINGS]: `${stage.repo.read(SETTINGS)?.replace("required", "noted")}` });
      await stage.told();
      await merged("alice")(stage);
    },
    record: [
      "toolcard.yaml unapproved: no-pull-request",
      "one.yaml unapproved: alice by merge as @alice (line 1); no-label; label absent",
    ],
  },
  {
    what: "an owner arms auto-merge by squashing after our check",
    play: asked("alice", true, undefined, "squash"),
    record: ["one.yaml approved: alice by auto-merge as @alice (line 1); label absent"],
  },
  {
    what: "an owner arms auto-merge by rebasing after our check",
    play: asked("alice", true, undefined, "rebase"),
    record: ["one.yaml approved: alice by auto-merge as @alice (line 1); label absent"],
  },
  {
    what: "an account that is deleted since merges what an owner approved",
    play: mergedByGone(review("APPROVE")),
    record: [
      "one.yaml approved: alice by review as @alice (line 1); merger does not count: account-gone; label absent",
    ],
  },
  {
    what: "an account that is deleted since merges",
    play: mergedByGone(),
    record: ["one.yaml unapproved: no-approval one.yaml; merger does not count: account-gone; label absent"],
  },
];
