import type { Actor } from "../../src/core/gate/pull-request.ts";
import type { MergeEvent } from "../../src/core/record/evidence.ts";
import { claimsCard, codeowners, filesCard, intakeBot, settings } from "../gate/sample.ts";
import { bot, person, type People, PEOPLE } from "../gate/scene.ts";
import { swap } from "../gate/table.ts";
import { at, type Changes, type Step } from "./world.ts";

/** What lands on the default branch after adoption, and the record of it: the entries of each step, see `saidOf`. */
export interface History {
  readonly what: string;
  readonly start?: Changes;
  readonly people?: People;
  readonly steps: readonly Step[];
  readonly record: readonly (readonly string[])[];
}

export const CARD = "registry/cards/claims-tools.yaml";
const FILES_CARD = "registry/cards/files.yaml";
export const GRANTS = "registry/grants/intake-bot.yaml";
const SETTINGS = "registry/toolcard.yaml";
export const OWNERS = ".github/CODEOWNERS";

const queueBot: Actor = bot("github-merge-queue[bot]");
const armed = (login: string, when: number, head?: string): MergeEvent => ({
  kind: "armed",
  actor: person(login),
  at: at(when),
  head,
});
const queued = (login: string | null, when: number): MergeEvent => ({
  kind: "queued",
  actor: login === null ? null : person(login),
  at: at(when),
  head: undefined,
});
const unqueued = (actor: Actor, when: number): MergeEvent => ({ kind: "unqueued", actor, at: at(when) });
const pushed = (when: number): MergeEvent => ({ kind: "head-changed", at: at(when) });

const claims = (from: string, to: string, text = claimsCard): Changes => ({ [CARD]: swap(text, from, to) });

/** Narrower: needs no label. */
const lower = claims("maxLength: 500", "maxLength: 400");
/** Wider: needs it. */
const raise = claims("maxLength: 500", "maxLength: 600");
const withoutLookup = swap(
  claimsCard,
  `  - name: lookup_policy
    inputSchema: { type: object, properties: { number: { type: string } }, required: [number] }
    annotations: { readOnlyHint: true }
`,
  "",
);
const revoked = swap(intakeBot, "      - { tool: lookup_policy, job: claims-intake }\n", "");
const moreGrants = swap(
  intakeBot,
  "job: claims-intake }\n",
  "job: claims-intake }\n      - { tool: create_note, job: nightly }\n",
);
const nobody = person("wanda");
const required = { [SETTINGS]: `${settings}approval: { label: required }\n` };
const independent = { [SETTINGS]: `${settings}approval: { independent: true }\n` };
const unreadable: People = { ...PEOPLE, unreadable: { "@acme/claims": "teams can't be read" } };

const LOWERED = "claims-tools.yaml approved: olga by merge as @acme/claims (line 2)";
const NOT_APPROVED = "claims-tools.yaml unapproved: no-approval claims-tools.yaml";

