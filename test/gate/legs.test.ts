import { expect, it, describe } from "vitest";
import { RECORD_FAULTS } from "../../src/core/gate/approved-now.ts";
import { judge } from "../../src/core/gate/judge.ts";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import { assessed, judged } from "./judging.ts";
import { claimsCard, codeowners, REPOSITORY, settings } from "./sample.ts";
import { labelledBy, pullOf, snapshotOf, withFiles, type Content, type People, PEOPLE } from "./scene.ts";
import { swap } from "./table.ts";

const CARD = "registry/cards/claims-tools.yaml";
const main = snapshotOf(REPOSITORY, "main");
const WIDER: Readonly<Record<string, Content>> = { [CARD]: swap(claimsCard, "500", "900") };
const head = snapshotOf(withFiles(REPOSITORY, WIDER), "head");

/** A pull request to another branch than the default one, which has some files otherwise. */
function toBranch(files: Readonly<Record<string, Content>>, more: Partial<PullRequestNow> = {}) {
  const branch = snapshotOf(withFiles(REPOSITORY, files), "branch");
  const pull = pullOf(main, head, {
    base: { branch: "decoy", commit: branch.commit },
    mergeBase: { base: branch.commit, default: main.commit },
    ...more,
  });
  return { pull, snapshots: [main, head, branch] };
}

const MALLORY: People = { ...PEOPLE, owners: { ...PEOPLE.owners, "@mallory": ["mallory"] } };

describe("a pull request to another branch than the default one", () => {
  it("is held against the default branch as well: a decoy that has the widening already helps nobody", () => {
    const { pull, snapshots } = toBranch(WIDER);
    const verdict = judged(pull, snapshots);
    expect(verdict.kind).toBe("needs-label");
    expect(verdict.widenings).toHaveLength(1);
    expect(verdict.title).toContain("1 more beyond the default branch");
    expect(verdict.summary).toContain(
      "Beyond the branch `main`: **`create_note` takes more values for `text`**",
    );
  });

  it.each([
    ["its settings let anyone label", { "registry/toolcard.yaml": `${settings}labelBy: anyone\n` }],
    ["its CODEOWNERS names the labeller", { ".github/CODEOWNERS": "* @mallory\n" }],
    [
      "its settings note what main gates",
      { "registry/toolcard.yaml": `${settings}gate: { output: note }\n` },
    ],
  ])("needs what the default branch asks for, though %s", (_what, files) => {
    const { pull, snapshots } = toBranch(files, labelledBy("mallory"));
    expect(judged(pull, snapshots, MALLORY).kind).toBe("needs-label");
  });

  it("needs what its base asks for, though the default branch asks for less", () => {
    const easy = snapshotOf(
      withFiles(REPOSITORY, { "registry/toolcard.yaml": `${settings}labelBy: anyone\n` }),
      "main",
    );
    const pull = pullOf(easy, head, {
      base: { branch: "release", commit: "branch" },
      mergeBase: { base: "branch", default: easy.commit },
      ...labelledBy("tom"),
    });
    const branch = snapshotOf(REPOSITORY, "branch");
    expect(judged(pull, [easy, head, branch]).kind).toBe("needs-label");
    expect(judged({ ...pull, ...labelledBy("olga") }, [easy, head, branch]).kind).toBe("passes");
  });

  it("counts a widening of both once", () => {
    const { pull, snapshots } = toBranch({});
    const verdict = judged(pull, snapshots);
    expect(verdict.widenings).toHaveLength(1);
    expect(verdict.title).toBe("Needs the label widens-scope from an owner: 1 field");
    expect(judged({ ...pull, ...labelledBy("olga") }, snapshots).kind).toBe("passes");
  });

  it("counts all as new where it has nothing in common with the default branch", () => {
    const { pull, snapshots } = toBranch({}, { mergeBase: { base: "branch", default: undefined } });
    const kinds = judged(pull, snapshots).widenings.map(({ id }) => id.split(" ")[0]);
    expect(kinds).toEqual(
      expect.arrayContaining(["card-added", "grant-added", "setting-changed", "owners-changed"]),
    );
  });
});

