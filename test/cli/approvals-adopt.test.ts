import { expect, it } from "vitest";
import { sampleSandbox } from "./sandbox.ts";

it("approvals adopt takes its own --by, though approvals has one too", async () => {
  const made = sampleSandbox();
  made.git("init", "-q");
  made.git("add", ".");
  made.git("commit", "-qm", "the sample");
  const said = await made.toolcard("approvals", "adopt", "--by", "olga", "--why", "first", "--json");
  expect([said.status, said.err]).toEqual([0, ""]);
  expect(made.git("show", "toolcard-approvals:approvals.jsonl")).toContain('"by":"olga","why":"first"');
});
