import { describe, expect, it } from "vitest";
import { publishedId } from "../../src/core/gate/published.ts";
import type { LabelEvent, OwnVerdict, PullRequestNow, Review } from "../../src/core/gate/pull-request.ts";
import { judged } from "./judging.ts";
import { claimsCard, codeowners, intakeBot, REPOSITORY, settings } from "./sample.ts";
import {
  bot,
  labeled,
  labelledBy,
  PEOPLE,
  pullOf,
  review,
  snapshotOf,
  unlabeled,
  withFiles,
  type People,
} from "./scene.ts";
import { swap } from "./table.ts";

const CARD = "registry/cards/claims-tools.yaml";
const GRANTS = "registry/grants/intake-bot.yaml";
const base = snapshotOf(REPOSITORY);
const wider = snapshotOf(withFiles(REPOSITORY, { [CARD]: swap(claimsCard, "500", "900") }));
const { commit } = wider;

function verdictWith(more: Partial<PullRequestNow>, people: People = PEOPLE) {
  return judged(pullOf(base, wider, more), [base, wider], people);
}

function onWith(events: readonly LabelEvent[], verdicts?: readonly OwnVerdict[]): Partial<PullRequestNow> {
  return { labels: ["widens-scope"], labelEvents: events, ...(verdicts && { verdicts }) };
}

const verdictAt = (at: number, more: Partial<OwnVerdict> = {}): OwnVerdict => ({
  commit,
  at,
  passes: false,
  id: "x",
  ...more,
});

// On the sample: opened at 100, our first verdict on the head at 110.
const LABELS: readonly { what: string; more: Partial<PullRequestNow>; passes: boolean; title?: string }[] = [
  { what: "no label", more: {}, passes: false, title: "Needs the label widens-scope from an owner" },
  {
    what: "an owner's label after our verdict",
    more: labelledBy("olga"),
    passes: true,
    title: "Passes: an owner (olga) allowed this widening",
  },
  {
    what: "a label in another letter case",
    more: { labels: ["Widens-Scope"], labelEvents: [labeled(120, "olga", { label: "WIDENS-scope" })] },
    passes: true,
  },
  {
    what: "another label",
    more: { labels: ["widens"], labelEvents: [labeled(120, "olga", { label: "widens" })] },
    passes: false,
  },
  {
    what: "a label in the same second as our verdict",
    more: labelledBy("olga", 110),
    passes: false,
    title: "Needs the label again",
  },
  {
    what: "a label before our verdict",
    more: labelledBy("olga", 105),
    passes: false,
    title: "Needs the label again: olga put it on before this commit was checked",
  },
  {
    what: "a label when no verdict of ours is on this head",
    more: onWith([labeled(120)], []),
    passes: false,
  },
  {
    what: "a label after a short form alone, which says nothing of what it is for",
    more: onWith([labeled(120)], [verdictAt(110, { id: publishedId("x", "short") })]),
    passes: false,
  },
  {
    what: "a label after a verdict on another head",
    more: onWith([labeled(120)], [verdictAt(110, { commit: base.commit })]),
    passes: false,
  },
  {
    what: "a label after a verdict from before it was retargeted",
    more: { ...labelledBy("olga", 130), aimedAt: 125 },
    passes: false,
  },
  {
    what: "a label after a verdict in the second of the retargeting",
    more: { ...labelledBy("olga", 130), aimedAt: 110 },
    passes: false,
  },
  {
    what: "a label between an early and a late verdict: the earliest counts",
    more: onWith([labeled(120)], [verdictAt(110), verdictAt(130, { passes: true })]),
    passes: true,
  },
  {
    what: "a label after a verdict that passed",
    more: onWith([labeled(120)], [verdictAt(110, { passes: true })]),
    passes: true,
  },
  {
    what: "a label that was taken off again",
    more: { labels: [], labelEvents: [labeled(120), unlabeled(130)] },
    passes: false,
  },
  {
    what: "a label that is said to be on though its last event took it off",
    more: onWith([labeled(120), unlabeled(130)]),
    passes: false,
  },
  { what: "a label that is said to be on though nothing ever put it on", more: onWith([]), passes: false },
  {
    what: "a label that was put on again by somebody who may not",
    more: onWith([labeled(120), unlabeled(130), labeled(140, "wanda")]),
    passes: false,
    title: "wanda",
  },
  {
    what: "a label that was put on again by somebody who may",
    more: onWith([labeled(105), unlabeled(130), labeled(140)]),
    passes: true,
  },
  {
    what: "a bot's label",
    more: onWith([labeled(120, "x", { actor: bot("olga") })]),
    passes: false,
    title: "not put on by a person",
  },
  {
    what: "a label that an app put on in a person's name",
    more: onWith([labeled(120, "olga", { viaApp: true })]),
    passes: false,
    title: "not put on by a person",
  },
  {
    what: "a deleted account's label",
    more: onWith([labeled(120, "x", { actor: null })]),
    passes: false,
    title: "not put on by a person",
  },
  {
    what: "an organization's label",
    more: onWith([labeled(120, "x", { actor: { login: "olga", kind: "other" } })]),
    passes: false,
  },
  {
    what: "a writer's label",
    more: labelledBy("wanda"),
    passes: false,
    title: "wanda, who owns none of these files",
  },
  { what: "a triage user's label", more: labelledBy("tom"), passes: false },
  {
    what: "a triage user's label beside an owner's approval",
    more: { ...labelledBy("tom"), reviews: [review("olga", "approved", commit)] },
    passes: false,
  },
  {
    what: "the author's label, who is an owner",
    more: { ...labelledBy("olga"), author: { login: "olga", kind: "person" } },
    passes: true,
  },
  {
    what: "no label and an owner's approval",
    more: { reviews: [review("olga", "approved", commit)] },
    passes: false,
  },
];