describe("what can't be told", () => {
  it.each<[string, Partial<PullRequestNow>]>([
    ["the port could not read all", { undeterminable: ["more than 1,000 label events"] }],
    ["there is no common ancestor with the base", { mergeBase: { base: undefined, default: "main" } }],
    ["a commit was not given", { mergeBase: { base: "gone", default: "main" } }],
  ])("is refused with its reason, label or not: %s", (_what, more) => {
    const verdict = judged(pullOf(main, head, { ...labelledBy("olga"), ...more }), [main, head]);
    expect(verdict.kind).toBe("refused");
    expect(verdict.title).toMatch(/^Refused: it can't be told what this widens: ./);
  });

  it("is refused where a deciding file has no content", () => {
    const files = new Map([...head.files, [CARD, { kind: "file", blob: "x" } as const]]);
    const verdict = judged(pullOf(main, head), [main, { ...head, files }]);
    expect(verdict.kind).toBe("refused");
  });
});

/** What the record says of one file that is otherwise than it was approved. */
const was = (file: string, content: string) => {
  const snapshot = snapshotOf(withFiles(REPOSITORY, { [file]: content }));
  return { files: new Map([[file, snapshot.files.get(file)]]) };
};

describe("where approvals are in use", () => {
  const lower = swap(claimsCard, "500", "400");
  const narrow = was(CARD, swap(claimsCard, "500", "100"));

  it("measures a touched file from its last approved state as well, and says so", () => {
    const same = snapshotOf(withFiles(REPOSITORY, { [CARD]: lower }), "head");
    const pull = pullOf(main, same);
    expect(judged(pull, [main, same]).kind).toBe("passes");
    const assessment = assessed(pull, [main, same], { approved: narrow });
    expect(assessment.legs[0].widenings.map(({ kind }) => kind)).toEqual(["limit-raised"]);
    const verdict = judge(assessment, new Map());
    expect(verdict.title).toBe(
      "Needs the label widens-scope from an owner: 1 more since the last approved state",
    );
    const said = "ince the last approved state, as the file was changed without an approval: ";
    expect(verdict.summary).toContain(`- S${said}**\`create_note\` takes more values`);
    expect(verdict.annotations).toMatchObject([{ path: CARD, message: expect.stringContaining(said) }]);
    expect(verdict.comment).toContain(said);
  });

  it("leaves a file that the pull request does not touch alone", () => {
    const other = snapshotOf(withFiles(REPOSITORY, { "README.md": "other" }), "head");
    expect(assessed(pullOf(main, other), [main, other], { approved: narrow }).legs[0].widenings).toEqual([]);
  });

  it("counts once what is a widening from the base too", () => {
    const { widenings } = assessed(pullOf(main, head), [main, head], { approved: was(CARD, claimsCard) })
      .legs[0];
    expect(widenings).toHaveLength(1);
    expect(widenings[0]?.sinceApproved).toBeUndefined();
  });

  it("counts all of a touched file as new that was never approved", () => {
    const touched = snapshotOf(withFiles(REPOSITORY, { [CARD]: lower }), "head");
    const approved = { files: new Map([[CARD, undefined]]) };
    const { widenings } = assessed(pullOf(main, touched), [main, touched], { approved }).legs[0];
    expect(widenings.map(({ kind }) => kind)).toContain("card-added");
    expect(new Set(widenings.map(({ file }) => file))).toEqual(new Set([CARD]));
  });

  it("tells an owner that was pushed behind everyone's back, and knows what is the same of a very large file", () => {
    const OWNERS = ".github/CODEOWNERS";
    const long = Array.from({ length: 2000 }, () => "* @olga").join("\n");
    const start = snapshotOf(withFiles(REPOSITORY, { [OWNERS]: `${codeowners}* @mallory\n` }), "main");
    const after = snapshotOf(
      withFiles(REPOSITORY, { [OWNERS]: `${codeowners}* @mallory\n# words\n` }),
      "head",
    );
    expect(assessed(pullOf(start, after), [start, after]).legs[0].widenings).toEqual([]);
    const { widenings } = assessed(pullOf(start, after), [start, after], {
      approved: was(OWNERS, codeowners),
    }).legs[0];
    expect(new Set(widenings.map(({ kind }) => kind))).toEqual(new Set(["owners-changed"]));
    const large = withFiles(REPOSITORY, { [OWNERS]: `${long}\n${codeowners}` });
    const [before, now] = [
      snapshotOf(large, "main"),
      snapshotOf(withFiles(large, { [CARD]: lower }), "head"),
    ];
    const kinds = assessed(pullOf(before, now), [before, now], { approved: narrow }).legs[0].widenings;
    expect(kinds.map(({ kind }) => kind)).toEqual(["limit-raised"]);
  });

  it("names a changed workflow once, as the record knows none to measure from", () => {
    const WORKFLOW = ".github/workflows/toolcard.yml";
    const before = snapshotOf(withFiles(REPOSITORY, { [WORKFLOW]: "run: toolcard scan\n" }), "main");
    const changes = { [WORKFLOW]: "run: toolcard lint\n", [CARD]: lower };
    const after = snapshotOf(withFiles(REPOSITORY, changes), "head");
    const { widenings } = assessed(pullOf(before, after), [before, after], { approved: narrow }).legs[0];
    expect(widenings.map(({ kind }) => kind)).toEqual(["workflow-changed", "limit-raised"]);
  });

  it.each(Object.keys(RECORD_FAULTS) as (keyof typeof RECORD_FAULTS)[])(
    "refuses what can't be held against the record, and says what to do: %s",
    (kind) => {
      const verdict = judge(
        assessed(pullOf(main, head), [main, head], { approved: { fault: { kind, file: CARD } } }),
        new Map(),
      );
      expect(verdict.kind).toBe("refused");
      expect(verdict.title).toBe(`Refused: the record of approvals can't be relied on: ${kind}`);
      expect(verdict.summary).toContain(`- \`${kind}\` (\`${CARD}\`): ${RECORD_FAULTS[kind]}.`);
    },
  );
});

describe("an evaluation", () => {
  it("gives the same verdict, byte for byte, for the same input", () => {
    const pull = pullOf(main, head, labelledBy("wanda"));
    expect(JSON.stringify(judged(pull, [main, head]))).toBe(JSON.stringify(judged(pull, [main, head])));
  });

  it("does not ask about anybody where no label is on, or nothing widens", () => {
    const narrow = snapshotOf(
      withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "100"), ".github/CODEOWNERS": codeowners }),
      "n",
    );
    const asked: unknown[] = [];
    judged(pullOf(main, head), [main, head], PEOPLE, (question) => asked.push(question));
    judged(pullOf(main, narrow, labelledBy("olga")), [main, narrow], PEOPLE, (question) =>
      asked.push(question),
    );
    expect(asked).toEqual([]);
    judged(pullOf(main, head, labelledBy("olga")), [main, head], PEOPLE, (question) => asked.push(question));
    expect(asked).toEqual([{ kind: "is-owner", login: "olga", owner: "@acme/claims" }]);
  });
});
