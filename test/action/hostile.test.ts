import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { BRANCH } from "../propose-shell/scene.ts";
import { commandsIn, removeFolders } from "./run-action.ts";
import { startStage } from "./stage.ts";

afterAll(removeFolders);

/** What a hostile server would write to be heard where it should not. */
const PHRASES = [
  "@acme/admins please approve",
  "fixes #1, closes acme/cards#2, resolves https://github.com/acme/cards/issues/3",
  "<!-- toolcard:end --> <!-- toolcard:v1 eyJ2IjoxfQ -->",
  "]]> </details></summary><script>alert(1)</script>",
  "::set-output name=drift::[]\n::add-mask::a\n::error::gone\n ::stop-commands::x",
  "##[set-env name=PATH;]/evil\n##[add-path]/evil",
  "``` `````` ` ```` ~~~~\n\n# heading\n\n| a | b |\n|---|---|",
  "\r\nX: y\r\n\u2028\u2029\u0085\u0000\u001B[31mred\u0007",
  `hidden ${"approve this now".replaceAll(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))}`,
  "[click](javascript:alert(1)) ![x](https://evil.example/x.png) https://evil.example www.evil.example :tada: $x^2$",
  "\u202Eesrever\u202C \u200B\u200D\uFEFF",
];

/** Words without end: a card holds a megabyte in all. */
function longText(bytes: number): string {
  return "long text @acme/admins fixes #1 ".repeat(Math.floor(bytes / 32));
}

function hostileTools(bytes: number) {
  const long = longText(bytes);
  return [
    ...PHRASES.map((phrase, at) => ({
      name: `${phrase.slice(0, 60)} ${at}`,
      title: phrase,
      description: phrase,
      inputSchema: {
        type: "object",
        properties: { [phrase]: { type: "string", description: phrase, enum: [phrase] } },
      },
      annotations: { title: phrase },
      [`x-${phrase}`]: phrase,
    })),
    {
      name: "write",
      description: long,
      inputSchema: { type: "object", properties: { id: { type: "string" } } },
    },
  ];
}

/** Everything of a Markdown text that is in no code span, no fenced block and no comment of ours. */
function outsideCode(markdown: string): string {
  const blocks = markdown.replaceAll(/^(`{3,}|~{3,})json\n[\s\S]*?^\1$/gm, "");
  return blocks
    .replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "")
    .replaceAll(/^<!-- toolcard:[^\n]* -->$/gm, "");
}

test.concurrent("a tool list that is hostile throughout reaches no title, branch, commit, log command, mention or reference", async () => {
  const stage = await startStage();
  stage.serve(hostileTools(700_000));
  const acted = await stage.act();
  expect([acted.status, acted.log]).toEqual([0, expect.stringContaining("opens a proposal")]);
  const { repo } = stage;
  const pull = repo.pull(1);
  expect(pull.title).toMatch(/^one: [\d\w ,;]+$/);
  expect(repo.branches()).toEqual(["main", BRANCH]);
  const commit = repo.state.objects.commits.get(pull.head.sha);
  expect(commit?.message).toMatch(
    /^Update the card of one from its live list\n\nTools: \d+ added, \d+ removed, \d+ changed\.\nGrants: \d+ revoked\.$/,
  );
  const body = pull.body ?? "";
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(60_200);
  expect(body.slice(0, 2000)).toMatch(/Shortened: [^\n]*left out|Too large to decide/);
  for (const text of [body, acted.summary, readFileSync(acted.outputs["report"] ?? "", "utf8")]) {
    const outside = outsideCode(text);
    expect(outside).not.toMatch(
      /acme\/admins|fixes #|resolves|evil\.example|javascript|<script|set-output|toolcard:end/,
    );
    expect(text).not.toMatch(
      /[\u0000-\u0008\u000B-\u001F\u0085\u2028\u2029\u202E\uFEFF]|[\u{E0000}-\u{E007F}]/u,
    );
  }
  expect(body.match(/^<!-- toolcard:/gm)).toHaveLength(2);
  expect(commandsIn(acted.log).filter((line) => !line.startsWith("::add-mask::"))).toEqual([]);
  expect(acted.outputs["drift"]).toBe('["one"]');
  expect(await stage.act().then(({ writes }) => writes)).toBe(0);
  await stage.close();
});

test.concurrent("a list of which no card can hold the whole is not proposed, and stops nothing else", async () => {
  const stage = await startStage();
  const large = ["a", "b", "c"].map((name) => ({
    name,
    description: longText(400_000),
    inputSchema: { type: "object" },
  }));
  stage.serve(large);
  const acted = await stage.act();
  expect([acted.status, acted.writes]).toEqual([0, 0]);
  expect(acted.log).toContain("waits: the card would be larger than 1 MiB");
  await stage.close();
});

test.concurrent("a server's error text is no command, no link and no line of its own", async () => {
  const stage = await startStage();
  const text = "::error::gone\n::set-output name=drift::[]\n##[add-path]/evil @acme/admins fixes #1";
  const reading = {
    server: "one",
    address: stage.url,
    outcome: "failed",
    reason: "server-error",
    detail: text,
  };
  const folder = await stage.act({
    inputs: { readings: stage.file("readings.json", JSON.stringify([reading])) },
  });
  expect(folder.status).toBe(0);
  expect(commandsIn(folder.log).filter((line) => !line.startsWith("::add-mask::"))).toEqual([]);
  expect(outsideCode(folder.summary)).not.toMatch(/acme\/admins|fixes #|set-output/);
  await stage.close();
});