describe("the label on a pull request that widens", () => {
  it.each(LABELS)("$what", ({ more, passes, title }) => {
    const verdict = verdictWith(more);
    expect(verdict.kind, verdict.title).toBe(passes ? "passes" : "needs-label");
    if (title !== undefined) expect(verdict.title).toContain(title);
  });

  it("is to be taken off where it was put on before our verdict, and nowhere else", () => {
    const off = LABELS.filter(({ more }) => verdictWith(more).unlabel).map(({ what }) => what);
    expect(off).toEqual([
      "a label in the same second as our verdict",
      "a label before our verdict",
      "a label when no verdict of ours is on this head",
      "a label after a short form alone, which says nothing of what it is for",
      "a label after a verdict on another head",
      "a label after a verdict from before it was retargeted",
      "a label after a verdict in the second of the retargeting",
    ]);
  });

  it("says after a push what is more than at the commit that it was for", () => {
    const widest = snapshotOf(
      withFiles(REPOSITORY, {
        [CARD]: swap(
          swap(claimsCard, "500", "900"),
          "        text:",
          "        public: { type: boolean }\n        text:",
        ),
      }),
    );
    const pull = pullOf(base, widest, { ...labelledBy("olga", 105), allowedBefore: wider.commit });
    const verdict = judged(pull, [base, wider, widest]);
    expect(verdict.title).toBe("Needs the label again: 1 more field since olga put it on");
    expect(verdict.summary).toContain(
      "- **More than at the labelled commit:** 1 widening.\n  - **`create_note` may now also set `public`**",
    );
    const taken = pullOf(base, widest, {
      labelEvents: [labeled(105), unlabeled(112, "x", { actor: bot("toolcard") })],
      allowedBefore: wider.commit,
    });
    expect(judged(taken, [base, wider, widest]).title).toBe(verdict.title);
  });
});

const RULES: readonly { labelBy: string; by: string; passes: boolean }[] = [
  { labelBy: "writer", by: "wanda", passes: true },
  { labelBy: "writer", by: "tom", passes: false },
  { labelBy: "anyone", by: "tom", passes: true },
  { labelBy: "owner", by: "wanda", passes: false },
];

