import type { ApprovedNow } from "../core/gate/approved-now.ts";
import type { Source } from "../core/gate/assess.ts";
import type { PullRequestNow } from "../core/gate/pull-request.ts";
import type { ContentName } from "../core/record/approved.ts";
import { approvedNow } from "../core/record/approved-now.ts";
import type { GatePort } from "./gate-port.ts";

/** What the record says of what a pull request touches, with all read that it takes. @throws what the port throws */
export async function approvedSeen(
  port: Pick<GatePort, "contents">,
  pull: PullRequestNow,
  source: Pick<Source, "snapshots" | "cache">,
): Promise<ApprovedNow | undefined> {
  const contents = new Map<string, Uint8Array | undefined>();
  for (;;) {
    const wanted = new Map<string, ContentName>();
    const found = approvedNow(pull, source, ({ commit, file }) => {
      const key = `${commit} ${file}`;
      if (!contents.has(key)) wanted.set(key, { commit, file });
      return contents.get(key);
    });
    if (wanted.size === 0) return found;
    const read = await port.contents([...wanted.values()]);
    for (const [at, key] of [...wanted.keys()].entries()) contents.set(key, read[at]);
  }
}
