import type { ObjectId } from "../../core/propose/state.ts";
import { statusOf, type GateClient } from "./client.ts";
import { keyIn, type GateMemory } from "./memory.ts";

/**
 * The best common ancestor of two commits; undefined when they have none. Of two commits it never changes.
 * @throws what octokit throws
 */
export async function mergeBaseOf(
  base: ObjectId,
  head: ObjectId,
  client: GateClient,
  memory: GateMemory,
): Promise<ObjectId | undefined> {
  const key = keyIn(client, `${base}...${head}`);
  const known = memory.mergeBases.get(key);
  if (known !== undefined) return known ?? undefined;
  const found = base === head ? base : await compare(base, head, client);
  memory.mergeBases.set(key, found ?? null);
  return found;
}

async function compare(
  base: ObjectId,
  head: ObjectId,
  { octokit, at }: GateClient,
): Promise<ObjectId | undefined> {
  try {
    const path = "GET /repos/{owner}/{repo}/compare/{basehead}";
    const { data } = await octokit.request(path, { ...at, basehead: `${base}...${head}`, per_page: 1 });
    return data.merge_base_commit.sha;
  } catch (error) {
    // The same status says that one of them is not there.
    const said = error instanceof Error ? error.message : "";
    if (statusOf(error) === 404 && said.startsWith("No common ancestor")) return undefined;
    throw error;
  }
}