describe("where the settings of the base say whose label counts", () => {
  it.each(RULES)("labelBy: $labelBy, put on by $by", ({ labelBy, by, passes }) => {
    const tree = withFiles(REPOSITORY, {
      "registry/toolcard.yaml": `${settings}labelBy: ${labelBy}\n`,
    });
    const [from, to] = [
      snapshotOf(tree),
      snapshotOf(withFiles(tree, { [CARD]: swap(claimsCard, "500", "900") })),
    ];
    const verdict = judged(
      pullOf(from, to, { ...labelledBy(by), verdicts: [verdictAt(110, { commit: to.commit })] }),
      [from, to],
    );
    expect(verdict.kind).toBe(passes ? "passes" : "needs-label");
  });

  it("does not count a bot's label even where anyone may put it on", () => {
    const tree = withFiles(REPOSITORY, {
      "registry/toolcard.yaml": `${settings}labelBy: anyone\n`,
    });
    const [from, to] = [
      snapshotOf(tree),
      snapshotOf(withFiles(tree, { [CARD]: swap(claimsCard, "500", "900") })),
    ];
    const pull = pullOf(from, to, onWith([labeled(120, "x", { actor: bot("b") })]));
    expect(judged(pull, [from, to]).kind).toBe("needs-label");
  });

  it("does not go by what the pull request itself says", () => {
    const head = snapshotOf(
      withFiles(REPOSITORY, {
        "registry/toolcard.yaml": `${swap(settings, "widens-scope", "free")}labelBy: anyone\n`,
        ".github/CODEOWNERS": "* @tom\n",
      }),
    );
    for (const label of ["free", "widens-scope"]) {
      const pull = pullOf(base, head, { labels: [label], labelEvents: [labeled(120, "tom", { label })] });
      expect(
        judged(pull, [base, head], { ...PEOPLE, owners: { ...PEOPLE.owners, "@tom": ["tom"] } }).kind,
      ).toBe("needs-label");
    }
  });
});

// Two files with two owners: olga labels, anna owns the agents' files.
const both = snapshotOf(
  withFiles(REPOSITORY, {
    [CARD]: swap(claimsCard, "500", "900"),
    [GRANTS]: swap(intakeBot, "lookup_policy, job: claims-intake", "lookup_policy, job: audits"),
  }),
);
const at = both.commit;

const REVIEWS: readonly {
  what: string;
  by: string;
  reviews: readonly Review[];
  passes: boolean;
  author?: string;
}[] = [
  { what: "nobody else", by: "olga", reviews: [], passes: false },
  {
    what: "an approval of an owner of the other file",
    by: "olga",
    reviews: [review("anna", "approved", at)],
    passes: true,
  },
  {
    what: "the label of the other owner, and the approval of the first",
    by: "anna",
    reviews: [review("olga", "approved", at)],
    passes: true,
  },
  {
    what: "an owner of the agents' files alone, granting another team's tool",
    by: "anna",
    reviews: [],
    passes: false,
  },
  {
    what: "an approval of an earlier head",
    by: "olga",
    reviews: [review("anna", "approved", commit)],
    passes: false,
  },
  { what: "a comment of an owner", by: "olga", reviews: [review("anna", "commented", at)], passes: false },
  {
    what: "an approval and then a comment",
    by: "olga",
    reviews: [review("anna", "approved", at), review("anna", "commented", at)],
    passes: true,
  },
  {
    what: "an approval and then a request for changes",
    by: "olga",
    reviews: [review("anna", "approved", at), review("anna", "changes-requested", at)],
    passes: false,
  },
  {
    what: "a request for changes and then an approval",
    by: "olga",
    reviews: [review("anna", "changes-requested", at), review("anna", "approved", at)],
    passes: true,
  },
  {
    what: "an approval and then a dismissed one",
    by: "olga",
    reviews: [review("anna", "approved", at), review("anna", "dismissed", at)],
    passes: false,
  },
  {
    what: "an approval, then a request for changes on another head",
    by: "olga",
    reviews: [review("anna", "approved", at), review("Anna", "changes-requested", commit)],
    passes: false,
  },
  {
    what: "a bot's approval",
    by: "olga",
    reviews: [{ ...review("anna", "approved", at), author: bot("anna") }],
    passes: false,
  },
  {
    what: "a deleted account's approval",
    by: "olga",
    reviews: [{ ...review("anna", "approved", at), author: null }],
    passes: false,
  },
  {
    what: "an approval of which GitHub lost the commit",
    by: "olga",
    reviews: [{ ...review("anna", "approved", at), commit: undefined }],
    passes: false,
  },
  {
    what: "the author's own approval",
    by: "olga",
    author: "Anna",
    reviews: [review("anna", "approved", at)],
    passes: false,
  },
  {
    what: "an approval of one who owns nothing of it",
    by: "olga",
    reviews: [review("wanda", "approved", at)],
    passes: false,
  },
];

