import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRecord } from "../../src/jobs/open-record.ts";
import { readLedger } from "../../src/core/record/ledger.ts";
import type { Draft } from "../../src/core/record/entry.ts";
import { claimsCard, codeowners, intakeBot } from "../gate/sample.ts";
import { swap } from "../gate/table.ts";
import { CARD, GRANTS, OWNERS } from "./histories.ts";
import { linesAfter } from "./world.ts";
import { Repository } from "./repository.ts";

const lower = { [CARD]: swap(claimsCard, "maxLength: 500", "maxLength: 400") };
const lowest = { [CARD]: swap(claimsCard, "maxLength: 500", "maxLength: 300") };
const moreGrants = {
  [GRANTS]: swap(
    intakeBot,
    "job: claims-intake }\n",
    "job: claims-intake }\n      - { tool: create_note, job: nightly }\n",
  ),
};

let here: Repository;

function link(target: string, file: string): void {
  here.write({ [file]: undefined });
  symlinkSync(target, join(here.folder, file));
}

beforeEach(() => {
  here = new Repository();
});
afterEach(() => here[Symbol.dispose]());

describe("before adoption", () => {
  it("approvals are not in use, and verify is clean", async () => {
    const { status, out } = await here.toolcard("verify");
    expect({ status, out }).toEqual({ status: 0, out: "Approvals are not in use here.\n" });
  });

  it("there is no record to show", async () => {
    const { status, err } = await here.toolcard("approvals");
    expect(status).toBe(1);
    expect(err).toContain("toolcard approvals adopt");
  });

  it("an invalid registry is not adopted", async () => {
    here.push({ [CARD]: "server: claims-tools\n" });
    const { status, err } = await here.toolcard("approvals", "adopt", "--why", "we start");
    expect(status).toBe(4);
    expect(err).toContain("cards/claims-tools.yaml");
    expect((await here.toolcard("verify")).status).toBe(0);
  });
});

describe("adoption", () => {
  it("leaves nothing approved until its pull request is merged by an owner of the settings", async () => {
    await here.toolcard("approvals", "adopt", "--why", "we start");
    here.git("checkout", "--quiet", "--", ".");
    const genesis = readLedger(here.ledger).entries[0]?.hash ?? "";
    await here.merge({ "registry/toolcard.yaml": `approval: { genesis: "${genesis}" }\n` }, "wanda");
    await here.record();
    const { use, findings, approved } = await openRecord({ repository: here.folder });
    expect(use).toBe("in-use");
    expect(findings.map(({ kind }) => kind)).toEqual(["adoption-unapproved", "unapproved"]);
    expect(approved()?.cards).toEqual([]);
  });

  it("is begun once", async () => {
    await here.adopt();
    const again = await here.toolcard("approvals", "adopt", "--why", "again");
    expect(again.status).toBe(1);
    expect(again.err).toContain("there is a record already");
  });

  it("writes the first entry's hash into the settings, which keep all else", async () => {
    await here.toolcard("approvals", "adopt", "--why", "we start");
    const text = here.git("diff", "--", "registry/toolcard.yaml");
    const genesis = readLedger(here.ledger).entries[0]?.hash;
    expect(text.split("\n").filter((line) => /^-[^-]/.test(line))).toEqual([]);
    expect(text).toContain(`genesis: ${genesis}`);
  });
});

