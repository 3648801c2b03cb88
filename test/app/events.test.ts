import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as fc from "fast-check";
import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { EVENTS, tasksOf } from "../../src/core/gate/event-tasks.ts";
import { mayDecide } from "../../src/core/gate/may-decide.ts";

interface Example {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

const require = createRequire(import.meta.url);
const all = require("@octokit/webhooks-examples") as readonly Example[] | { default: readonly Example[] };
const examples: readonly Example[] = "default" in all ? all.default : all;
const A = "a".repeat(40);
const B = "b".repeat(40);

describe("GitHub's own examples of events", () => {
  it.each(EVENTS)("lead somewhere or nowhere, and never fail: %s", (name) => {
    const payloads = examples.find((each) => each.name === name)?.examples ?? [];
    expect(payloads.length).toBeGreaterThan(0);
    for (const payload of payloads) expect(() => tasksOf(name, payload)).not.toThrow();
  });

  it("of what the App does not subscribe to lead nowhere", () => {
    const others = examples.filter(({ name }) => !(EVENTS as readonly string[]).includes(name));
    expect(others.length).toBeGreaterThan(30);
    for (const { name, examples: payloads } of others)
      for (const payload of payloads) expect(tasksOf(name, payload)).toEqual([]);
  });

  it("of a pull request lead to it, by its number alone", () => {
    const payloads = examples.find(({ name }) => name === "pull_request")?.examples ?? [];
    const looked = new Set<string>();
    for (const payload of payloads) {
      const tasks = tasksOf("pull_request", payload);
      if (tasks.length === 0) continue;
      looked.add(String(payload["action"]));
      expect(tasks[0]).toEqual({ kind: "pull-request", number: payload["number"] });
    }
    const actions = ["closed", "edited", "labeled", "opened", "reopened", "synchronize", "unlabeled"];
    expect(actions).toEqual(expect.arrayContaining([...looked]));
    expect(looked.size).toBeGreaterThan(5);
  });
});

describe("an event", () => {
  it.each([
    ["pull_request_review", { action: "submitted", pull_request: { number: 7 } }, [pull(7)]],
    ["pull_request", { action: "assigned", pull_request: { number: 7 } }, []],
    ["pull_request", { action: "opened", pull_request: { number: "7" } }, []],
    ["pull_request", { action: "synchronize", pull_request: { number: 7 }, before: A }, [pull(7), head(A)]],
    [
      "merge_group",
      { action: "checks_requested", merge_group: { head_sha: A, base_sha: B } },
      [{ kind: "group", head: A, base: B }],
    ],
    ["merge_group", { action: "destroyed", merge_group: { head_sha: A, base_sha: B } }, []],
    ["check_run", { action: "rerequested", check_run: { head_sha: A, pull_requests: [] } }, [head(A)]],
    [
      "pull_request",
      { action: "closed", pull_request: { number: 7, merged: true } },
      [pull(7), { kind: "record" }],
    ],
    ["pull_request", { action: "closed", pull_request: { number: 7, merged: false } }, [pull(7)]],
    ["check_run", { action: "completed", check_run: { head_sha: A } }, []],
    ["check_suite", { action: "rerequested", check_suite: { head_sha: A } }, [head(A)]],
    ["check_suite", { action: "rerequested", check_suite: { head_sha: "main" } }, []],
    ["installation", { action: "created" }, []],
  ] as const)("%s leads to what it is about: %j", (name, payload, tasks) => {
    expect(tasksOf(name, payload)).toEqual(tasks);
  });

  it("of our own is passed over where it changes no verdict, and never where a head or a state changes", () => {
    for (const action of ["labeled", "unlabeled", "edited"]) {
      expect(by(action, "toolcard[bot]")).toEqual([]);
      expect(by(action, "alice")).toEqual([pull(7)]);
    }
    for (const action of ["opened", "reopened", "synchronize", "closed"])
      expect(by(action, "toolcard[bot]")).toEqual([pull(7)]);
  });
});

describe("a push", () => {
  it.each(["cards/a.yaml", "grants/b.yml", "deep/registry/cards/x.yaml", "CODEOWNERS", "docs/CODEOWNERS"])(
    "to the default branch looks at everything when a deciding file changed: %s",
    (path) => {
      expect(mayDecide(path)).toBe(true);
      expect(tasksOf("push", commit(path))).toEqual([{ kind: "all" }, { kind: "record" }]);
    },
  );

  it.each([
    ["of no deciding file", push({})],
    ["of a source file that is only called so", commit("src/cards/index.ts")],
    ["to another branch", push({ ref: "refs/heads/work" })],
    ["to a tag of the branch's name", push({ ref: "refs/tags/trunk" })],
    ["that takes the branch away", push({ deleted: true })],
  ])("%s looks at nothing", (_title, payload) => {
    expect(tasksOf("push", payload)).toEqual([]);
  });

  it.each([
    ["by force", push({ forced: true })],
    ["without a list of its commits", push({ commits: undefined })],
    [
      "with as many commits as GitHub tells of",
      push({ commits: Array.from({ length: 2048 }, () => ({ added: [], modified: [], removed: [] })) }),
    ],
    ["whose commits do not list their files, as in a workflow", push({ commits: [{ id: A }] })],
  ])("%s may have changed anything", (_title, payload) => {
    expect(tasksOf("push", payload)).toEqual([{ kind: "all" }, { kind: "record" }]);
  });
});

describe("a comment", () => {
  it("that may hold a command leads to it", () => {
    expect(tasksOf("issue_comment", comment())).toEqual([{ kind: "comment", number: 7, comment: 99 }]);
  });

  it.each([
    ["on an issue", comment({ issue: { number: 7 } })],
    ["without a command", comment({ comment: { id: 99, body: "thanks" } })],
    ["that was edited", comment({}, "edited")],
    ["that was deleted", comment({}, "deleted")],
    ["of our own", comment({ sender: { login: "toolcard[bot]" } })],
  ])("%s leads nowhere", (_title, payload) => {
    expect(tasksOf("issue_comment", payload, "toolcard[bot]")).toEqual([]);
  });
});

it("whatever is delivered, nothing throws, and a task has only numbers and commits", () => {
  const key = fc.constantFrom("action", "pull_request", "number", "issue", "comment", "id", "commits", "ref");
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("opened", "rerequested", "created", A, null, true, 7, -1, 1.5, "/toolcard"),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(key, tie("tree"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(fc.constantFrom(...EVENTS, "status", "__proto__"), tree, (name, payload) => {
      for (const task of tasksOf(name, payload))
        for (const value of Object.values(task))
          expect(String(value)).toMatch(/^(?:[a-z-]+|\d+|[0-9a-f]{40})$/);
    }),
  );
});

it("app.yml asks for just these events", () => {
  const manifest = load(readFileSync(new URL("../../app.yml", import.meta.url), "utf8")) as {
    default_events: string[];
  };
  expect(manifest.default_events.toSorted()).toEqual([...EVENTS]);
});

function pull(number: number) {
  return { kind: "pull-request", number };
}

function head(sha: string) {
  return { kind: "head", commit: sha };
}

function by(action: string, login: string) {
  return tasksOf("pull_request", { action, pull_request: { number: 7 }, sender: { login } }, "toolcard[bot]");
}

function push(more: object) {
  return {
    ref: "refs/heads/trunk",
    repository: { default_branch: "trunk" },
    commits: [{ added: [], modified: ["README.md"], removed: [] }],
    ...more,
  };
}

function commit(path: string) {
  return push({ commits: [{ added: [], modified: [], removed: [path] }] });
}

function comment(more: object = {}, action = "created") {
  return {
    action,
    issue: { number: 7, pull_request: {} },
    comment: { id: 99, body: "/toolcard recreate" },
    sender: { login: "alice" },
    ...more,
  };
}
