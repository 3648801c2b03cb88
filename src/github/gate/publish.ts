import { publishedId } from "../../core/gate/published.ts";
import type { Annotation } from "../../core/gate/verdict.ts";
import type { GateOutput } from "../../jobs/gate-port.ts";
import { SCOPE_CONTEXT } from "../query.ts";
import { statusOf, type GateClient } from "./client.ts";
import { urlWithId, type Publisher } from "./own-verdicts.ts";

/** GitHub's limits: over any of them it refuses the whole call. The summary's is taken for bytes, the smaller reading. */
const MOST_SUMMARY = 65_535;
const MOST_TITLE = 255;
const MOST_ANNOTATIONS = 50;
const MOST_MESSAGE = 64_000;
const MOST_DESCRIPTION = 140;

const SHORT_TITLE = "This verdict could not be published, so it counts as a failure";
const SHORT_SUMMARY =
  "GitHub refused the full text of this check. Nothing was allowed. Push again, or have the check run again; if that " +
  "does not help, split the pull request.";

/**
 * Publishes a verdict as a new check run or a new status. Where GitHub refuses its form, or would, a short one follows:
 * always a failure, as nobody can read there what was allowed.
 * @throws what octokit throws
 */
export async function publishVerdict(
  output: GateOutput,
  publisher: Publisher,
  client: GateClient,
): Promise<void> {
  const post = publisher.by === "app" ? postRun : postStatus;
  const url = publisher.by === "app" ? "" : publisher.url;
  try {
    if (fits(output)) {
      await post(output, publishedId(output.id, "long"), url, client);
      return;
    }
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
  }
  await post(shortForm(output), publishedId(output.id, "short"), url, client);
}

function fits({ summary }: GateOutput): boolean {
  return Buffer.byteLength(summary) <= MOST_SUMMARY;
}

function shortForm({ commit, id }: GateOutput): GateOutput {
  return {
    commit,
    id,
    passes: false,
    title: SHORT_TITLE,
    summary: SHORT_SUMMARY,
    description: SHORT_TITLE,
    annotations: [],
  };
}

async function postRun(
  output: GateOutput,
  id: string,
  _: string,
  { octokit, at }: GateClient,
): Promise<void> {
  await octokit.request("POST /repos/{owner}/{repo}/check-runs", {
    ...at,
    name: SCOPE_CONTEXT,
    head_sha: output.commit,
    status: "completed" as const,
    conclusion: conclusionOf(output),
    external_id: id,
    output: {
      title: cut(output.title, MOST_TITLE),
      summary: output.summary,
      annotations: output.annotations.slice(0, MOST_ANNOTATIONS).map(annotationOf),
    },
  });
}

async function postStatus(
  output: GateOutput,
  id: string,
  url: string,
  { octokit, at }: GateClient,
): Promise<void> {
  await octokit.request("POST /repos/{owner}/{repo}/statuses/{sha}", {
    ...at,
    sha: output.commit,
    state: conclusionOf(output),
    context: SCOPE_CONTEXT,
    description: cut(output.description, MOST_DESCRIPTION),
    target_url: urlWithId(url, id),
  });
}

function conclusionOf({ passes }: { readonly passes: boolean }): "success" | "failure" {
  return passes ? "success" : "failure";
}

function annotationOf({ path, startLine, endLine, level, title, message }: Annotation) {
  return {
    path,
    start_line: startLine,
    end_line: Math.max(startLine, endLine),
    annotation_level: level,
    title: cut(title, MOST_TITLE),
    message: cut(message, MOST_MESSAGE),
  };
}

/** A text of at most so many characters, counted as code points; what is cut off leaves an ellipsis. */
function cut(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
