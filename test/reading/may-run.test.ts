import { describe, expect, it } from "vitest";

import { whyNotRun } from "../../src/core/reading/may-run.ts";

const context = {
  allowCommands: true,
  set: ["HOME", "PATH", "CI"],
  own: ["FILES_KEY"],
  credentials: ["FILES_KEY", "CLAIMS_TOKEN"],
};
const withSet = (...names: string[]) => ({ ...context, set: [...context.set, ...names] });

describe("a command", () => {
  it.each([
    ["with nothing secret beside it", context],
    ["beside its own secret", withSet("FILES_KEY")],
    [
      "beside what only looks like a token",
      withSet("TOKENS", "INPUT_MODE", "MY_TOKEN", "GITHUB_REF", "INPUT_TOKENIZER"),
    ],
  ])("runs %s", (_where, given) => {
    expect(whyNotRun(given)).toBe(undefined);
  });

  it("runs only where commands are allowed", () => {
    expect(whyNotRun({ ...context, allowCommands: false })).toEqual({ why: "commands-not-allowed" });
  });

  it.each([
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "GH_ENTERPRISE_TOKEN",
    "GITHUB_ENTERPRISE_TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "INPUT_TOKEN",
    "INPUT_GITHUB-TOKEN",
    "INPUT_GITHUB_TOKEN",
    "input_repo-token",
    "github_token",
  ])("does not run beside %s", (variable) => {
    expect(whyNotRun(withSet(variable))).toEqual({ why: "github-token", variable });
  });

  it("does not run beside the secret of another server", () => {
    const set = withSet("FILES_KEY", "CLAIMS_TOKEN");
    expect(whyNotRun(set)).toEqual({ why: "other-credential", variable: "CLAIMS_TOKEN" });
    expect(whyNotRun({ ...set, own: [] })).toEqual({ why: "other-credential", variable: "CLAIMS_TOKEN" });
    expect(whyNotRun({ ...withSet("FILES_KEY"), own: [] })).toEqual({
      why: "other-credential",
      variable: "FILES_KEY",
    });
  });
});
