import type { Registry } from "../core/registry/registry.ts";
import type { Client } from "../github/client.ts";
import { createRecordPort } from "../github/record-port.ts";
import { recordLandings } from "./record.ts";

/**
 * Records what an event should have told of, where approvals are in use and the Action keeps the record: who publishes the
 * check does (`gate.by`), as its own verdicts say whether somebody could have read them.
 * @param url the run's page
 * @throws what octokit throws; Error when the record is broken
 */
export async function healRecord(
  { settings }: Pick<Registry, "settings">,
  client: Client,
  url: string,
): Promise<number | undefined> {
  if (settings.approval.genesis === undefined || settings.gate.by !== "action") return undefined;
  const port = createRecordPort(client, { by: "action", url });
  for (let recorded = 0; ;) {
    const done = await recordLandings(port);
    if (done.kind === "broken") throw new Error("the record is broken: toolcard verify says where");
    if (done.kind === "not-adopted") return undefined;
    recorded += done.added.length;
    if (!done.more) return recorded;
  }
}
