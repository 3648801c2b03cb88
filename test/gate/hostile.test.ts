import { describe, expect, it } from "vitest";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import { publicationOf } from "../../src/core/gate/publication.ts";
import { nodesOf, parsed } from "../explain/gfm.ts";
import { hostileStrings } from "../explain/hostile-strings.ts";
import { judged } from "./judging.ts";
import { claimsCard, codeowners, REPOSITORY } from "./sample.ts";
import { labeled, labelledBy, person, pullOf, review, snapshotOf, withFiles, type Tree } from "./scene.ts";
import { swap } from "./table.ts";

const CARD = "registry/cards/claims-tools.yaml";

/** A pull request with the same string wherever people or files can put one. */
function everywhere(text: string) {
  const json = JSON.stringify(
    text.toWellFormed().replaceAll(/[\u0000-\u001F\u007F-\u009F\uFEFF\uFFFE\uFFFF\u2028\u2029]/g, " "),
  );
  const label = JSON.stringify(
    Array.from(JSON.parse(json) as string)
      .slice(0, 40)
      .join("") || "x",
  );
  const tree: Tree = withFiles(REPOSITORY, {
    "registry/toolcard.yaml": `label: ${label}\ncredentials:\n  - { id: claims-readonly, address: "https://claims.example.com/mcp", header: Authorization, value: "Bearer \${T}" }\n`,
  });
  const card = swap(
    swap(claimsCard, "description: Add a note to a claim.", `description: ${json}`),
    "        text: {",
    `        ${json.length > 900 ? '"x"' : json}: { type: string, title: ${json}, enum: [${json}] }\n        text: {`,
  );
  const workflow = `.github/workflows/${text.replaceAll("/", "")}.yml`;
  const base = snapshotOf(tree, "base");
  const head = snapshotOf(
    withFiles(tree, {
      [CARD]: card,
      [workflow]: "uses: toolcard",
      ".github/CODEOWNERS": `${codeowners}/registry/ @evil\n`,
    }),
    text,
  );
  const invalid = snapshotOf(
    withFiles(tree, { [CARD]: `${json}: ${json}\n`, ".github/toolcard.yml": `registry: ${json}\n` }),
    "invalid",
  );
  const elsewhere = { branch: text, commit: "base" };
  const on = { labels: [JSON.parse(label) as string] };
  const events = (login: string) => [labeled(120, login, { label: JSON.parse(label) as string })];
  const states: Partial<PullRequestNow>[] = [
    {},
    { ...on, labelEvents: events("olga") },
    { ...on, labelEvents: events(text) },
    { ...on, labelEvents: [labeled(120, text, { label: JSON.parse(label) as string, viaApp: true })] },
    { ...on, labelEvents: [labeled(105, text, { label: JSON.parse(label) as string })] },
    { ...on, labelEvents: events("olga"), reviews: [{ ...review(text, "approved", text) }] },
    { undeterminable: [text] },
  ];
  const all = {
    owners: { "@acme/claims": ["olga", text], "@acme/admins": ["ada"], "@acme/agents": [text] },
    writers: [],
    unreadable: { "@acme/admins": text },
  };
  const verdicts = states.map((more) =>
    judged(
      pullOf(base, head, { base: elsewhere, author: person(text), comment: { id: 1, body: "" }, ...more }),
      [base, head],
      all,
    ),
  );
  verdicts.push(judged(pullOf(base, invalid, labelledBy("olga")), [base, invalid]));
  return verdicts;
}

const OURS = new Set(
  "root paragraph heading list listItem text strong delete inlineCode code html thematicBreak".split(" "),
);
const FOLD = /^(?:<details><summary>[A-Za-z0-9 :,.()'-]+<\/summary>|<\/details>)$/;
const WORDS = /^[A-Za-z0-9 .,:;'’“”?(){}…+-]*$/;

function isInert(markdown: string): void {
  for (const node of nodesOf(parsed(markdown))) {
    expect(OURS).toContain(node.type);
    if (node.type === "text") expect(node.value).toMatch(WORDS);
    if (node.type === "html") expect(node.value).toMatch(FOLD);
    if (node.type === "listItem") expect(node.checked ?? undefined).toBeUndefined();
  }
}

function isPlain(text: string, limit: number): void {
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(text.length).toBeLessThanOrEqual(limit);
}

function isHarmless(verdict: Verdict): void {
  isInert(verdict.summary);
  if (verdict.comment !== undefined) isInert(verdict.comment);
  isPlain(verdict.title, 255);
  isPlain(verdict.description, 140);
  for (const { title, message } of verdict.annotations) {
    isPlain(title, 255);
    isPlain(message, 2000);
  }
  for (const { what } of verdict.widenings) {
    isPlain(what, 200);
    isInert(what);
  }
}

describe("a verdict with a hostile string in every place", () => {
  it.each(hostileStrings)("holds nothing but our own words and code: $name", ({ text }) => {
    const verdicts = everywhere(text);
    for (const verdict of verdicts) isHarmless(verdict);
    const [first] = verdicts;
    if (first === undefined) throw new Error("no verdict");
    const pull = pullOf(snapshotOf({}), snapshotOf({}));
    const judgements = verdicts.map((verdict) => ({ verdict, pull }));
    const publication = publicationOf("head", judgements);
    isInert(publication.summary);
    isPlain(publication.title, 255);
    isPlain(publication.description, 140);
    expect(new TextEncoder().encode(publication.summary).length).toBeLessThanOrEqual(60_000);
  });
});
