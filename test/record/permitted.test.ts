import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimsCard, intakeBot } from "../gate/sample.ts";
import { swap } from "../gate/table.ts";
import { CARD, GRANTS } from "./histories.ts";
import { Repository } from "./repository.ts";

let here: Repository;
beforeEach(async () => {
  here = new Repository();
  await here.adopt();
  writeFileSync(join(here.folder, "r.json"), JSON.stringify(readings()));
});
afterEach(() => here[Symbol.dispose]());

/** A live list that offers what the card does. */
function readings() {
  const properties = { claim_id: { type: "string" }, text: { type: "string", maxLength: 900 } };
  const inputSchema = { type: "object", properties, required: ["claim_id", "text"] };
  return [
    {
      server: "claims-tools",
      address: { type: "streamable-http", url: "https://claims.example.com/mcp" },
      readAs: { capabilities: [], credential: "claims-readonly" },
      time: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
      outcome: "complete",
      tools: [{ name: "create_note", description: "Add a note to a claim.", inputSchema }],
      notes: [],
      confirmed: true,
    },
  ];
}

const CALLER = ["authorize", "--agent", "intake-bot", "--server", "claims-tools", "--tool", "create_note"];

const call = (length: number, job = "claims-intake") => {
  const values = JSON.stringify({ claim_id: "1", text: "x".repeat(length) });
  return here.toolcard(...CALLER, "--job", job, "--arguments", values, "--readings", "r.json", "--json");
};

const WIDER = { [CARD]: swap(claimsCard, "maxLength: 500", "maxLength: 600") };
const MORE = {
  [GRANTS]: swap(
    intakeBot,
    "job: claims-intake }\n",
    "job: claims-intake }\n      - { tool: create_note, job: nightly }\n",
  ),
};

describe("where approvals are in use, authorize", () => {
  it("permits what was approved, and what a push brought only once it is approved", async () => {
    expect(await call(500)).toMatchObject({ status: 0 });
    expect(await call(550)).toMatchObject({ status: 2 });
    here.push(WIDER);
    expect(await call(550)).toMatchObject({ status: 2 });
    await here.record();
    expect(await call(550)).toMatchObject({ status: 2 });
    here.push({ [CARD]: claimsCard });
    await here.merge(WIDER);
    await here.record();
    expect(await call(550)).toMatchObject({ status: 0 });
  });

  it("does not permit a grant that was pushed", async () => {
    here.push(MORE);
    await here.record();
    const said = await call(5, "nightly");
    expect([said.status, said.out]).toEqual([2, expect.stringContaining("unapproved")]);
  });

  it("permits nothing without its record", async () => {
    here.git("branch", "--quiet", "-D", "toolcard-approvals");
    expect((await call(5)).status).toBe(2);
  });
});
