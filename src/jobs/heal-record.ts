import type { Registry } from "../core/registry/registry.ts";
import type { Client } from "../github/client.ts";
import { createRecordPort } from "../github/record-port.ts";
import { recordAll, RecordMissing } from "./keep-record.ts";

/**
 * Records what an event should have told of, where approvals are in use and the Action keeps the record: who publishes the
 * check does (`gate.by`), as its own verdicts say whether somebody could have read them.
 * @param url the run's page
 * @returns how many changes were recorded; undefined where we are not who records
 * @throws what octokit throws; RecordBroken; RecordMissing
 */
export async function healRecord(
  { settings }: Pick<Registry, "settings">,
  client: Client,
  url: string,
): Promise<number | undefined> {
  if (settings.approval.genesis === undefined || settings.gate.by !== "action") return undefined;
  const done = await recordAll({ record: createRecordPort(client, { by: "action", url }), client });
  if (done.kind === "not-adopted") throw new RecordMissing("named");
  return done.kind === "recorded" ? done.added.length : undefined;
}
