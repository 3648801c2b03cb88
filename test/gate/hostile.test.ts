import { describe, expect, it } from "vitest";
import { GateCache } from "../../src/core/gate/gate-cache.ts";
import type { PullRequestNow } from "../../src/core/gate/pull-request.ts";
import type { Verdict } from "../../src/core/gate/verdict.ts";
import { publicationOf } from "../../src/core/gate/publication.ts";
import { hostileStrings } from "../explain/hostile-strings.ts";
import { commandsOn, livePartsOf } from "../explain/inertness.ts";
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
  const cache = new GateCache();
  const verdicts = states.map((more) =>
    judged(
      pullOf(base, head, { base: elsewhere, author: person(text), comment: { id: 1, body: "" }, ...more }),
      [base, head],
      all,
      undefined,
      cache,
    ),
  );
  verdicts.push(judged(pullOf(base, invalid, labelledBy("olga")), [base, invalid]));
  return verdicts;
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** What is wrong with a text that stands bare: in a title, a status, an annotation, a log. */
function wrongIn(text: string, limit: number): string[] {
  const found = commandsOn(text).map((line) => `command ${line}`);
  if (UNSEEN.test(text)) found.push(`unseen ${text}`);
  return text.length > limit ? [...found, `too long ${text}`] : found;
}

function wrongWith({ title, description, annotations, widenings, comment = "" }: Verdict): string[] {
  return [
    ...wrongIn(title, 255),
    ...wrongIn(description, 140),
    ...annotations.flatMap((note) => [...wrongIn(note.title, 255), ...wrongIn(note.message, 2000)]),
    ...widenings.flatMap(({ what }) => wrongIn(what, 200)),
    ...livePartsOf(comment),
  ];
}

/** What is wrong with what is published of some verdicts. All their summaries are in it, as far as there is room. */
function wrongTogether(verdicts: readonly Verdict[]): string[] {
  const pull = pullOf(snapshotOf({}), snapshotOf({}));
  const { title, description, summary } = publicationOf(
    "head",
    verdicts.map((verdict) => ({ verdict, pull })),
  );
  const bytes = new TextEncoder().encode(summary).length;
  const left = verdicts.filter((verdict) => !summary.includes(verdict.summary));
  return [
    ...wrongIn(title, 255),
    ...wrongIn(description, 140),
    ...(bytes > 60_000 ? [`${bytes} bytes`] : []),
    ...[summary, ...left.map((verdict) => verdict.summary)].flatMap((markdown) => livePartsOf(markdown)),
  ];
}

describe("a verdict with a hostile string in every place", () => {
  it("holds nothing but our own words and code", { timeout: 180_000 }, () => {
    const wrong: Record<string, string[]> = {};
    for (const { name, text } of hostileStrings) {
      const verdicts = everywhere(text);
      const found = [...verdicts.flatMap(wrongWith), ...wrongTogether(verdicts)];
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
  });
});