export const HISTORIES: readonly History[] = [
  // Direct merges, however the commits come: only what landed counts.
  { what: "an owner merges", steps: [{ pull: { head: lower } }], record: [[LOWERED]] },
  {
    what: "an owner merges what decides nothing",
    steps: [{ pull: { head: { "README.md": "more" } } }],
    record: [[]],
  },
  {
    what: "somebody who owns nothing merges",
    steps: [{ pull: { head: lower, mergedBy: nobody } }],
    record: [[NOT_APPROVED]],
  },
  {
    what: "somebody merges what an owner approved",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: "otto" }] } }],
    record: [["claims-tools.yaml approved: otto by review as @acme/claims (line 2)"]],
  },
  {
    what: "an owner merges what another approved: both are kept apart",
    steps: [{ pull: { head: lower, reviews: [{ by: "otto" }] } }],
    record: [
      [
        "claims-tools.yaml approved: olga by merge as @acme/claims (line 2) and otto by review as @acme/claims (line 2)",
      ],
    ],
  },
  {
    what: "an owner merges their own",
    steps: [{ pull: { head: lower, author: "olga" } }],
    record: [["claims-tools.yaml approved: olga by merge as @acme/claims (line 2, independent: no)"]],
  },
  {
    what: "somebody merges their own",
    steps: [{ pull: { head: lower, author: "wanda", mergedBy: nobody } }],
    record: [[NOT_APPROVED]],
  },
  {
    what: "an admin bypasses a red check, and owns the card",
    steps: [{ pull: { head: raise } }],
    record: [["claims-tools.yaml approved: olga by merge as @acme/claims (line 2); label absent"]],
  },
  {
    what: "an admin bypasses a red check, and owns something else",
    steps: [{ pull: { head: raise, mergedBy: person("ada") } }],
    record: [["claims-tools.yaml unapproved: no-approval claims-tools.yaml; label absent"]],
  },
  {
    what: "the account that merged is gone",
    steps: [{ pull: { head: lower, mergedBy: null } }],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: account-gone"],
    ],
  },
  {
    what: "the account that merged is gone, and an owner had approved",
    steps: [{ pull: { head: lower, mergedBy: null, reviews: [{ by: "olga" }] } }],
    record: [
      [
        "claims-tools.yaml approved: olga by review as @acme/claims (line 2); merger does not count: account-gone",
      ],
    ],
  },
  {
    what: "a bot merges",
    steps: [{ pull: { head: lower, mergedBy: bot("helper[bot]") } }],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: not-a-person"],
    ],
  },
  {
    what: "GitHub can't tell whether the merger owns the card",
    people: unreadable,
    steps: [{ pull: { head: lower } }],
    record: [["claims-tools.yaml unapproved: owner-unknown claims-tools.yaml"]],
  },
  {
    what: "nobody owns the card",
    start: { [OWNERS]: "/registry/grants/ @acme/agents\n" },
    steps: [{ pull: { head: lower } }],
    record: [["claims-tools.yaml unapproved: no-owner claims-tools.yaml"]],
  },
  {
    what: "something of the pull request can't be read",
    steps: [{ pull: { head: lower, undeterminable: ["there are too many reviews"] } }],
    record: [["claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); unread"]],
  },

  // Auto-merge.
  {
    what: "an owner arms auto-merge after our check",
    steps: [{ pull: { head: lower, events: [armed("olga", 120)] } }],
    record: [["claims-tools.yaml approved: olga by auto-merge as @acme/claims (line 2)"]],
  },
  {
    what: "an owner arms auto-merge before our check had read the head",
    steps: [{ pull: { head: lower, events: [armed("olga", 105)] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: asked-before-check",
      ],
    ],
  },
  {
    what: "an owner arms auto-merge in the second of our check",
    steps: [{ pull: { head: lower, events: [armed("olga", 110)] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: asked-before-check",
      ],
    ],
  },
  {
    what: "auto-merge was armed at an earlier head",
    steps: [{ pull: { head: lower, events: [armed("olga", 120, "f".repeat(40))] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: head-changed-after",
      ],
    ],
  },
  {
    what: "a push follows an approval by arming, back to a head that was read",
    steps: [{ pull: { head: lower, events: [armed("olga", 120), pushed(130)] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: head-changed-after",
      ],
    ],
  },
  {
    what: "auto-merge is armed anew after the last push",
    steps: [
      {
        pull: { head: lower, verdicts: [140], events: [armed("olga", 120), pushed(130), armed("olga", 150)] },
      },
    ],
    record: [["claims-tools.yaml approved: olga by auto-merge as @acme/claims (line 2)"]],
  },
  {
    what: "auto-merge is switched off again, and an owner merges",
    steps: [
      {
        pull: {
          head: lower,
          events: [armed("wanda", 120), { kind: "disarmed", actor: nobody, at: at(130) }],
        },
      },
    ],
    record: [[LOWERED]],
  },
  {
    what: "an owner merges what somebody armed",
    steps: [{ pull: { head: lower, events: [armed("wanda", 120)] } }],
    record: [[LOWERED]],
  },
  {
    what: "somebody who owns nothing arms it, and GitHub merges",
    steps: [{ pull: { head: lower, mergedBy: nobody, events: [armed("wanda", 120)] } }],
    record: [[NOT_APPROVED]],
  },

  // The merge queue.
  {
    what: "an owner enqueues, and the queue's bot merges",
    steps: [{ pull: { head: lower, mergedBy: queueBot, events: [queued("olga", 120)] } }],
    record: [["claims-tools.yaml approved: olga by queue as @acme/claims (line 2)"]],
  },
  {
    what: "an owner enqueues, and GitHub names them as the merger",
    steps: [{ pull: { head: lower, events: [queued("olga", 120)] } }],
    record: [["claims-tools.yaml approved: olga by queue as @acme/claims (line 2)"]],
  },
  {
    what: "the queue takes its entry out right before it merges",
    steps: [
      { pull: { head: lower, mergedBy: queueBot, events: [queued("olga", 120), unqueued(queueBot, 199)] } },
    ],
    record: [["claims-tools.yaml approved: olga by queue as @acme/claims (line 2)"]],
  },
  {
    what: "an owner takes it out of the queue, and somebody puts it back",
    steps: [
      {
        pull: {
          head: lower,
          mergedBy: queueBot,
          events: [queued("olga", 120), unqueued(person("olga"), 130), queued("wanda", 140)],
        },
      },
    ],
    record: [[NOT_APPROVED]],
  },
  {
    what: "the queue threw it out, and a bot merges later",
    steps: [
      { pull: { head: lower, mergedBy: queueBot, events: [queued("olga", 120), unqueued(queueBot, 130)] } },
    ],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: not-a-person"],
    ],
  },
  {
    what: "an owner enqueues before our check",
    steps: [{ pull: { head: lower, mergedBy: queueBot, events: [queued("olga", 105)] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: asked-before-check",
      ],
    ],
  },
  {
    what: "a forced push follows the queue's entry",
    steps: [{ pull: { head: lower, mergedBy: queueBot, events: [queued("olga", 120), pushed(130)] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: head-changed-after",
      ],
    ],
  },
  {
    what: "the account that enqueued is gone",
    steps: [{ pull: { head: lower, mergedBy: queueBot, events: [queued(null, 120)] } }],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: account-gone"],
    ],
  },
  {
    what: "the queue's bot merges, and nobody is known to have enqueued it",
    steps: [{ pull: { head: lower, mergedBy: queueBot } }],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: not-a-person"],
    ],
  },

  // Reviews.
  {
    what: "an owner approved an earlier head",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: "olga", of: "an earlier head" }] } }],
    record: [["claims-tools.yaml unapproved: no-approval claims-tools.yaml; stale: olga"]],
  },
  {
    what: "an owner approved a commit that GitHub has lost",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: "olga", of: "a lost commit" }] } }],
    record: [["claims-tools.yaml unapproved: no-approval claims-tools.yaml; stale: olga"]],
  },
  {
    what: "an owner only comments",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: "olga", state: "commented" }] } }],
    record: [[NOT_APPROVED]],
  },
  {
    what: "an owner approves, and comments afterwards",
    steps: [
      {
        pull: {
          head: lower,
          mergedBy: nobody,
          reviews: [{ by: "olga" }, { by: "olga", state: "commented", at: 160 }],
        },
      },
    ],
    record: [["claims-tools.yaml approved: olga by review as @acme/claims (line 2)"]],
  },
  {
    what: "an owner approves, and asks for changes afterwards",
    steps: [
      {
        pull: {
          head: lower,
          mergedBy: nobody,
          reviews: [{ by: "olga" }, { by: "olga", state: "changes-requested", at: 160 }],
        },
      },
    ],
    record: [[NOT_APPROVED]],
  },
  {
    what: "an owner's last review is dismissed: the one before does not come back",
    steps: [
      {
        pull: {
          head: lower,
          mergedBy: nobody,
          reviews: [{ by: "olga" }, { by: "olga", state: "dismissed", at: 160 }],
        },
      },
    ],
    record: [[NOT_APPROVED]],
  },
  {
    what: "an owner approves after the merge",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: "olga", at: 201 }] } }],
    record: [[NOT_APPROVED]],
  },
  {
    what: "an owner takes an approval back after the merge",
    steps: [
      {
        pull: {
          head: lower,
          mergedBy: nobody,
          reviews: [{ by: "olga" }, { by: "olga", state: "changes-requested", at: 201 }],
        },
      },
    ],
    record: [["claims-tools.yaml approved: olga by review as @acme/claims (line 2)"]],
  },
  {
    what: "a reviewer's account is gone",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: null }] } }],
    record: [[NOT_APPROVED]],
  },
  {
    what: "somebody who owns nothing approves",
    steps: [{ pull: { head: lower, mergedBy: nobody, reviews: [{ by: "anna" }] } }],
    record: [[NOT_APPROVED]],
  },

  // Who made it.
  {
    what: "an owner pushed to the bot's branch, and merges alone",
    steps: [
      { pull: { head: lower, author: "toolcard", contributors: [{ who: person("olga"), as: "pusher" }] } },
    ],
    record: [["claims-tools.yaml approved: olga by merge as @acme/claims (line 2, independent: no)"]],
  },
  {
    what: "the same, where approvers must be independent",
    start: independent,
    steps: [{ pull: { head: lower, contributors: [{ who: person("Olga"), as: "co-author" }] } }],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: contributed"],
    ],
  },
  {
    what: "the same, and another owner approves",
    start: independent,
    steps: [
      {
        pull: {
          head: lower,
          contributors: [{ who: person("olga"), as: "committer" }],
          reviews: [{ by: "otto" }],
        },
      },
    ],
    record: [
      [
        "claims-tools.yaml approved: otto by review as @acme/claims (line 2); merger does not count: contributed",
      ],
    ],
  },
  {
    what: "an address of a commit belongs to nobody, where approvers must be independent",
    start: independent,
    steps: [{ pull: { head: lower, contributors: [{ who: null, as: "author" }] } }],
    record: [
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: contributed"],
    ],
  },
  {
    what: "an owner labels and merges, where approvers must be independent",
    start: independent,
    steps: [{ pull: { head: raise, label: ["olga", 120] } }],
    record: [
      [
        "claims-tools.yaml unapproved: no-approval claims-tools.yaml; merger does not count: contributed; label by olga",
      ],
    ],
  },

  // The label.
  {
    what: "an owner labels, another merges",
    steps: [{ pull: { head: raise, label: ["otto", 120] } }],
    record: [["claims-tools.yaml approved: olga by merge as @acme/claims (line 2); label by otto"]],
  },
  {
    what: "the label comes after the merge, where it is required",
    start: required,
    steps: [{ pull: { head: raise, label: ["otto", 201] } }],
    record: [
      ["claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-label; label absent"],
    ],
  },
  {
    what: "the label was put on before our check, where it is required",
    start: required,
    steps: [{ pull: { head: raise, label: ["otto", 105] } }],
    record: [
      ["claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-label; label too-early"],
    ],
  },
  {
    what: "the label is from somebody who owns nothing, where it is required",
    start: required,
    steps: [{ pull: { head: raise, label: ["wanda", 120] } }],
    record: [
      ["claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-label; label not-entitled"],
    ],
  },
  {
    what: "nothing widens, where the label is required",
    start: required,
    steps: [{ pull: { head: lower } }],
    record: [[LOWERED]],
  },
  {
    what: "a push takes the label's requirement away, and then it still counts for what comes next",
    start: required,
    steps: [{ lands: { [SETTINGS]: settings } }, { pull: { head: raise } }],
    record: [
      ["toolcard.yaml unapproved: no-pull-request"],
      ["claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-label; label absent"],
    ],
  },
  {
    what: "an owner merges a card that is invalid, with a label that no check let count",
    steps: [{ pull: { head: claims("revision: 4", "revision: four"), label: ["otto", 120] } }],
    record: [[LOWERED]],
  },

  // Outside of pull requests.
  {
    what: "somebody pushes",
    steps: [{ lands: lower }],
    record: [["claims-tools.yaml unapproved: no-pull-request"]],
  },
  {
    what: "somebody pushes a grant behind a card's back, and an owner later merges the card alone",
    steps: [{ lands: { [GRANTS]: moreGrants } }, { pull: { head: lower } }],
    record: [["intake-bot.yaml unapproved: no-pull-request"], [LOWERED]],
  },
  {
    what: "the branch is pushed over with an older state",
    steps: [{ pull: { head: lower } }, { rewound: { [CARD]: claimsCard } }],
    record: [[LOWERED], ["claims-tools.yaml unapproved: history-rewritten, no-pull-request"]],
  },
  {
    what: "the branch is pushed over, and an owner merges on top of that",
    steps: [{ rewound: { [GRANTS]: moreGrants }, pull: { head: lower } }],
    record: [
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); history-rewritten, no-approval intake-bot.yaml",
        "intake-bot.yaml unapproved: history-rewritten, no-approval intake-bot.yaml",
      ],
    ],
  },
  {
    what: "an owner reverts an approved card to an older approved one",
    steps: [{ pull: { head: raise, label: ["olga", 120] } }, { pull: { head: { [CARD]: claimsCard } } }],
    record: [
      ["claims-tools.yaml approved: olga by merge as @acme/claims (line 2, independent: no); label by olga"],
      [LOWERED],
    ],
  },
  {
    what: "somebody reverts an approved card to an older approved one",
    steps: [{ pull: { head: lower } }, { pull: { head: { [CARD]: claimsCard }, mergedBy: nobody } }],
    record: [[LOWERED], ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; label absent"]],
  },
  {
    what: "an owner approves what was pushed, with the whole of it in the head",
    steps: [
      { lands: raise },
      { pull: { head: { [CARD]: swap(claimsCard, "maxLength: 500", "maxLength: 550") } } },
    ],
    record: [
      ["claims-tools.yaml unapproved: no-pull-request"],
      ["claims-tools.yaml approved: olga by merge as @acme/claims (line 2); label absent"],
    ],
  },

  // What landed is something else than the head.
  {
    what: "the merge brings in what neither side had",
    steps: [{ pull: { head: lower }, lands: raise }],
    record: [
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); landed-wider claims-tools.yaml",
      ],
    ],
  },
  {
    what: "the merge brings in less than the head had",
    steps: [
      {
        pull: { head: raise, label: ["otto", 120] },
        lands: { [CARD]: swap(claimsCard, "Add a note", "Put a note") },
      },
    ],
    record: [["claims-tools.yaml approved: olga by merge as @acme/claims (line 2); label by otto"]],
  },
  {
    what: "the merge touches a file that the head never did",
    steps: [{ pull: { head: lower }, lands: { ...lower, [GRANTS]: moreGrants } }],
    record: [
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-approval intake-bot.yaml, landed-wider intake-bot.yaml",
        "intake-bot.yaml unapproved: no-approval intake-bot.yaml, landed-wider intake-bot.yaml",
      ],
    ],
  },
  {
    what: "the merge joins the head with what was pushed to the file after it had left",
    steps: [
      { lands: raise },
      {
        pull: { from: { [CARD]: claimsCard }, head: claims("Add a note", "Put a note") },
        lands: claims("Add a note", "Put a note", swap(claimsCard, "maxLength: 500", "maxLength: 600")),
      },
    ],
    record: [
      ["claims-tools.yaml unapproved: no-pull-request"],
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); landed-wider claims-tools.yaml",
      ],
    ],
  },

  // Who owns what.
  {
    what: "an unapproved push plants an owner, who merges",
    steps: [{ lands: { [OWNERS]: "* @mallory\n" } }, { pull: { head: raise, mergedBy: person("mallory") } }],
    people: { ...PEOPLE, owners: { ...PEOPLE.owners, "@mallory": ["mallory"] } },
    record: [
      ["CODEOWNERS unapproved: no-pull-request"],
      ["claims-tools.yaml unapproved: no-approval claims-tools.yaml; label absent"],
    ],
  },
  {
    what: "a pull request plants an owner and is merged by them",
    steps: [{ pull: { head: { ...lower, [OWNERS]: "* @mallory\n" }, mergedBy: person("mallory") } }],
    people: { ...PEOPLE, owners: { ...PEOPLE.owners, "@mallory": ["mallory"] } },
    record: [
      [
        "CODEOWNERS unapproved: no-approval CODEOWNERS, no-approval claims-tools.yaml; label absent",
        "claims-tools.yaml unapproved: no-approval CODEOWNERS, no-approval claims-tools.yaml; label absent",
      ],
    ],
  },
  {
    what: "an owner of CODEOWNERS names another owner, who merges from then on",
    steps: [
      { pull: { head: { [OWNERS]: swap(codeowners, "@acme/claims", "@wendy") }, mergedBy: person("ada") } },
      { pull: { head: lower } },
      { pull: { head: lower, mergedBy: person("wendy") } },
    ],
    people: { ...PEOPLE, owners: { ...PEOPLE.owners, "@wendy": ["wendy"] } },
    record: [
      ["CODEOWNERS approved: ada by merge as @acme/admins (line 1); label absent"],
      [NOT_APPROVED],
      [],
    ],
  },
  {
    what: "one file of several has no owner among those who count",
    steps: [
      {
        pull: {
          head: { ...lower, [FILES_CARD]: swap(filesCard, "leaks", "still leaks"), [GRANTS]: moreGrants },
        },
      },
    ],
    record: [
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-approval intake-bot.yaml; label absent",
        "files.yaml unapproved: olga by merge as @acme/claims (line 2); no-approval intake-bot.yaml; label absent",
        "intake-bot.yaml unapproved: no-approval intake-bot.yaml; label absent",
      ],
    ],
  },
  {
    what: "each file has another owner: one merges, one approves",
    steps: [{ pull: { head: { ...lower, [GRANTS]: moreGrants }, reviews: [{ by: "anna" }] } }],
    record: [
      [
        "claims-tools.yaml approved: olga by merge as @acme/claims (line 2); label absent",
        "intake-bot.yaml approved: anna by review as @acme/agents (line 3); label absent",
      ],
    ],
  },

  // Grants that go with their tools.
  {
    what: "a grants file of another team only loses the grants of a tool that leaves the card",
    steps: [{ pull: { head: { [CARD]: withoutLookup, [GRANTS]: revoked } } }],
    record: [[LOWERED, `intake-bot.yaml approved: olga by merge as @acme/claims (line 2); through ${CARD}`]],
  },
  {
    what: "a grants file of another team loses the grant of a tool that stays",
    steps: [{ pull: { head: { ...lower, [GRANTS]: revoked } } }],
    record: [
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-approval intake-bot.yaml",
        "intake-bot.yaml unapproved: no-approval intake-bot.yaml",
      ],
    ],
  },
  {
    what: "a grants file of another team loses grants and gains one",
    steps: [
      {
        pull: {
          head: {
            [CARD]: withoutLookup,
            [GRANTS]: swap(revoked, "job: claims-intake }", "job: nightly }"),
          },
        },
      },
    ],
    record: [
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-approval intake-bot.yaml; label absent",
        "intake-bot.yaml unapproved: no-approval intake-bot.yaml; label absent",
      ],
    ],
  },
  {
    what: "a grants file had got a grant by a push before it loses others: its own owner is needed",
    steps: [
      { lands: { [GRANTS]: moreGrants } },
      {
        pull: {
          head: {
            [CARD]: withoutLookup,
            [GRANTS]: swap(moreGrants, "      - { tool: lookup_policy, job: claims-intake }\n", ""),
          },
        },
      },
    ],
    record: [
      ["intake-bot.yaml unapproved: no-pull-request"],
      [
        "claims-tools.yaml unapproved: olga by merge as @acme/claims (line 2); no-approval intake-bot.yaml; label absent",
        "intake-bot.yaml unapproved: no-approval intake-bot.yaml; label absent",
      ],
    ],
  },
  {
    what: "a card is deleted with the grants that reached it",
    steps: [
      {
        pull: {
          head: { [CARD]: undefined, [GRANTS]: "agent: intake-bot\nenrolments: []\n" },
          reviews: [{ by: "anna" }],
        },
      },
    ],
    record: [[LOWERED, "intake-bot.yaml approved: anna by review as @acme/agents (line 3)"]],
  },
  {
    what: "a card is renamed on the way to another file",
    steps: [
      {
        pull: {
          head: {
            [FILES_CARD]: undefined,
            "registry/cards/disk.yaml": swap(filesCard, "server: files", "server: disk"),
          },
          label: ["otto", 120],
        },
      },
    ],
    record: [
      [
        "disk.yaml approved: olga by merge as @acme/claims (line 2); label by otto",
        "files.yaml approved: olga by merge as @acme/claims (line 2); label by otto",
      ],
    ],
  },
];
