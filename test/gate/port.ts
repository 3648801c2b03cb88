import type { GroupNow, PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { Snapshot } from "../../src/core/gate/snapshot.ts";
import type { GateOutput, GatePort } from "../../src/jobs/gate-port.ts";
import { answer, NO_GROUP, PEOPLE, type People } from "./scene.ts";

/** What a port did, in order, and what it stands in front of; tests change it between and during calls. */
export class FakePort implements GatePort {
  readonly calls: string[] = [];
  readonly published: GateOutput[] = [];
  readonly comments: string[] = [];
  readonly pulls = new Map<number, PullRequestNow>();
  readonly commits = new Map<string, Snapshot>();
  people_: People = PEOPLE;
  /** Answers that are not asked for anew. */
  remembered: People | undefined;
  /** Files at commits, by both: `<commit> <file>`. */
  readonly files = new Map<string, Uint8Array>();
  groupNow: GroupNow = NO_GROUP;
  time = 1000;
  /** Runs before each call; what it throws the call throws. */
  before: (call: string, count: number) => void = () => {};

  constructor(pulls: readonly PullRequestNow[], snapshots: readonly Snapshot[]) {
    for (const pull of pulls) this.pulls.set(pull.number, pull);
    for (const snapshot of snapshots) this.commits.set(snapshot.commit, snapshot);
  }

  private async called<T>(call: string, result: () => T): Promise<T> {
    this.before(call, this.calls.filter((each) => each === call).length);
    this.calls.push(call);
    return result();
  }

  readonly pullRequest: GatePort["pullRequest"] = (number) =>
    this.called("pullRequest", () => this.pulls.get(number));

  readonly openWithHead: GatePort["openWithHead"] = (head) =>
    this.called("openWithHead", () =>
      [...this.pulls.values()].flatMap((pull) =>
        pull.state === "open" && pull.head === head ? pull.number : [],
      ),
    );

  readonly open: GatePort["open"] = () => this.called("open", () => [...this.pulls.keys()]);

  readonly group: GatePort["group"] = () => this.called("group", () => this.groupNow);

  readonly snapshots: GatePort["snapshots"] = (commits) =>
    this.called("snapshots", () => commits.flatMap((commit) => this.commits.get(commit) ?? []));

  readonly contents: GatePort["contents"] = (names) =>
    this.called("contents", () => names.map(({ commit, file }) => this.files.get(`${commit} ${file}`)));

  readonly people: GatePort["people"] = (questions, fresh) =>
    this.called(fresh ? "people, fresh" : "people", () =>
      questions.map((question) => answer(question, (fresh ? undefined : this.remembered) ?? this.people_)),
    );

  readonly publish: GatePort["publish"] = (output) =>
    this.called("publish", () => {
      this.published.push(output);
      const { commit, passes, id } = output;
      for (const [number, pull] of this.pulls) {
        const verdicts = [...pull.verdicts, { commit, passes, id, at: this.time }];
        if (pull.head === commit) this.pulls.set(number, { ...pull, verdicts });
      }
    });

  readonly makeLabel: GatePort["makeLabel"] = (label) => this.called(`makeLabel ${label}`, () => {});

  readonly takeLabelOff: GatePort["takeLabelOff"] = (number, label) =>
    this.called(`takeLabelOff ${number} ${label}`, () => {});

  readonly comment: GatePort["comment"] = (number, body, existing) =>
    this.called(`comment ${number} ${existing ?? "new"}`, () => {
      this.comments.push(body);
      const pull = this.pulls.get(number);
      if (pull !== undefined) this.pulls.set(number, { ...pull, comment: { id: existing ?? 1, body } });
    });

  change(number: number, more: Partial<PullRequestNow>): void {
    const pull = this.pulls.get(number);
    if (pull === undefined) throw new Error("no such pull request");
    this.pulls.set(number, { ...pull, ...more });
  }

  get last(): GateOutput | undefined {
    return this.published.at(-1);
  }
}