describe("what the labeller does not own", () => {
  it.each(REVIEWS)("$what (label by $by)", ({ by, reviews, passes, author }) => {
    const pull = pullOf(base, both, {
      ...labelledBy(by),
      reviews,
      ...(author && { author: { login: author, kind: "person" } }),
    });
    expect(judged(pull, [base, both]).kind).toBe(passes ? "passes" : "needs-label");
  });

  it("names who allowed what in a green check", () => {
    const pull = pullOf(base, both, { ...labelledBy("olga"), reviews: [review("anna", "approved", at)] });
    const verdict = judged(pull, [base, both]);
    expect(verdict.title).toBe("Passes: an owner (olga, anna) allowed these 2 widenings");
    expect(verdict.summary).toContain(
      "`anna` approved this commit as owner of `registry/grants/intake-bot.yaml` through `@acme/agents`",
    );
    expect(verdict.widenings).toHaveLength(2);
    expect(verdict.annotations.map(({ level }) => level)).toEqual(["notice", "notice"]);
  });
});

describe("an owner that can't be named", () => {
  it.each([
    [
      "a team that can't be read",
      codeowners,
      { "@acme/claims": "its members can't be read with this token" },
      "its members can't be read",
    ],
    [
      "nobody, as no line fits",
      "/docs/ @acme/admins\n",
      {},
      "name an owner in `.github/CODEOWNERS` on `main` first",
    ],
    [
      "nobody, as the last line that fits names none",
      "* @acme/claims\n/registry/cards/\n",
      {},
      "name an owner in",
    ],
    ["nobody, as `cards/*` does not reach", "/registry/* @acme/claims\n", {}, "name an owner in"],
  ])("is a failure with its reason: %s", (_what, text, unreadable, said) => {
    const tree = withFiles(REPOSITORY, { ".github/CODEOWNERS": text });
    const [from, to] = [
      snapshotOf(tree),
      snapshotOf(withFiles(tree, { [CARD]: swap(claimsCard, "500", "900") })),
    ];
    const verdict = judged(pullOf(from, to, labelledBy("olga")), [from, to], { ...PEOPLE, unreadable });
    expect(verdict.kind).toBe("needs-label");
    expect(verdict.summary).toContain(said);
  });

  it.each([
    ["missing", undefined, "there is no CODEOWNERS file on `main`"],
    ["over 3 MB", { no: "too-large" }, "has 3 MB or more"],
    ["a link", { no: "link" }, "is no regular file"],
  ] as const)("is a failure with its reason: CODEOWNERS is %s", (_what, content, said) => {
    const tree = withFiles(REPOSITORY, { ".github/CODEOWNERS": content });
    const [from, to] = [
      snapshotOf(tree),
      snapshotOf(withFiles(tree, { [CARD]: swap(claimsCard, "500", "900") })),
    ];
    const verdict = judged(pullOf(from, to, labelledBy("olga")), [from, to]);
    expect(verdict.kind).toBe("needs-label");
    expect(verdict.summary).toContain(said);
  });
});
