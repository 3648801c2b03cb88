import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import type { MergedPull } from "../../src/core/record/evidence.ts";
import { LEDGER_FILE } from "../../src/core/record/ledger.ts";
import { run } from "../../src/cli/run.ts";
import { fileAt } from "../../src/disk/git.ts";
import { readLedgerBranch } from "../../src/disk/git-ledger.ts";
import { snapshotAt } from "../../src/disk/snapshot.ts";
import type { RecordPort } from "../../src/jobs/record-port.ts";
import { recordLandings } from "../../src/jobs/record.ts";
import { REPOSITORY } from "../gate/sample.ts";
import { answer, PEOPLE, person, pullOf } from "../gate/scene.ts";
import { at, type Changes } from "./world.ts";

/** A clone on disk, in which pull requests are merged, pushed over, recorded and verified, by git and the CLI. */
export class Repository {
  readonly folder = mkdtempSync(join(tmpdir(), "toolcard-record-"));
  readonly pulls = new Map<string, MergedPull>();
  #time = 1_790_000_000;

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("config", "user.name", "ada");
    this.git("config", "user.email", "ada@example.com");
    this.write(REPOSITORY);
    this.commit("first");
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  git(...words: string[]): string {
    this.#time += 60;
    const date = `${this.#time} +0000`;
    const env = {
      ...process.env,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      GIT_CONFIG_GLOBAL: "/dev/null",
    };
    return execFileSync("git", words, { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"] })
      .toString()
      .trim();
  }

  write(files: Changes): void {
    for (const [path, content] of Object.entries(files)) {
      const target = join(this.folder, path);
      mkdirSync(dirname(target), { recursive: true });
      if (typeof content === "string") writeFileSync(target, content);
      else rmSync(target, { force: true });
    }
  }

  commit(message: string): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  /** Merges a pull request with some changes: by a merge commit. */
  async merge(files: Changes, login = "olga"): Promise<string> {
    const before = this.git("rev-parse", "HEAD");
    this.git("checkout", "--quiet", "-b", "topic");
    this.write(files);
    const head = this.commit("change");
    this.git("checkout", "--quiet", "main");
    this.git("merge", "--quiet", "--no-ff", "--no-edit", "topic");
    this.git("branch", "--quiet", "-D", "topic");
    const merge = this.git("rev-parse", "HEAD");
    const [base, at_] = await Promise.all([this.snapshot(before), this.snapshot(head)]);
    const number = this.pulls.size + 1;
    const pull = pullOf(base, at_, { number, state: "merged", aimedAt: at(100) });
    const evidence = { mergedAt: at(200), mergedBy: person(login), events: [], contributors: [] };
    this.pulls.set(merge, { pull, ...evidence, mergeBase: before });
    return merge;
  }

  readonly #snapshots = new Map<string, Promise<Snapshot>>();

  snapshot(commit: string): Promise<Snapshot> {
    const known = this.#snapshots.get(commit) ?? snapshotAt(this.folder, commit);
    this.#snapshots.set(commit, known);
    return known;
  }

  /** Pushes something right to the default branch. */
  push(files: Changes): string {
    this.write(files);
    return this.commit("push");
  }

  record() {
    return recordLandings(this.port);
  }

  get ledger(): string {
    return `${this.git("show", `toolcard-approvals:${LEDGER_FILE}`)}\n`;
  }

  /** Writes the record anew, by a commit on its branch or in place of it. */
  async rewrite(text: string, onto?: string): Promise<void> {
    writeFileSync(join(this.folder, ".git", "text"), text);
    const blob = this.git("hash-object", "-w", ".git/text");
    const tree = execFileSync("git", ["mktree"], {
      cwd: this.folder,
      input: `100644 blob ${blob}\t${LEDGER_FILE}\n`,
    });
    const parent = onto === undefined ? [] : ["-p", onto];
    const commit = this.git("commit-tree", tree.toString().trim(), "-m", "record", ...parent);
    this.git("update-ref", "refs/heads/toolcard-approvals", commit);
  }

  readonly port: RecordPort = {
    ledger: async () => {
      const read = await readLedgerBranch(this.folder);
      return read && { self: "toolcard[bot]", head: read.commit, text: read.text };
    },
    landed: async (since) => {
      const log = this.git("log", "--first-parent", "--reverse", "--format=%H %ct %P", "HEAD");
      const lines = log.split("\n").map((line) => line.split(" "));
      const all = lines.map(([commit = ""]) => commit);
      const base = all.includes(since) ? since : this.git("merge-base", since, "HEAD");
      const commits = lines.slice(all.indexOf(base) + 1).map(([commit = "", time, parent]) => {
        const pull = this.pulls.get(commit)?.pull.number;
        const pulls = pull === undefined ? [] : [{ number: pull, base: "main", mergeCommit: commit }];
        return { commit, parent, committed: Number(time) * 1000, pulls };
      });
      return { branch: "main", tip: all.at(-1) ?? "", base, commits };
    },
    merged: async (number) => {
      const found = [...this.pulls.values()].find(({ pull }) => pull.number === number);
      if (found === undefined) throw new Error(`no pull request ${number}`);
      return found;
    },
    snapshots: (commits) => Promise.all(commits.map((commit) => this.snapshot(commit))),
    contents: (names) => Promise.all(names.map(({ commit, file }) => fileAt(this.folder, commit, file))),
    people: async (questions) => questions.map((question) => answer(question, PEOPLE)),
    append: async (text, onto) => {
      if (this.git("rev-parse", "toolcard-approvals") !== onto) return "moved";
      await this.rewrite(text, onto);
      return "done";
    },
  };

  /** Runs toolcard here. */
  async toolcard(...words: string[]): Promise<{ status: number; out: string; err: string }> {
    const said = { out: "", err: "" };
    const status = await run(words, {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      input: async function* () {},
      cwd: this.folder,
      environment: {},
      isTerminal: false,
    });
    return { status, ...said };
  }

  /** Adopts the registry, and merges the pull request that says so. */
  async adopt(): Promise<void> {
    const adopted = await this.toolcard("approvals", "adopt", "--why", "we start", "--by", "ada");
    if (adopted.status !== 0) throw new Error(adopted.err);
    const settings = this.git("hash-object", "-w", "registry/toolcard.yaml");
    const text = this.git("cat-file", "blob", settings);
    this.git("checkout", "--quiet", "--", ".");
    await this.merge({ "registry/toolcard.yaml": `${text}\n` }, "ada");
    await this.record();
  }
}
