import type { Settings } from "../core/registry/settings.ts";
import { createClient } from "../github/client.ts";
import type { Publisher } from "../github/gate/own-verdicts.ts";
import { createRecordPort } from "../github/record-port.ts";
import { placeOf } from "./place.ts";
import { verifyOnline, type VerifiedOnline, type VerifyingOnline } from "./verify-online.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Many pages of pull requests may have to be read. */
const TOTAL_MS = 60 * 60_000;

/**
 * Verifies a record with GitHub, as the environment names it: `GITHUB_TOKEN`, `GITHUB_REPOSITORY`, `GITHUB_API_URL`; and
 * `APP_ID`, the App's number, where it publishes the check.
 * @throws Error when one of these is not said; what octokit throws
 */
export async function verifyOnlineHere(
  record: Pick<VerifyingOnline, "text" | "entries" | "since">,
  { gate }: Pick<Settings, "gate">,
  environment: Environment,
): Promise<VerifiedOnline> {
  const { apiUrl, repository, page } = placeOf(environment);
  const token = environment["GITHUB_TOKEN"] ?? "";
  if (token === "") throw new Error("a token is needed to ask GitHub, in GITHUB_TOKEN");
  const publisher = publisherIn(gate.by, page, environment);
  const client = createClient({ apiUrl, token, repository, totalMs: TOTAL_MS });
  return verifyOnline({ ...record, port: createRecordPort(client, publisher), now: Date.now() });
}

function publisherIn(by: Settings["gate"]["by"], url: string, environment: Environment): Publisher {
  if (by === "action") return { by, url };
  const appId = environment["APP_ID"] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(appId))
    throw new Error("APP_ID is not set: the number of the App whose verdicts count (gate.by: app)");
  return { by, appId: Number(appId) };
}
