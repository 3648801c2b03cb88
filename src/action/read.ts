import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { selectedCards } from "../core/drift/choose.ts";
import { codeSpan } from "../core/explain/inert.ts";
import { UNREADABLE_WORDS } from "../core/explain/reading-words.ts";
import type { Reading } from "../core/reading/reading.ts";
import { serializeReadings } from "../core/reading/saved.ts";
import { hasGitCredentials } from "../disk/git-credentials.ts";
import { readServers } from "../jobs/read-servers.ts";
import { temporaryFile, type Context } from "./context.ts";
import { isInvalid } from "./invalid.ts";

/**
 * `mode: read`: reads servers and writes what came of it to a file, for a job that may propose. It takes no token, and
 * where it runs commands it makes sure that there is none to be found either (DESIGN §7).
 */
export async function read({ open, servers, here, runner, inputs }: Context): Promise<boolean> {
  if (inputs.token !== "")
    throw new Error("mode: read takes no github-token: propose in another job, with mode: scan");
  const { registry, repository } = open;
  const cards = selectedCards(registry, { ...(servers && { servers }) });
  const allowCommands = inputs.allowCommands || registry.settings.scan.allowCommands;
  const runs = allowCommands && cards.some((card) => card.remote === undefined);
  if (runs && (await hasGitCredentials(repository))) {
    throw new Error(
      "the checkout keeps its token, which a command could read: give actions/checkout `persist-credentials: false`",
    );
  }
  const readings = await readServers(cards, {
    settings: registry.settings,
    environment: here.environment,
    allowCommands,
    now: () => new Date(),
  });
  const [path = temporaryFile(here, "toolcard-readings.json")] = inputs.readings;
  const file = resolve(here.cwd, path);
  await writeFile(file, serializeReadings(readings));
  const failed = readings.filter(({ outcome }) => outcome !== "complete");
  runner.output("readings", file);
  runner.output("unreadable", JSON.stringify(failed.map(({ server }) => server)));
  const summary = summaryOf(readings);
  runner.summary(summary);
  runner.log(summary);
  return !(inputs.failOn.has("unreadable") && failed.length > 0) && !isInvalid({ open, inputs });
}

function summaryOf(readings: readonly Reading[]): string {
  const lines = readings.map((reading) => `- \`${reading.server}\`: ${wordsFor(reading)}\n`);
  return `## Readings: ${readings.length}\n\n${lines.join("")}`;
}

function wordsFor(reading: Reading): string {
  if (reading.outcome === "complete") return `${reading.tools.length} tools`;
  if (reading.outcome === "not-advertised") return UNREADABLE_WORDS["not-advertised"];
  return `${UNREADABLE_WORDS[reading.reason]} ${codeSpan(reading.detail)}`;
}
