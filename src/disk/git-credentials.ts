import { join } from "node:path";
import { readRegular } from "./regular.ts";

/**
 * Whether a checkout keeps what pushes to GitHub: `actions/checkout` leaves its token there unless it is told
 * `persist-credentials: false`, in `.git/config` itself or in a file that this includes.
 */
export async function hasGitCredentials(repository: string): Promise<boolean> {
  const config = await readRegular(join(repository, ".git", "config"));
  if (config.kind !== "file") return false;
  const text = Buffer.from(config.bytes).toString("utf8");
  return /^\s*extraheader\s*=|git-credentials-[\w-]+\.config/im.test(text);
}
