import { describe, expect, it } from "vitest";
import { issueSteps, type IssueStep, type OpenIssue } from "../../src/core/record/issues.ts";
import { keepIssues } from "../../src/jobs/keep-issues.ts";
import { claimsCard, intakeBot } from "../gate/sample.ts";
import { CARD, GRANTS } from "./histories.ts";
import { World } from "./world.ts";

const grantsOf = (agent: string) => ({
  [`registry/grants/${agent}.yaml`]: `agent: ${agent}\nenrolments: []\n`,
});

/** The issues that are open after some steps. */
function after(open: readonly OpenIssue[], steps: readonly IssueStep[]): OpenIssue[] {
  const closed = new Set(steps.flatMap((step) => (step.kind === "close" ? [step.number] : [])));
  const opened = steps.flatMap((step, at) =>
    step.kind === "open" ? [{ number: open.length + at + 1, body: step.body }] : [],
  );
  return [...open.filter(({ number }) => !closed.has(number)), ...opened];
}

const stepsFor = (world: World, open: readonly OpenIssue[]) => issueSteps(world.entries, open);

describe("issues about unapproved changes", () => {
  it("are none where all is approved", () => expect(stepsFor(new World(), [])).toEqual([]));

  it("are one for each file, opened once, and closed when an owner's merge supersedes it", () => {
    const world = new World();
    world.land({ lands: { [GRANTS]: `${intakeBot}# more\n` } });
    const first = stepsFor(world, []);
    expect(first).toMatchObject([{ kind: "open", title: "Unapproved change: the grants of intake-bot" }]);
    const open = after([], first);
    expect(stepsFor(world, open)).toEqual([]);
    world.land({ lands: { [GRANTS]: `${intakeBot}# still more\n` } });
    expect(stepsFor(world, open)).toEqual([]);
    world.land({
      pull: { head: { [GRANTS]: intakeBot }, mergedBy: { login: "anna", kind: "person" } },
    });
    expect(stepsFor(world, open)).toMatchObject([{ kind: "close", number: open[0]?.number }]);
  });

  it("are closed where somebody puts the file back", () => {
    const world = new World();
    world.land({ lands: { [GRANTS]: `${intakeBot}# more\n` } });
    const open = after([], stepsFor(world, []));
    world.land({ lands: { [GRANTS]: intakeBot } });
    expect(stepsFor(world, open)).toHaveLength(1);
  });

  it("are left alone where they are none of ours, and closed where one is there twice", () => {
    const world = new World();
    world.land({ lands: { [GRANTS]: `${intakeBot}# more\n` } });
    const [own] = after([], stepsFor(world, []));
    const later = { number: 7, body: own!.body.replace(/sha256:.{64}/, `sha256:${"0".repeat(64)}`) };
    const open = [own!, later, { number: 8, body: "something else" }, { ...own!, number: 9 }];
    expect(stepsFor(world, open)).toMatchObject([{ kind: "close", number: 9 }]);
  });

  it("are at most ten at a time, and no name that is none is in a title", () => {
    const world = new World();
    const files = Array.from({ length: 30 }, (_, at) => grantsOf(`bot-${at}`));
    world.land({ lands: Object.assign({}, ...files, { "registry/grants/@mallory.yaml": "x" }) });
    const steps = stepsFor(world, []);
    expect(steps).toHaveLength(10);
    expect(steps[0]).toMatchObject({ body: expect.stringContaining("at most 10 have an issue at a time") });
    expect(steps[0]).toMatchObject({ title: "Unapproved change: the grants" });
    expect(stepsFor(world, after([], steps))).toEqual([]);
  });
});

describe("an issue that is over", () => {
  it("says so where the file is otherwise than it was approved once more", () => {
    const world = new World();
    world.land({ lands: { [GRANTS]: `${intakeBot}# more\n` } });
    const open = after([], stepsFor(world, []));
    world.land({ lands: { [GRANTS]: intakeBot } });
    world.land({ lands: { [GRANTS]: `${intakeBot}# again\n` } });
    expect(stepsFor(world, open)).toMatchObject([
      { kind: "close", comment: expect.stringContaining("another issue") },
      { kind: "open" },
    ]);
  });
});

it("an issue is looked for however many approved changes of other files came since", async () => {
  const world = new World();
  world.land({ lands: { [GRANTS]: `${intakeBot}# more\n` } });
  for (let round = 0; round < 101; round++)
    world.land({ pull: { head: { [CARD]: `${claimsCard}# ${round}\n` } } });
  world.land({ pull: { head: { [GRANTS]: intakeBot }, mergedBy: { login: "anna", kind: "person" } } });
  let asked = 0;
  const open = () => {
    asked++;
    return Promise.resolve([]);
  };
  await keepIssues(world.entries, { open, apply: () => Promise.resolve() });
  expect(asked).toBe(1);
});