describe("an adopted registry", () => {
  beforeEach(() => here.adopt());

  it("is clean, and says by whom each change was approved", async () => {
    await here.merge(lower);
    await here.record();
    expect((await here.toolcard("verify")).out).toMatch(/^3 entries, all that is in use is approved\./);
    const { out } = await here.toolcard("approvals", "--server", "claims-tools");
    expect(out).toContain("olga merged it, as owner @acme/claims (CODEOWNERS line 2)");
  });

  it("tells who approved that an agent may call a tool", async () => {
    await here.merge(moreGrants, "anna");
    await here.record();
    const { out } = await here.toolcard("approvals", "--agent", "intake-bot", "--tool", "create_note");
    expect(out).toContain("adopted");
    expect(out).toContain("anna merged it, as owner @acme/agents (CODEOWNERS line 3)");
    expect(out).toContain("grants given: intake-bot claims-tools create_note (nightly)");
    expect(out).toContain("2 entries of 3");
  });

  it("permits no more than was approved when a grant is pushed behind its back, and says since when", async () => {
    const commit = here.push(moreGrants);
    const before = await openRecord({ repository: here.folder });
    expect(before.findings).toEqual([{ kind: "unrecorded", file: GRANTS, commit }]);
    expect(before.approved()?.grants).toEqual([]);
    await here.record();
    const { status, out } = await here.toolcard("verify");
    expect(status).toBe(2);
    expect(out).toContain(`approvals.jsonl:3: ${GRANTS}: not approved since commit ${commit.slice(0, 12)}`);
    expect(out).toContain("it came without a pull request");
    const { approved } = await openRecord({ repository: here.folder });
    const jobs = approved()?.grants[0]?.value.enrolments[0]?.grants.map(({ job }) => job);
    expect(jobs).toEqual(["claims-intake", "claims-intake"]);
  });

  it.each<[string, string, (file: string) => void]>([
    ["edits a card", CARD, (file) => here.write({ [file]: lower[CARD] })],
    ["adds a comment to a card", CARD, (file) => here.write({ [file]: `${claimsCard}# more\n` })],
    ["deletes a card", CARD, (file) => here.write({ [file]: undefined })],
    ["puts a link in a card's place", CARD, (file) => link("../../README.md", file)],
    ["adds a grants file", "registry/grants/zoe.yaml", (file) => here.write({ [file]: "agent: zoe\n" })],
    ["edits a grants file", GRANTS, (file) => here.write({ [file]: moreGrants[GRANTS] })],
    ["edits the settings", "registry/toolcard.yaml", (file) => here.write({ [file]: "label: other\n" })],
    ["edits CODEOWNERS", OWNERS, (file) => here.write({ [file]: "* @mallory\n" })],
    ["adds CODEOWNERS in another place", "docs/CODEOWNERS", (file) => here.write({ [file]: "* @mallory\n" })],
    ["moves the registry", ".github/toolcard.yml", (file) => here.write({ [file]: "registry: scopes\n" })],
  ])(
    "names what somebody %s outside of a pull request, before it is recorded and after",
    async (_what, file, edit) => {
      edit(file);
      const commit = here.commit("push");
      const before = await here.toolcard("verify");
      expect(before.status).toBe(2);
      expect(before.out).toContain(
        `${file}: changed with commit ${commit.slice(0, 12)}, which is not in the record`,
      );
      await here.record();
      const after = await here.toolcard("verify");
      expect(after.status).toBe(2);
      expect(after.out).toContain(`${file}: not approved since commit ${commit.slice(0, 12)}`);
    },
  );

  it("is clean again once an approved change supersedes what was not approved", async () => {
    here.push(moreGrants);
    await here.record();
    await here.merge({ [GRANTS]: intakeBot }, "anna");
    await here.record();
    expect((await here.toolcard("verify")).status).toBe(0);
  });

  it("is clean again once somebody takes back what was not approved", async () => {
    here.push(moreGrants);
    here.push({ [GRANTS]: intakeBot });
    await here.record();
    expect((await here.toolcard("verify")).status).toBe(0);
    expect(readLedger(here.ledger).entries).toHaveLength(4);
  });

  it("keeps approvals in use when a push takes approval.genesis out", async () => {
    here.push({ "registry/toolcard.yaml": undefined });
    await here.record();
    const { use, findings } = await openRecord({ repository: here.folder });
    expect(use).toBe("in-use");
    expect(findings.map(({ kind }) => kind)).toEqual(["unapproved"]);
  });

  it("ends approvals when an owner of the settings merges that", async () => {
    await here.merge({ "registry/toolcard.yaml": undefined }, "ada");
    await here.record();
    const { use, approved } = await openRecord({ repository: here.folder });
    expect({ use, approved: approved() }).toEqual({ use: "not-in-use", approved: undefined });
  });

  it("does not end approvals by an entry that git contradicts", async () => {
    await here.merge({ "registry/toolcard.yaml": undefined }, "wanda");
    await here.record();
    const forged = readLedger(here.ledger).entries.map((entry): Draft => {
      const { sequence: _s, previous: _p, hash: _h, ...draft } = entry;
      const isEnd = draft.kind === "change" && draft.after === null;
      return isEnd ? Object.assign(draft, { approved: true, missing: [] }) : draft;
    });
    await here.rewrite(linesAfter([], forged));
    const { use, findings, approved } = await openRecord({ repository: here.folder });
    expect(use).toBe("in-use");
    expect(findings.map(({ kind }) => kind)).toEqual(["entry-wrong"]);
    expect(approved()?.cards).toEqual([]);
  });

  it("permits nothing without its record", async () => {
    here.git("update-ref", "-d", "refs/heads/toolcard-approvals");
    const { use, findings, approved } = await openRecord({ repository: here.folder });
    expect(use).toBe("in-use");
    expect(findings).toEqual([{ kind: "record-missing" }]);
    expect(approved()?.cards).toEqual([]);
    expect((await here.toolcard("verify")).status).toBe(2);
  });

  it("notices that the record's tail was cut, by the commit that is no longer in it", async () => {
    await here.merge(lower);
    await here.record();
    const commit = here.git("rev-parse", "HEAD");
    const whole = here.ledger;
    const head = readLedger(whole).entries.at(-1)?.hash ?? "";
    await here.rewrite(`${whole.trimEnd().split("\n").slice(0, -1).join("\n")}\n`);
    const { findings, approved } = await openRecord({ repository: here.folder });
    expect(findings).toEqual([{ kind: "unrecorded", file: CARD, commit }]);
    expect(approved()?.invalidCards).toEqual(["claims-tools"]);
    const since = await here.toolcard("verify", "--since", head);
    expect(since.out).toContain("is no longer in it");
  });

  it("notices a record that was written anew consistently, by what git has and by a hash seen before", async () => {
    await here.merge(lower, "wanda");
    await here.record();
    const whole = here.ledger;
    const { entries } = readLedger(whole);
    const forged = entries.map(({ sequence: _s, previous: _p, hash: _h, ...draft }): Draft => {
      if (draft.kind === "adoption" || draft.file !== CARD) return draft;
      const approver = {
        login: "wanda",
        as: "merge",
        commit: draft.pull?.head ?? "",
        at: null,
        file: CARD,
        owner: "@wanda",
        line: 2,
        independent: "yes",
      } as const;
      return { ...draft, approved: true, missing: [], approvers: [approver] };
    });
    await here.rewrite(linesAfter([], forged));
    const { findings } = await openRecord({
      repository: here.folder,
      since: entries.at(-1)?.hash,
    });
    expect(findings.map(({ kind }) => kind)).toEqual(["hash-gone", "entry-wrong"]);
  });

  it.each([
    ["grants", GRANTS, { grants: { added: [], removed: [] } }],
    ["another id", CARD, { id: "5f0c1c9e-6a39-4f5e-9d0a-3f3f1f0a7b99" }],
    ["another revision", CARD, { revision: 9 }],
    ["no drift", CARD, { drift: null }],
  ])(
    "notices a record that was written anew with %s that the file does not have",
    async (_what, file, other) => {
      await here.merge({ ...lower, ...moreGrants }, "olga");
      await here.record();
      const forged = readLedger(here.ledger).entries.map((entry): Draft => {
        const { sequence: _s, previous: _p, hash: _h, ...draft } = entry;
        return draft.kind === "change" && draft.file === file ? Object.assign(draft, other) : draft;
      });
      await here.rewrite(linesAfter([], forged));
      const { findings } = await openRecord({ repository: here.folder });
      expect(findings.filter(({ kind }) => kind === "entry-wrong")).toMatchObject([{ file }]);
    },
  );

  it("notices a commit of the record's branch that changes what was there, even when it is put back", async () => {
    const whole = here.ledger;
    await here.rewrite(whole.replace("we start", "we begin"), here.git("rev-parse", "toolcard-approvals"));
    await here.rewrite(whole, here.git("rev-parse", "toolcard-approvals"));
    const { findings } = await openRecord({ repository: here.folder });
    expect(findings.map(({ kind }) => kind)).toEqual(["record-rewritten"]);
  });

  it("names a record of another beginning", async () => {
    const { entries } = readLedger(here.ledger);
    const drafts = entries.map(({ sequence: _s, previous: _p, hash: _h, ...draft }): Draft => draft);
    const [first, ...rest] = drafts;
    if (first?.kind !== "adoption") throw new Error("no adoption");
    await here.rewrite(linesAfter([], [{ ...first, why: "because" }, ...rest]));
    const { findings, approved } = await openRecord({ repository: here.folder });
    expect(findings.map(({ kind }) => kind)).toEqual(["other-genesis", "adoption-unapproved"]);
    expect(approved()?.cards).toEqual([]);
  });

  it("is not counted by an owner whom nobody approved", async () => {
    here.push({ [OWNERS]: swap(codeowners, "@acme/claims", "@wanda") });
    await here.merge(lower, "wanda");
    await here.record();
    const { findings } = await openRecord({ repository: here.folder });
    expect(findings.map((finding) => "file" in finding && finding.file)).toEqual([OWNERS, CARD]);
  });

  it("is recorded where the default branch was pushed over, also with nothing new on it", async () => {
    await here.merge(lower);
    await here.merge(lowest);
    await here.record();
    here.git("reset", "--quiet", "--hard", "HEAD~1");
    const recorded = await here.record();
    expect(recorded).toMatchObject({ kind: "recorded", added: [{ file: CARD, approved: false }] });
    const { findings } = await openRecord({ repository: here.folder });
    expect(findings.map(({ kind }) => kind)).toEqual(["content-lost", "unapproved"]);
  });

  it("permits nothing of what git has no content of, as in a shallow clone", async () => {
    here.git("clone", "--quiet", "--depth=1", `file://${here.folder}`, ".git/shallow");
    const { use, findings, approved } = await openRecord({
      repository: `${here.folder}/.git/shallow`,
      ledger: "HEAD",
    });
    expect(use).toBe("in-use");
    expect(findings.map(({ kind }) => kind)).toContain("record-missing");
    expect(approved()?.cards).toEqual([]);
  });

  it("records each landing once, whoever writes and however often", async () => {
    await here.merge(lower);
    here.push(moreGrants);
    await here.merge(lowest);
    const first = await here.record();
    expect(first).toMatchObject({ kind: "recorded", more: false });
    const text = here.ledger;
    expect(await here.record()).toMatchObject({ added: [] });
    expect(here.ledger).toBe(text);
  });

  it("exports entries as statements about the files' bytes", async () => {
    await here.merge(lower);
    await here.record();
    const { out } = await here.toolcard(
      "approvals",
      "--statements",
      "--server",
      "claims-tools",
      "--by",
      "olga",
    );
    const statement = JSON.parse(out) as { subject: { name: string; digest: { sha256: string } }[] };
    expect(statement.subject[0]?.name).toBe(CARD);
    expect(statement.subject[0]?.digest.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
