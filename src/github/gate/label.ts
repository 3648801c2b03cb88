import { statusOf, type GateClient } from "./client.ts";
import { keyIn, type GateMemory } from "./memory.ts";

const SEEN_FOR = 5 * 60_000;

/**
 * Makes a label, unless there is one of that name in any case.
 * @throws what octokit throws
 */
export async function makeLabel(
  label: string,
  { octokit, at }: GateClient,
  memory: GateMemory,
): Promise<void> {
  const key = keyIn({ octokit, at }, label.toLowerCase());
  const seen = memory.labels.get(key);
  if (seen !== undefined && memory.now() - seen < SEEN_FOR) return;
  try {
    await octokit.request("POST /repos/{owner}/{repo}/labels", {
      ...at,
      name: label,
      color: "b60205",
      description: "The owners allow this pull request to widen what agents may do",
    });
  } catch (error) {
    if (!isThere(error)) throw error;
  }
  memory.labels.set(key, memory.now());
}

function isThere(error: unknown): boolean {
  return statusOf(error) === 422 && error instanceof Error && error.message.includes("already_exists");
}

/**
 * Takes a label off a pull request; one that is not on it stays so.
 * @throws what octokit throws
 */
export async function takeLabelOff(
  pullRequest: number,
  label: string,
  { octokit, at }: GateClient,
): Promise<void> {
  try {
    const path = "DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}";
    await octokit.request(path, { ...at, issue_number: pullRequest, name: label });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
